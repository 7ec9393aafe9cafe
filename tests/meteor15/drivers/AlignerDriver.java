// Prints what METEOR 1.5 lists and aligns for rows of words, for test_meteor_program.py.
//
// java -cp meteor-1.5.jar AlignerDriver.java paraphrase.gz < rows
//
// A row of the input is "words TAB word word ..." or "align TAB modules TAB width TAB hypothesis TAB
// reference", modules by METEOR's numbers. For a word of "words" a line is printed: hash, hash of
// the stem, synonym sets. For "align" a line: candidates, TAB, matches; each of five numbers:
// reference start and length, hypothesis start and length, place of its module in the list.

import edu.cmu.meteor.aligner.*;
import edu.cmu.meteor.util.Constants;
import java.io.*;
import java.lang.reflect.*;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.*;

public class AlignerDriver {
    static Object get(Aligner aligner, String name) throws Exception {
        Field field = Aligner.class.getDeclaredField(name);
        field.setAccessible(true);
        return field.get(aligner);
    }

    static void set(Aligner aligner, String name, Object value) throws Exception {
        Field field = Aligner.class.getDeclaredField(name);
        field.setAccessible(true);
        field.set(aligner, value);
    }

    static ArrayList<Integer> numbers(String text) {
        ArrayList<Integer> numbers = new ArrayList<>();
        for (String number : text.split(" ")) numbers.add(Integer.parseInt(number));
        return numbers;
    }

    static ArrayList<String> words(String text) {
        return new ArrayList<>(text.isEmpty() ? List.of() : Arrays.asList(text.split(" ")));
    }

    static Aligner aligner(ArrayList<Integer> modules, URL phrases) throws Exception {
        ArrayList<Double> weights = new ArrayList<>();
        for (int module : modules) weights.add(module == Constants.MODULE_EXACT ? 1.0 : 0.5);
        return new Aligner("english", modules, weights, 40,
                new URL(Constants.DEFAULT_WORD_DIR_URL + "/english.words"),
                Constants.DEFAULT_SYN_DIR_URL, phrases, Constants.PARTIAL_COMPARE_TOTAL);
    }

    static String show(Match m) {
        return m.start + " " + m.length + " " + m.matchStart + " " + m.matchLength + " " + m.module;
    }

    static final Class<?>[] MATCHERS = {
        ExactMatcher.class, StemMatcher.class, SynonymMatcher.class, ParaphraseMatcher.class};
    static final String[] RESOURCES = {null, "stemmer", "synonyms", "paraphrase"};

    // The classes of some resources are not public.
    static void match(Class<?> matcher, int place, Alignment a, Stage s, Object resource)
            throws Exception {
        for (Method method : matcher.getDeclaredMethods())
            if (method.getName().equals("match")) method.invoke(null, place, a, s, resource);
    }

    static String stem(Object stemmer, String word) throws Exception {
        Method method = stemmer.getClass().getMethod("stem", String.class);
        method.setAccessible(true);
        return (String) method.invoke(stemmer, word);
    }

    static String listed(Aligner aligner, ArrayList<Integer> modules, String one, String two)
            throws Exception {
        Alignment a = new Alignment(words(one), words(two));
        Constructor<Stage> make = Stage.class.getDeclaredConstructor(ArrayList.class, ArrayList.class);
        make.setAccessible(true);
        Stage s = make.newInstance(a.words1, a.words2);
        int used = Arrays.equals(s.words1, s.words2) ? 1 : modules.size();
        for (int place = 0; place < used; place++) {
            int module = modules.get(place);
            if (module == 0) ExactMatcher.match(place, a, s);
            else match(MATCHERS[module], place, a, s, get(aligner, RESOURCES[module]));
        }
        StringJoiner joiner = new StringJoiner(";");
        for (ArrayList<Match> matches : s.matches) for (Match m : matches) joiner.add(show(m));
        return joiner.toString();
    }

    public static void main(String[] arguments) throws Exception {
        URL phrases = new File(arguments[0]).toURI().toURL();
        Map<ArrayList<Integer>, Aligner> aligners = new HashMap<>();
        BufferedReader in =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        PrintStream out = new PrintStream(System.out, false, "UTF-8");
        Aligner all = aligner(numbers("0 1 2 3"), phrases);
        aligners.put(numbers("0 1 2 3"), all);
        Object stemmer = get(all, "stemmer");
        SynonymDictionary synonyms = (SynonymDictionary) get(all, "synonyms");
        for (String line; (line = in.readLine()) != null; ) {
            String[] fields = line.split("\t", -1);
            if (fields[0].equals("words")) {
                for (String word : words(fields[1])) {
                    TreeSet<Integer> sets = new TreeSet<>(synonyms.getSynSets(word));
                    sets.addAll(synonyms.getStemSynSets(word));
                    out.print(word.hashCode() + " " + stem(stemmer, word).hashCode());
                    for (int set : sets) out.print(" " + set);
                    out.println();
                }
                continue;
            }
            ArrayList<Integer> modules = numbers(fields[1]);
            if (!aligners.containsKey(modules)) aligners.put(modules, aligner(modules, phrases));
            Aligner aligner = aligners.get(modules);
            set(aligner, "beamSize", Integer.parseInt(fields[2]));
            Alignment made = aligner.align(words(fields[3]), words(fields[4]));
            StringJoiner joiner = new StringJoiner(";");
            for (Match m : made.matches) if (m != null) joiner.add(show(m));
            out.println(listed(aligner, modules, fields[3], fields[4]) + "\t" + joiner);
        }
        out.flush();
    }
}
