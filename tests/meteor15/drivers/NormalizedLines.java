import edu.cmu.meteor.util.Constants;
import edu.cmu.meteor.util.Normalizer;
import java.io.BufferedReader;
import java.io.InputStreamReader;

/**
 * For each line: what METEOR 1.5 makes of it. The language ("en") and whether punctuation is kept
 * ("true") stand before it, between tabs; all but printable ASCII is written \\u0000, both ways.
 */
public class NormalizedLines {
    public static void main(String[] none) throws Exception {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, "US-ASCII"));
        StringBuilder out = new StringBuilder();
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            String[] fields = line.split("\t", -1);
            int language = Constants.getLanguageID(Constants.normLanguageName(fields[0]));
            boolean keepPunctuation = Boolean.parseBoolean(fields[1]);
            String text = unescaped(fields[2]);
            out.append(escaped(Normalizer.normalizeLine(text, language, keepPunctuation)));
            out.append('\n');
        }
        System.out.print(out);
    }

    static String unescaped(String line) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < line.length(); i++) {
            if (line.charAt(i) == '\\') {
                text.append((char) Integer.parseInt(line.substring(i + 2, i + 6), 16));
                i += 5;
            } else {
                text.append(line.charAt(i));
            }
        }
        return text.toString();
    }

    static String escaped(String text) {
        StringBuilder line = new StringBuilder();
        for (char c : text.toCharArray()) {
            boolean plain = c >= ' ' && c <= '~' && c != '\\';
            line.append(plain ? String.valueOf(c) : String.format("\\u%04x", (int) c));
        }
        return line.toString();
    }
}
