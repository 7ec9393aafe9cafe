import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;

/** For each line, the 16 hexadecimal digits of a double: how Java prints it. */
public class Doubles {
    public static void main(String[] none) throws Exception {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
        PrintStream out = new PrintStream(System.out, false, "UTF-8");
        for (String line = lines.readLine(); line != null; line = lines.readLine())
            out.println(Double.longBitsToDouble(Long.parseUnsignedLong(line, 16)));
        out.flush();
    }
}
