package dev.carabiner.guard.program;

import dev.carabiner.guard.line.Arg;
import dev.carabiner.guard.line.Holes;
import dev.carabiner.guard.line.Regex;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Scripts of sed, which can run commands and write files, and mostly do neither. */
final class SedScript {

    private static final int LONGEST = 1_000;
    private static final String ESCAPED = "(?:\\\\.|(?!\\1)[^\\\\])*+";
    private static final String ADDRESS = "(?:\\d+(?:~\\d+)?|\\$|/(?:\\\\[^\\n]|[^/\\n\\\\])*/[IM]*)";
    private static final int MOST_COMMANDS = 40;

    /** The lines at which a command is run. */
    private static final Pattern PLAIN =
            Pattern.compile("\\s*\\{*\\s*(?:" + ADDRESS + "(?:\\s*,\\s*[+~]?" + ADDRESS + ")?)?\\s*!?\\s*\\{*\\s*");

    /** One letter, a text to put in, or a substitution whose flags neither run nor write. */
    private static final Pattern COMMAND = Pattern.compile(
            "(?s)[dpqnNDPGHhgxlzF=]\\s*\\d*\\s*|[aic](?:\\\\\\n?|\\s).*|[bt]\\s*\\w*|:\\s*\\w+|[sy]([^\\w\\s\\\\])"
                    + ESCAPED + "\\1" + ESCAPED + "\\1[gpiImM0-9]*\\s*");

    private static final Pattern OPTION = Pattern.compile(
            "-[nErsuz]+|-[nErsuz]*i|-[nErsuz]*i\\.?[\\w~]+|--in-place(?:=\\.\\w+)?|--quiet|--silent|--regexp-extended|--version|--null-data|--separate|--unbuffered|--debug|--posix|--sandbox");

    /** Values that are put into a script when the line runs. */
    private static final Pattern FILLED = Pattern.compile("[\uE000-\uE004]");

    private SedScript() {}

    static void apply(List<Arg> words, Effects effects) {
        List<Arg> scripts = new ArrayList<>();
        List<Arg> files = new ArrayList<>();
        boolean inPlace = false;
        boolean unknown = false;
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i).text();
            boolean next = Regex.fits(word, "-[nErsuz]*e|--expression") && i + 1 < words.size();
            if (next) {
                scripts.add(words.get(++i));
            } else if (word.startsWith("--expression=")) {
                scripts.add(words.get(i).withText(word.substring("--expression=".length())));
            } else if (!word.startsWith("-") || word.equals("-")) {
                boolean script = scripts.isEmpty() && !word.isEmpty();
                (script ? scripts : files).add(words.get(i));
            } else if (OPTION.matcher(word).matches()) {
                inPlace |= word.startsWith("--in") || (!word.startsWith("--") && word.indexOf('i') > 0);
            } else {
                unknown = true;
                effects.script(words.get(i));
            }
        }
        if (inPlace) {
            effects.write(files);
        } else {
            effects.read(files);
        }
        boolean filled = !unknown
                && scripts.stream().anyMatch(it -> Holes.areIn(it.text()))
                && scripts.stream()
                        .allMatch(it -> isPlain(FILLED.matcher(it.text()).replaceAll("0")));
        if (filled) {
            effects.unknown("has sed run a text that is not known in full");
            return;
        }
        boolean plain = !unknown && scripts.stream().allMatch(SedScript::isPlain);
        if (!plain) {
            scripts.forEach(effects::code);
            effects.ask("has sed run or write something");
            effects.write(files);
        }
        if (plain && !inPlace) {
            effects.lookOnly();
        }
    }

    private static boolean isPlain(Arg script) {
        String text = script.text();
        return script.isLiteral() && text.length() <= LONGEST && isPlain(text);
    }

    /** Commands between semicolons and line feeds; a text may hold either. */
    private static boolean isPlain(String text) {
        List<Integer> ends = new ArrayList<>();
        for (int at = 0; at < text.length(); at++) {
            if (";\n}".indexOf(text.charAt(at)) >= 0) {
                ends.add(at);
            }
        }
        ends.add(text.length());
        if (ends.size() > MOST_COMMANDS) {
            return false;
        }
        boolean[] plain = new boolean[text.length() + 2];
        plain[0] = true;
        for (int end : ends) {
            for (int start = 0; start <= end && !plain[end + 1]; start++) {
                plain[end + 1] = plain[start] && isOne(text.substring(start, end));
            }
        }
        return plain[text.length() + 1];
    }

    private static boolean isOne(String text) {
        var address = PLAIN.matcher(text);
        String rest = address.lookingAt() ? text.substring(address.end()) : text;
        String command = rest.strip();
        return command.isEmpty()
                || COMMAND.matcher(command).matches()
                || COMMAND.matcher(command.replaceFirst("\\s*}+$", "")).matches();
    }
}
