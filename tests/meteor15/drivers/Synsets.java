import edu.cmu.meteor.aligner.SynonymDictionary;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.URL;
import java.util.TreeSet;

/** For each line, a word: the synsets that METEOR 1.5 compares it by, in ascending order. */
public class Synsets {
    public static void main(String[] none) throws Exception {
        String folder = ClassLoader.getSystemResource("synonym").toString();
        SynonymDictionary dictionary = new SynonymDictionary(
            new URL(folder + "/english.exceptions"),
            new URL(folder + "/english.synsets"),
            new URL(folder + "/english.relations"));
        BufferedReader words = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
        PrintStream out = new PrintStream(System.out, false, "UTF-8");
        for (String word = words.readLine(); word != null; word = words.readLine()) {
            TreeSet<Integer> synsets = new TreeSet<>(dictionary.getSynSets(word));
            synsets.addAll(dictionary.getStemSynSets(word));
            StringBuilder line = new StringBuilder();
            for (int synset : synsets)
                line.append(line.length() > 0 ? " " : "").append(synset);
            out.println(line);
        }
        out.flush();
    }
}
