import edu.cmu.meteor.scorer.MeteorConfiguration;
import edu.cmu.meteor.scorer.MeteorScorer;
import edu.cmu.meteor.scorer.MeteorStats;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.Arrays;

/**
 * For each line, four parameters, some module weights and the 23 statistics, between commas: the
 * measures that METEOR 1.5 computes from them, as the bits of doubles, and how it prints the
 * statistics. With statistics of several segments between semicolons: those of all of them.
 */
public class Measures {
    public static void main(String[] none) throws Exception {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
        StringBuilder out = new StringBuilder();
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            String[] parts = line.split(",");
            MeteorStats stats = new MeteorStats();
            String[] segments = parts[2].split(";");
            if (segments.length == 1)
                stats = new MeteorStats(segments[0]);
            else
                for (String segment : segments)
                    stats.addStats(new MeteorStats(segment));
            scorer(numbers(parts[0]), numbers(parts[1])).computeMetrics(stats);
            double[] measures = {stats.precision, stats.recall, stats.f1, stats.fMean,
                stats.fragPenalty, stats.score};
            for (double measure : measures)
                out.append(String.format("%016x ", Double.doubleToLongBits(measure)));
            out.append(stats).append('\n');
        }
        System.out.print(out);
    }

    static MeteorScorer scorer(ArrayList<Double> parameters, ArrayList<Double> weights) {
        MeteorConfiguration configuration = new MeteorConfiguration();
        ArrayList<String> modules = new ArrayList<>();
        for (double ignored : weights)
            modules.add("exact"); // needs no resources
        configuration.setModulesByName(modules);
        configuration.setModuleWeights(weights);
        configuration.setParameters(parameters);
        return new MeteorScorer(configuration);
    }

    static ArrayList<Double> numbers(String text) {
        ArrayList<Double> found = new ArrayList<>();
        for (String number : text.trim().split(" "))
            found.add(Double.valueOf(number));
        return found;
    }
}
