package dev.carabiner.guard.program;

import dev.carabiner.guard.line.Arg;
import dev.carabiner.guard.line.Regex;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Options of build tools, by what their names and values look like: a build runs what the project says, so it matters
 * whether it is told to run something else, to take something from elsewhere, or to write somewhere else.
 */
final class BuildOptions {

    /** The value is a program or a line that is run. */
    private static final String RUNS =
            "(?i)[-/]+(?:[\\w.:-]*[-_.:])?(?:exec|execute|executable|command|cmd|script-shell|eval"
                    + "|shell|editor|pager|launcher|wrapper|run[-_]under|linker|compiler|extld|toolexec|vettool|init-hook|init-script"
                    + "|post-renderer|askpass|rsh|pre-?build-?event|post-?build-?event|python-executable|cluster|doclet|addon"
                    + "|gcov-(?:tool|executable))";

    /** Programs that every build may be given. */
    private static final String COMPILERS =
            "(?:clang|gcc|g\\+\\+|clang\\+\\+|cc|c\\+\\+|gfortran|nvcc|emcc|s?ccache|lld|mold|gold|ld|bfd|gcov|llvm-cov)(?:-?[\\d.]+)?";

    /** They empty a data base, or send off what was built. */
    private static final String MORE =
            "--(?:force-reset|accept-data-loss|drop|reset-db|truncate|push|publish|deploy|with-deps|daemonize|detach)(?:=true)?"
                    + "|--pastebin(?:=\\w+)?|-D(?!skip)[\\w.-]*(?:publish|push|deploy)(?:=true)?";

    /** Words in which a program is named that is run, whatever option they follow. */
    private static final String NAMES_PROGRAM =
            "(?s)(?:-C)?linker=.*|(?:-C)?(?:pre-)?link-args?=.*(?:/|-o|-B|plugin).*|.*-extld(?:flags)?[ =](?![\"']?-static[\"']?\\s*$).*|.*-toolexec[ =].*|--inspect[\\w-]*=(?:0\\.0\\.0\\.0|\\[?::\\]?).*"
                    + "|.*-(?:javaagent|agentpath|agentlib|XX:On\\w+|Xplugin|Xbootclasspath)\\b.*";

    /** The value is read, and what it says is done. */
    private static final String TAKES =
            "(?i)[-/]+(?:.*(?:config|reporters?|transform|plugin|project|package|chdir|rootdir|working|include|lib|require|load|module"
                    + "|settings|script|rule|import|init|hook|test|manifest|toolchain|source|input|var-?file|env|from|overlay|makefile|ext|custom|before|override|build-?file).*|[fpCcbdSI]|file|modfile|build)";

    private static final String GIVES =
            "(?i)-+(?:.*(?:out|report|junit|xml|json|html|log|dest|target|cache|cover|profile|save|trace|artifact|result"
                    + "|repo|store|build|dump|iid|prefix).*|[oB])";

    private static final String ELSEWHERE =
            "(?:git\\+|git::|hg\\+|svn\\+|(?:https?|ftps?|ssh|oci|s3|gs|grpcs?)://|github:|gitlab:|git@).*";
    private static final String LOCAL = "https?://(?:localhost|127\\.0\\.0\\.1|\\[::1\\]|0\\.0\\.0\\.0)(?:[:/].*)?";

    /** Addresses are what these look at. */
    private static final String LOOKS_AT_PAGES =
            "lighthouse|pa11y|lychee|markdown-link-check|wait-on|percy|wdio|cypress|playwright";

    /** The next word is a name with its value. */
    private static final String DEFINES = "-D|--define|--system-prop";

    /** Variables in which builds look for programs. */
    private static final String SETS =
            "CC|CXX|CPP|LD|AR|AS|RANLIB|STRIP|SHELL|CONFIG_SHELL|FC|F77|LDPLUSPLUS|LIBTOOL|SWIFT_EXEC|PATH|LD_\\w+";

    /** {@code -qc/tmp/other}: the value of the last letter. */
    private static final Pattern ATTACHED = Pattern.compile("-[a-zA-Z]*([a-zA-Z])((?:/|~|\\.\\.(?:/|$)).*)");

    private BuildOptions() {}

    static void check(String key, List<Arg> words, Effects effects) {
        for (int i = 0; i < words.size(); i++) {
            Arg word = words.get(i);
            String text = word.text();
            boolean dashed = text.startsWith("-") && text.length() > 2;
            if (dashed && staysBehind(key, text)) {
                effects.ask("would start a server that outlives the command");
            }
            if (dashed && Regex.fits(text, MORE)) {
                effects.ask("would publish something, or delete data, by " + key);
            }
            boolean alone = i + 1 == words.size() || words.get(i + 1).text().startsWith("-");
            boolean runs = dashed && alone && text.indexOf('=') < 0 && Regex.fits(text, RUNS);
            if (runs || namesProgram(text)) {
                effects.ask("gives a build something to run");
            }
            Matcher place = dashed ? ATTACHED.matcher(text) : null;
            if (place != null && place.matches()) {
                value(key, "-" + place.group(1), word.withText(place.group(2)), effects);
            }
            int sign = text.indexOf('=');
            boolean option = text.startsWith("-") || (text.startsWith("/p:") && sign > 0);
            if (!option) {
                operand(key, word, effects);
            } else if (sign > 0) {
                value(key, text.substring(0, sign), word.withText(text.substring(sign + 1)), effects);
            } else if (Regex.fits(text, DEFINES)
                    && i + 1 < words.size()
                    && words.get(i + 1).text().indexOf('=') > 0) {
                Arg defined = words.get(++i);
                int at = defined.text().indexOf('=');
                value(
                        key,
                        "-D" + defined.text().substring(0, at),
                        defined.withText(defined.text().substring(at + 1)),
                        effects);
            } else if (i + 1 < words.size() && !words.get(i + 1).text().startsWith("-")) {
                value(key, text, words.get(++i), effects);
            }
        }
    }

