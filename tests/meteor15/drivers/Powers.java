/** Prints the powers of fragmentations: for each line "exponent first last" those of matches. */
import java.util.Scanner;

public class Powers {
    public static void main(String[] arguments) {
        var lines = new Scanner(System.in);
        var out = new StringBuilder();
        while (lines.hasNext()) {
            double exponent = Double.parseDouble(lines.next());
            int first = lines.nextInt();
            int last = lines.nextInt();
            for (int matches = first; matches <= last; matches++)
                for (int chunks = 1; chunks <= 150 && 2 * chunks <= matches + 1; chunks++) {
                    double power = Math.pow(chunks / (matches / 2.0), exponent);
                    out.append(Long.toHexString(Double.doubleToLongBits(power))).append('\n');
                }
        }
        System.out.print(out);
    }
}
