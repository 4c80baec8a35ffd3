package dev.carabiner.guard.verdict;

import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Short code of any language that surely only computes and prints: every name in it is on a list, its texts are plain, and
 * nothing is called or looked up by a name that is put together. Whatever is not surely so, is not plain.
 */
final class PlainCode {

    private static final int LONGEST = 600;

    /** As in {@code perl -pe 's/one/other/g'}: patterns without code, and files that the options name. */
    private static final Pattern PERL =
            Pattern.compile("(?:print|next)(?: (?:if|unless) !?/[\\w .^*+?()|\\[\\]:,;=<>\"'-]*/i?)?;?"
                    + "|s/[\\w .^*+?()|\\[\\]:,;=<>\"'\\\\-]+/[\\w .:,;=<>\"'-]*/[gi]*;?"
                    + "|print (?:\\$F\\[-?\\d+\\]|\\$\\.|\\$_|\"\\\\n\"|, )+;?");

    private static final String TEXT_SIGNS = "[\\w ,.:!?=+*()/-]|\\\\[ntdws]|\\\\\\\\[dws]";
    private static final Pattern TEXT =
            Pattern.compile("(?<!\\w)r?(\"((?:" + TEXT_SIGNS + "|')*)\"|'((?:" + TEXT_SIGNS + ")*)')");

    /** Texts that could name a file elsewhere, a hidden one, or what leads from any value to code. */
    private static final Pattern LEADING = Pattern.compile(
            "(?i)\\s*[/~].*|.*\\.\\..*|\\.(?!/[\\w-]+\\.json$|$).*|.*/\\..*|.*(?:constructor|proto|__|key|secret|credential|token|shadow|passwd|child_process|system).*");

    private static final Pattern NAME = Pattern.compile("[A-Za-z_]\\w*");

    /** A subscript that is no number, slice or text; a call of what was looked up; a call by a short name. */
    private static final Pattern LOOKED_UP = Pattern.compile(
            "[\\w\\])]\\s*\\[(?!-?\\d*:?-?\\d*\\]|T\\])|[\\])]\\s*\\(|\\b[a-zA-Z]\\(|T\\s*\\+|\\+\\s*T|T\\s+T|\\+="
                    + "|open\\s*\\(\\s*(?!T\\b)|(?s)yaml.*\\bload\\b");

    private static final Pattern SIGNS = Pattern.compile("[\\w\\s().,;:=+*\\[\\]{}<>!?-]*");

    /** What is loaded, and it has no function that does more than to compute. */
    private static final Pattern LOADS = Pattern.compile(
            "require\\s*+\\(?+\\s*+(?!T)|import\\s+(?!\\w+(?:\\s*,\\s*\\w+)*\\s*(?:;|\\n|$))|from\\s+(?!\\w+\\s+import\\s+\\w+\\s*(?:;|\\n|$))");

    private static final Pattern REQUIRED =
            Pattern.compile("require\\s*\\(?\\s*[\"'](?!\\./[\\w-]+\\.json[\"']|(?:os|path|util|json|date|time)[\"'])");

    private static final Set<String> NAMES =
            Set.of(("print import from as json sys re math datetime time date now today isoformat strftime statistics"
                            + " string collections itertools textwrap platform csv yaml load loads dump dumps safe_load"
                            + " version version_info major minor __version__ open read readline readlines strip split join"
                            + " lower upper replace len range sum min max sorted list dict set tuple str int float bool"
                            + " enumerate zip map filter for in if else elif not and or is None True False lambda keys"
                            + " values items get append stdin stdout argv findall search match sub group round abs any all"
                            + " count index sqrt pi pow floor ceil days indent sort_keys isinstance reversed ord hex bin"
                            + " Counter most_common requests numpy np pandas pd python_version machine maxsize executable"
                            + " timedelta mean median stdev title capitalize startswith endswith product permutations"
                            + " combinations console log JSON stringify parse require process versions node arch cpus"
                            + " length totalmem let const var return Math Date new toISOString toString Object Array Number"
                            + " String entries reduce slice includes indexOf trim toFixed random true false null undefined"
                            + " name scripts dependencies devDependencies puts p RUBY_VERSION RUBY_PLATFORM echo phpversion"
                            + " PHP_VERSION data row line item val value res result total num out os path"
                            + " a b c d e f g h i j k l m n o r s t u v w x y z")
                    .split(" ", -1));

    private PlainCode() {}

    static boolean isOne(String code) {
        return code.length() <= LONGEST && (PERL.matcher(code).matches() || onlyComputes(code));
    }

    private static boolean onlyComputes(String code) {
        if (REQUIRED.matcher(code).find()) {
            return false;
        }
        StringBuilder rest = new StringBuilder();
        Matcher text = TEXT.matcher(code);
        while (text.find()) {
            String inner = text.group(2) == null ? text.group(3) : text.group(2);
            if (LEADING.matcher(inner).matches()) {
                return false;
            }
            text.appendReplacement(rest, "T");
        }
        text.appendTail(rest);
        String plain = rest.toString();
        boolean signs = SIGNS.matcher(plain).matches()
                && !LOOKED_UP.matcher(plain).find()
                && !LOADS.matcher(plain).find();
        // the module of Python by that name is not the one of Node
        boolean os = plain.matches("(?s).*\\bos\\b.*");
        return signs
                && !os
                && NAME.matcher(plain).results().allMatch(it -> it.group().equals("T") || NAMES.contains(it.group()));
    }
}
