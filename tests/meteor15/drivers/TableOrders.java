/** Prints for words on a line how a Hashtable and a HashSet list them. */
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.util.HashSet;
import java.util.Hashtable;

public class TableOrders {
    public static void main(String[] arguments) throws Exception {
        var lines = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
        var out = new PrintStream(System.out, false, "UTF-8");
        String line;
        while ((line = lines.readLine()) != null) {
            var table = new Hashtable<String, String>();
            var set = new HashSet<String>();
            for (String word : line.split(" ")) {
                table.put(word, word);
                set.add(word);
            }
            out.println(String.join(" ", table.keySet()) + "|" + String.join(" ", set));
        }
        out.flush();
    }
}
