package dev.carabiner.guard.path;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * What a process was started with and what it holds in memory: the keys of the agent's own process are there, though no
 * command is given them. Any process may be asked for, by number, as {@code self}, by a variable or by wildcards.
 */
public final class ProcessSecrets {

    private static final String PROC = "proc";
    private static final Set<String> NAMES = Set.of("environ", "mem");
    private static final Pattern SPELLED = Pattern.compile("(?i)\\bproc/\\S*/(?:environ|mem)\\b");
    private static final Pattern PROCESS = Pattern.compile("[0-9]+|self|thread-self|.*[$*?\\[].*");

    private final PathWords words;

    /**
     * @param words how words of a line are read as paths
     */
    public ProcessSecrets(PathWords words) {
        this.words = words;
    }

    /** Whether a text names one, wherever in it. */
    public static boolean areIn(String text) {
        return text.indexOf('/') >= 0 && SPELLED.matcher(text).find();
    }

    /**
     * Whether a word may lead to one.
     *
     * @param lookedInto whether that goes for all that lies below it, too
     */
    public boolean reachedBy(String word, boolean lookedInto) {
        return reachedBy(word, lookedInto, words::places);
    }

    /** The same with another way to say where a word may lead, such as one that remembers it while a line is judged. */
    public boolean reachedBy(String word, boolean lookedInto, Function<String, Set<Path>> places) {
        return areIn(word)
                || mayBeSpelled(word)
                || places(word, places).stream().anyMatch(it -> isReached(it, lookedInto));
    }

    /** What is not known in the middle keeps the wildcards behind it from being expanded. */
    private static boolean mayBeSpelled(String word) {
        if ((word.indexOf('$') < 0 && word.indexOf('*') < 0) || word.indexOf('/') < 0) {
            return false;
        }
        List<String> names = List.of(word.toLowerCase(Locale.ROOT).split("/+", -1));
        for (int i = 1; i + 2 < names.size(); i++) {
            boolean root = i == 1 && names.getFirst().isEmpty();
            if (names.get(i).equals(PROC) || (root && Glob.couldMatch(names.get(i), PROC))) {
                return NAMES.stream().anyMatch(name -> Glob.couldMatch(names.getLast(), name));
            }
        }
        return false;
    }

    private static boolean isReached(Path place, boolean lookedInto) {
        if (place.getNameCount() == 0 || !Workspace.sameName(place.getName(0).toString(), PROC)) {
            return false;
        }
        List<String> names = new ArrayList<>();
        place.forEach(name -> names.add(Workspace.folded(name.toString())));
        boolean file = names.size() > 2 && NAMES.contains(names.getLast());
        return file || (lookedInto && isProcess(names));
    }

    /** All of them, one of them, or one of its threads. */
    private static boolean isProcess(List<String> names) {
        boolean process = names.size() == 1 || PROCESS.matcher(names.get(1)).matches();
        boolean thread = names.size() <= 2 || (names.size() <= 4 && names.get(2).equals("task"));
        return process && thread;
    }

    /** What stands for very many files stands for these only if it says so. */
    private static Set<Path> places(String word, Function<String, Set<Path>> places) {
        try {
            return places.apply(word);
        } catch (TooManyPlacesException e) {
            if (word.toLowerCase(Locale.ROOT).contains(PROC)) {
                throw e;
            }
            return Set.of();
        }
    }
}
