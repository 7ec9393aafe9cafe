import edu.cmu.meteor.util.Constants;
import java.util.ArrayList;

/** For every language and task of METEOR 1.5: its modules, parameters and module weights. */
public class Tasks {
    public static void main(String[] none) {
        String[] languages = (Constants.getLangsString() + " other").split(" ");
        String[] tasks = {"default", "rank", "adq", "hter", "util", "li", "tune", "universal", "custom"};
        for (String language : languages)
            for (String task : tasks) {
                int languageID = Constants.getLanguageID(Constants.normLanguageName(language));
                int taskID = Constants.getTaskID(task);
                ArrayList<Integer> modules = Constants.getModules(languageID, taskID);
                StringBuilder names = new StringBuilder();
                for (int module : modules)
                    names.append(" ").append(Constants.getModuleName(module));
                System.out.println(language + " " + task
                    + " " + Constants.getParameters(languageID, taskID)
                    + " " + Constants.getModuleWeights(languageID, taskID)
                    + names);
            }
        for (String language : languages) {
            int id = Constants.getLanguageID(Constants.normLanguageName(language));
            System.out.println(language + " " + Constants.getLanguageName(id)
                + " " + Constants.getTaskName(Constants.getDefaultTask(id)));
        }
    }
}
