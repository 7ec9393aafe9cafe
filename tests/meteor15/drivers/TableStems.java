import edu.cmu.meteor.aligner.Stemmer;
import edu.cmu.meteor.util.Constants;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;

/** For each line, a word in Buckwalter's letters: the stem that METEOR 1.5 has for it. */
public class TableStems {
    public static void main(String[] none) throws Exception {
        Stemmer stemmer = Constants.newStemmer("arabic-buckwalter-reduced");
        BufferedReader words = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
        PrintStream out = new PrintStream(System.out, false, "UTF-8");
        for (String word = words.readLine(); word != null; word = words.readLine())
            out.println(stemmer.stem(word));
        out.flush();
    }
}
