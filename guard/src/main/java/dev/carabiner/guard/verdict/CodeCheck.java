package dev.carabiner.guard.verdict;

import dev.carabiner.guard.line.Arg;
import dev.carabiner.guard.line.Regex;
import java.util.regex.Pattern;

/**
 * Code of other languages. Without the sandbox it is asked about, unless it says so little that {@link PlainCode} knows all of it. Confined it runs, unless
 * it names what the sandbox does not hold. Writing files of the workspace, reading the cleaned environment and the like are
 * held there, and need no question.
 */
final class CodeCheck {

    /** What could take away the workspace itself. */
    private static final String DELETES =
            "rmtree|rm_r|rmSync|\\brm\\b|unlink|remove(?!prefix|suffix)|rmdir|delete|truncate"
                    + "|rename|shutil(?!\\.(which|copy|disk_usage|get_terminal_size))";

    /** What runs other programs, which are not read here. */
    private static final String RUNS =
            "(?<!platform\\.)system|popen|subprocess|spawn|exec(?!ut)|(os|['\"])\\.execut|fork|child_process|ctypes"
                    + "|Runtime|ProcessBuilder|ProcessImpl|sys\\.process|sys\\.command|process\\.(kill|binding|dlopen)|os\\.kill|signal\\.|`|%x|qx|shell|sh"
                    + " -c|bash|/bin/";

    /** What says one thing and does another. */
    private static final String DISGUISES =
            "eval|(?<!\\bre\\.)compile\\(|base64|b64decode|fromhex|unhexlify|codecs|chr\\(|__import__"
                    + "|getattr|globals|marshal|pickle|pack\\(";

    /** What goes elsewhere, or to secrets. */
    private static final String REACHES =
            "sock|LWP|Net::|Net\\.|curl|smtp|urlopen|requests\\s*(\\.(?!__version__)|\\bas\\b)|from\\s+requests|http|fetch\\(|(?<!sqlite3\\.)connect|\\.ssh|passwd|shadow"
                    + "|\\.env\\b(?<!process\\.env)|/proc|/dev/";

    /** Files as they are found, and something that writes: it could empty all of them. */
    private static final String FINDS_AND_WRITES =
            "(?s)(?=.*(glob|walk|listdir|scandir|iterdir|readdir|opendir|\\bDir\\b|<\\*>|ls-files|ARGV))"
                    + "(?=.*(open|write|File\\.|put_contents|\\bIO\\.)).*";

    private static final Pattern NOT_HELD =
            Pattern.compile("(?i)" + DELETES + "|" + RUNS + "|" + DISGUISES + "|" + REACHES);

    private CodeCheck() {}

    static void check(Arg code, Findings findings) {
        if (SensitiveFiles.areNamedIn(code.text())) {
            findings.deny("would reach the settings that decide what an agent may do (.carabiner, .git)");
        }
        if (!code.isLiteral() || NOT_HELD.matcher(code.text()).find() || Regex.fits(code.text(), FINDS_AND_WRITES)) {
            findings.ask("runs code that can do anything");
        } else if (!PlainCode.isOne(code.text())) {
            findings.unknown("runs code that is not looked into");
        }
    }
}
