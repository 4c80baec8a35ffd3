package dev.carabiner.guard.line;

import dev.carabiner.guard.line.Walk.Outcome;
import java.util.List;
import java.util.Set;

/** Options of the shell itself: some change how it reads the rest of the line, and then it is not read in full. */
final class ShellOptions {

    /** Options of {@code set} that change neither words nor commands. */
    private static final String PLAIN_OPTIONS = "[-+][ehuvxBEHTm]*o?";

    private static final Set<String> PLAIN_NAMES =
            Set.of("errexit", "nounset", "pipefail", "xtrace", "verbose", "monitor", "noglob", "errtrace", "noclobber");

    private static final Set<String> PLAIN_SHOPTS = Set.of(
            "nullglob",
            "globstar",
            "dotglob",
            "failglob",
            "nocaseglob",
            "inherit_errexit",
            "checkwinsize",
            "nocasematch");

    private final Walk walk;

    ShellOptions(Walk walk) {
        this.walk = walk;
    }

    /** {@code set}: options, and the positional parameters. */
    Outcome set(List<Arg> arguments, State state) {
        for (int i = 0; i < arguments.size(); i++) {
            String word = arguments.get(i).text();
            if (word.equals("--") || !(word.startsWith("-") || word.startsWith("+"))) {
                List<Arg> words = arguments.subList(word.equals("--") ? i + 1 : i, arguments.size());
                boolean known = words.stream().allMatch(it -> it.count() == Arg.Count.ONE);
                state.setPositional(known ? words.stream().map(Arg::text).toList() : null);
                return Outcome.of(state);
            }
            boolean named = word.endsWith("o") && i + 1 < arguments.size();
            if (!Regex.fits(word, PLAIN_OPTIONS)
                    || (named && !PLAIN_NAMES.contains(arguments.get(i + 1).text()))) {
                walk.doubt("set changes how the shell reads");
            }
            i += named ? 1 : 0;
        }
        return Outcome.of(state);
    }

    /** {@code shopt}. */
    Outcome shopt(List<Arg> arguments, State state) {
        for (Arg argument : arguments) {
            if (!Regex.fits(argument.text(), "-[supq]+") && !PLAIN_SHOPTS.contains(argument.text())) {
                walk.doubt("shopt changes how the shell reads");
            }
        }
        return Outcome.of(state);
    }
}
