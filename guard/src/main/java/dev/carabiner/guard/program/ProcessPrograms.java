package dev.carabiner.guard.program;

import dev.carabiner.guard.line.Arg;
import dev.carabiner.guard.line.Holes;
import dev.carabiner.guard.line.Regex;
import java.util.List;

/** Programs that look at processes and services, or end them. */
final class ProcessPrograms {

    private ProcessPrograms() {}

    static boolean apply(String special, Invocation invocation, Effects effects) {
        switch (special) {
            case "bare" -> {
                if (!invocation.operands().isEmpty()) {
                    effects.ask("would change the machine or run a command");
                    effects.run(invocation.operands());
                }
                return false;
            }
            case "date" -> {
                if (invocation.hasWord("-[uR]*s.*|--s.*")) { // -Is asks for seconds, and sets nothing
                    effects.ask("would set the clock");
                }
                boolean given = invocation.operands().stream().anyMatch(it -> Regex.fits(it.text(), "\\d{8,}.*"));
                if (given && !invocation.has("-j")) {
                    effects.ask("would set the clock");
                }
                effects.read(invocation.values("-r", "--reference", "-f", "--file"));
                effects.lookOnly();
            }
            case "size" -> {
                if (invocation.hasWord(
                        "(?i)(-[sl]|--(size|length)=?)?[+]?\\d+[TPEZY]i?b?|(?i)(-[sl]|--(size|length)=?)?[+]?\\d{2,}Gi?b?")) {
                    effects.ask("would fill the disk");
                }
                return false;
            }
            case "ps" -> ps(invocation, effects);
            case "kill" -> kill(invocation, effects);
            case "environment" -> effects.lookOnly();
            case "systemctl" -> {
                String verb = invocation.operand(0);
                if (Regex.fits(
                        verb,
                        "poweroff|reboot|halt|kexec|suspend|hibernate|rescue|emergency|exit|soft-reboot|hybrid-sleep|isolate|default")) {
                    effects.deny("would turn the machine off");
                } else if (!Regex.fits(
                        verb, "status|is-active|is-enabled|is-failed|list-.*|show|cat|get-default|show-environment|")) {
                    effects.ask("would start, stop or change a service");
                }
                effects.lookOnly();
            }
            case "own" -> {
                boolean harmless = invocation.words().isEmpty()
                        || Regex.fits(invocation.words().getFirst().text(), "--version|--help|-h|events");
                if (!harmless) {
                    effects.deny("would run the program that decides what an agent may do");
                }
                effects.lookOnly();
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    /** Its options may come without a dash; {@code e} shows the environment of every process. */
    private static void ps(Invocation invocation, Effects effects) {
        for (Arg word : invocation.words()) {
            boolean plain = !word.text().startsWith("-") && Regex.fits(word.text(), "[a-zA-Z]+");
            boolean bsd = (plain && word.text().indexOf('e') >= 0) || Regex.fits(word.text(), "-[a-zA-Z]*E[a-zA-Z]*");
            boolean environ = Regex.fits(word.text(), "(?s).*\\b(environ)\\b.*");
            if ((bsd && !isValue(invocation.words(), word)) || environ) {
                effects.deny("would read what processes were started with, keys among it");
            }
            if (Holes.areIn(word.text())) {
                effects.unknown("gives ps words that are not known");
            }
        }
        effects.lookOnly();
    }

    private static boolean isValue(List<Arg> words, Arg word) {
        int at = words.indexOf(word);
        return at > 0
                && Regex.fits(
                        words.get(at - 1).text(), "-[oOpuUgGtCqs]|o|--(format|pid|user|sort|ppid|cols)|-[a-zA-Z]*o");
    }

    private static void kill(Invocation invocation, Effects effects) {
        List<Arg> words = invocation.words();
        boolean all = words.size() > 1 && Regex.fits(words.getLast().text(), "-1|0");
        if (invocation.program().key().equals("kill") && all) {
            effects.deny("would end every process of the user");
            return;
        }
        boolean lists = invocation.has("-l", "-L", "--list")
                || words.stream().anyMatch(it -> it.text().equals("-0"));
        boolean jobs = !words.isEmpty()
                && words.stream().allMatch(it -> Regex.fits(it.text(), "-.*|%.*|\\d+") || onlyPlain(it));
        boolean numbers = words.stream().anyMatch(it -> Regex.fits(it.text(), "\\d+"));
        if (jobs && numbers && !lists) {
            effects.unknown("would end a process by its number");
        }
        if (invocation.program().key().equals("kill") && (lists || jobs)) {
            effects.lookOnly();
            return;
        }
        boolean java = words.stream()
                .anyMatch(it -> Regex.fits(it.text(), "(?i).*(java|carabiner|bwrap|-u|-U|\\.\\*|^\\.$).*"));
        if (java) {
            effects.deny("would end the guard");
        }
        effects.ask("would end processes");
    }

    /** As {@code $!} is; the numbers that a program prints may be those of any process. */
    private static boolean onlyPlain(Arg word) {
        return word.sources().isEmpty() && word.text().chars().allMatch(c -> c == Holes.SAFE);
    }
}
