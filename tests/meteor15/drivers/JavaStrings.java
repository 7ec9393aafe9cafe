import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.util.Locale;

/** For each line: its hash code, its length, and the line in small letters, between tabs. */
public class JavaStrings {
    public static void main(String[] none) throws Exception {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
        PrintStream out = new PrintStream(System.out, false, "UTF-8");
        for (String line = lines.readLine(); line != null; line = lines.readLine())
            out.println(
                line.hashCode() + "\t" + line.length() + "\t" + line.toLowerCase(Locale.ROOT));
        out.flush();
    }
}
