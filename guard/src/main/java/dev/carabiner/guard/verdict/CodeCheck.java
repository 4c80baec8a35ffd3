package dev.carabiner.guard.verdict;

import dev.carabiner.guard.line.Arg;
import java.util.regex.Pattern;

/** Code of other languages. It is never known; what names something destructive is asked about, confined or not. */
final class CodeCheck {

    private static final Pattern DESTRUCTIVE = Pattern.compile(
            "(?i)rmtree|rmSync|\\brm\\b|process|command|unlink|remove|rmdir|delete|truncate|rename|system|popen|subprocess|spawn|exec|eval|fork|ctypes|socket|urlopen|requests|http|fetch\\(|connect"
                    + "|open\\([^)]*['\"][wa+x]|write_text|write_bytes|writefile|chmod|chown|shutil|os\\.kill|signal|base64|b64decode|fromhex|chr\\(|__import__|getattr|globals|compile\\(|marshal|pickle|child_process|process\\.env|environ|Runtime|ProcessBuilder|`|%x|qx|IO\\.|File\\.|Dir\\.|pack\\(|decode|shell|sh"
                    + " -c|bash|/bin/|\\.ssh|passwd|shadow|\\.env|/proc|/dev/");

    private CodeCheck() {}

    static void check(Arg code, Findings findings) {
        if (FileCheck.namesOwn(code.text())) {
            findings.deny("would reach the settings that decide what an agent may do (.carabiner, .git)");
        }
        if (!code.isLiteral() || DESTRUCTIVE.matcher(code.text()).find()) {
            findings.ask("runs code that can do anything");
        } else {
            findings.unknown("runs code that is not looked into");
        }
    }
}
