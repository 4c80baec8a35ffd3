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
                    + "|-Wa,(?:.*,)?(?:-a[cdghlmns]*=|--MD[,=]|-o[,=]?)|-{1,2}Map=|-a[cdghlmns]*=|-save-stats=|-dependency-file=)(.+)");

    /** The file is the next word. */
    private static final String NEXT =
            "-MF|-aux-info|--?serialize-diagnostics|--?Map|-dependency-file|-dumpdir|-dumpbase|-ftrace-file|-l(?=$)";

    /** What assemblers, linkers and preprocessors may be given behind {@code -Wa,}, {@code -Wl,} and {@code -Wp,}. */
    private static final String PASSED_ON = "-O\\d?|-[sSgxXEnNr]|-L.*|-l.*|-[zyuehm]|-D.*|-U.*"
            + "|--?(?:no-)?(?:as-needed|gc-sections|undefined|whole-archive|export-dynamic|relax|warn-common|fatal-warnings|allow-multiple-definition|add-needed|copy-dt-needed-entries|build-id|noexecstack|execstack|demangle|eh-frame-hdr|keep-memory|print-gc-sections|strip-all|strip-debug|start-group|end-group|icf|threads|64|32|mthumb|enable-new-dtags|disable-new-dtags)(?:=[\\w-]+)?"
            + "|--?(?:rpath|rpath-link|soname|install_name|hash-style|defsym|wrap|unresolved-symbols|stack|subsystem|version|exclude-libs|entry|compress-debug-sections|sort-section|image-base|undefined|dead_strip|headerpad_max_install_names|search_paths_first|Bstatic|Bdynamic|Bsymbolic|Bsymbolic-functions|syslibroot|framework|debug-prefix-map|stack_size|macosx_version_min|current_version|compatibility_version|trace|cref|verbose|t|v)(?:=.*)?";

    private CompilerOptions() {}

    /** Whether it is an option with its value attached, of a letter that has a harmless one, or one for another program. */
    static boolean judges(Program program, String text) {
        return Regex.fits(text, "-W[alp],.*")
                || (text.length() > 2 && program.options().get(text.substring(0, 2)) == Program.Kind.VALUE);
    }

    private static boolean isPassedOn(String text) {
        for (String one : text.substring(4).split(",", -1)) {
            boolean value = !one.startsWith("-");
            if (!value && !Regex.fits(one, PASSED_ON)) {
                return false;
            }
        }
        return true;
    }

    static void check(List<Arg> words, Effects effects) {
        for (int i = 0; i < words.size(); i++) {
            Arg word = words.get(i);
            Matcher attached = ATTACHED.matcher(word.text());
            if (attached.matches()) {
                effects.write(word.withText(attached.group(1)));
            } else if (i + 1 < words.size() && Regex.fits(word.text(), NEXT)) {
                effects.write(words.get(i + 1));
            } else if (Regex.fits(word.text(), "-W[alp],.*") && !isPassedOn(word.text())) {
                effects.unknownOption(
                        "gives the assembler or the linker " + word.text() + ", of which nothing is known");
            }
        }
    }
}