    /** {@code -f/tmp/other}, which does not look like an option with a value. */
    static void attached(String key, List<Invocation.Option> options, Effects effects) {
        for (Invocation.Option option : options) {
            if (option.name().length() == 2 && !option.value().text().isEmpty()) {
                value(key, option.name(), option.value(), effects);
            }
        }
    }

    /** Most words are too short, and have none of the signs. */
    private static boolean namesProgram(String text) {
        return text.length() > 7
                && (text.indexOf('-') >= 0 || text.indexOf('=') >= 0)
                && Regex.fits(text, NAMES_PROGRAM);
    }

    private static void operand(String key, Arg word, Effects effects) {
        int sign = word.text().indexOf('=');
        boolean sets = sign > 0
                && Regex.fits(word.text().substring(0, sign), SETS)
                && !Regex.fits(word.text().substring(sign + 1), COMPILERS);
        if (sets) {
            effects.ask("gives a build something to run");
        }
        if (leadsOut(word)) {
            effects.script(word);
        }
        int pair = Regex.fits(key, "sass|lessc|postcss") ? word.text().indexOf(':') : -1;
        if (pair > 0 && leadsOut(word.withText(word.text().substring(pair + 1)))) {
            effects.write(word.withText(word.text().substring(pair + 1)));
        }
        if (Regex.fits(key, "earthly|dagger")) {
            hosted(word, effects);
        }
        elsewhere(key, word, effects);
    }

    private static void value(String key, String name, Arg value, Effects effects) {
        boolean runs = name.length() > 2 && Regex.fits(name, RUNS) && !Regex.fits(value.text(), COMPILERS);
        if (runs || namesProgram(value.text())) {
            effects.ask("gives a build something to run");
        }
        if (Regex.fits(name, "-t|--targets?|-scheme") && BuildWords.publishes(value.text())) {
            effects.ask("would publish or deploy something by " + key);
        }
        if (key.equals("cmake") && Regex.fits(name, "-t|--target") && BuildWords.installs(value.text())) {
            effects.ask("would install something by " + key);
        }
        if (Regex.fits(name + "=" + value.text(), "-Dexpression=settings.*|-DshowPasswords=true")) {
            effects.ask("would read keys, credentials or tokens");
        }
        int sign = value.text().lastIndexOf('=');
        Arg last = sign < 0 ? value : value.withText(value.text().substring(sign + 1));
        inside(value, effects);
        if (Regex.fits(last.text(), "[a-z_-]+:[/~.].*")) { // as in --cov-report=html:there
            last = last.withText(last.text().substring(last.text().indexOf(':') + 1));
        }
        if (Regex.fits(key, "earthly|dagger")) {
            hosted(value, effects);
        }
        if (Regex.fits(name, "-cp|-?-class-?path|-p|--module-path|-processorpath|--processor-path")) {
            for (String one : value.text().split(":", -1)) {
                if (leadsOut(value.withText(one))) {
                    effects.script(value.withText(one));
                }
            }
        }
        if (leadsOut(last)) {
            boolean gives = Regex.fits(name, GIVES) && !Regex.fits(name, TAKES);
            if (gives) {
                effects.write(last);
            } else {
                effects.script(last);
            }
        }
        elsewhere(key, value, effects);
        if (value.text().indexOf(',') > 0 || sign > 0) {
            for (String piece : value.text().split("[=,]", -1)) {
                elsewhere(key, value.withText(piece), effects);
                if (leadsOut(value.withText(piece))) {
                    effects.script(value.withText(piece));
                }
            }
        }
    }

    /** In the place of a file, settings as JSON, where files are named too. */
    private static void inside(Arg value, Effects effects) {
        if (!Regex.fits(value.text(), "(?s)\\s*[{\\[].*")) {
            return;
        }
        for (String text : value.text().split("\"", -1)) {
            if (leadsOut(value.withText(text))) {
                effects.script(value.withText(text));
            }
        }
    }

    private static void hosted(Arg word, Effects effects) {
        if (Regex.fits(word.text(), "[\\w-]+\\.[a-z]{2,}/\\S+")) {
            effects.ask("would take something from another machine");
        }
    }

    private static boolean staysBehind(String key, String option) {
        return Regex.fits(key, "gunicorn|hypercorn|uvicorn|daphne|celery|rackup|unicorn|puma|thin|rails|php-fpm")
                && Regex.fits(option, "--daemon(ize)?(=true)?|--detach");
    }

    private static void elsewhere(String key, Arg word, Effects effects) {
        boolean sign = word.text().indexOf(':') > 0 || word.text().startsWith("git");
        boolean asks = sign
                && Regex.fits(word.text(), ELSEWHERE)
                && !Regex.fits(word.text(), LOCAL)
                && !Regex.fits(key, LOOKS_AT_PAGES);
        if (asks) {
            effects.ask("would take something from another machine");
        }
    }

    /** Whether the word surely names a place outside the working directory. */
    static boolean leadsOut(Arg word) {
        boolean sign = !word.text().isEmpty() && "/~.".indexOf(word.text().charAt(0)) >= 0;
        return (sign || word.text().contains("/../"))
                && Regex.fits(word.text(), "(?s)/.*|~.*|\\.\\.(/.*)?|.*/\\.\\./.*")
                && !Regex.fits(word.text(), "(?s)//.*|/dev/null|/[pt]:.*");
    }
}
