package dev.carabiner.guard.program;

import dev.carabiner.guard.line.Arg;
import dev.carabiner.guard.line.Regex;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where compilers, assemblers and linkers write beside what {@code -o} says: lists, maps, dumps and dependencies. */
final class CompilerOptions {

    /** The file is a part of the word. */
    private static final Pattern ATTACHED = Pattern.compile(
            "(?:-o|-MF|-Wl,(?:.*,)?(?:-o|--?Map|-M)[,=]|-Wp,(?:.*,)?-MM?D,|-f(?:dump|diagnostics|save|profile)[\\w-]*="
                    + "|-{1,2}Map=|-a[cdghlmns]*=|-save-stats=|-dependency-file=)(.+)");

    /** The file is the next word. */
    private static final String NEXT =
            "-MF|--?serialize-diagnostics|--?Map|-dependency-file|-dumpdir|-dumpbase|-ftrace-file|-l(?=$)";

    private CompilerOptions() {}

    static void check(List<Arg> words, Effects effects) {
        for (int i = 0; i < words.size(); i++) {
            Arg word = words.get(i);
            Matcher attached = ATTACHED.matcher(word.text());
            if (attached.matches()) {
                effects.write(word.withText(attached.group(1)));
            } else if (i + 1 < words.size() && Regex.fits(word.text(), NEXT)) {
                effects.write(words.get(i + 1));
            }
        }
    }
}
