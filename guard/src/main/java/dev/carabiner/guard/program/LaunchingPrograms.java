package dev.carabiner.guard.program;

import dev.carabiner.guard.line.Arg;
import dev.carabiner.guard.line.Holes;
import dev.carabiner.guard.line.Input;
import dev.carabiner.guard.line.Regex;
import dev.carabiner.guard.line.ShellCommand;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Programs that run another one, or a text, which is somewhere among their words. */
final class LaunchingPrograms {

    private LaunchingPrograms() {}

    static boolean apply(String special, Invocation invocation, Effects effects) {
        List<Arg> words = invocation.words();
        switch (special) {
            case "shell" -> {
                shell(words, effects);
                if (!effects.lines().isEmpty() || effects.runsInput()) {
                    effects.unknown("has a shell run a line");
                }
            }
            case "box" -> {
                if (invocation.has("--install", "-i", "-s")) {
                    effects.ask("would put other programs in the place of the system's");
                } else if (words.isEmpty() || words.getFirst().text().startsWith("-")) {
                    effects.lookOnly();
                } else {
                    effects.run(words);
                }
            }
            case "arch" -> {
                if (words.isEmpty()) {
                    effects.lookOnly();
                }
                effects.run(unless(words, "-.*|x86_64|i[3-6]86|linux(32|64)|aarch64"));
                if (!words.isEmpty()) {
                    effects.unknown("runs a program in surroundings of its own");
                }
            }
            case "env" -> env(words, effects);
            case "xargs" -> xargs(words, effects);
            case "parallel" -> parallel(invocation.operands(), effects);
            case "sudo" -> {
                List<Arg> command = invocation.operands();
                int from = Set.of("gosu", "su-exec", "sg", "setuidgid", "s6-setuidgid")
                                .contains(invocation.program().key())
                        ? 1
                        : 0;
                boolean user = Set.of("su", "runuser", "newgrp")
                        .contains(invocation.program().key());
                if (!user && command.size() > from) {
                    effects.run(withoutSettings(command.subList(from, command.size())));
                }
            }
            case "mask" -> {
                List<Arg> command = unless(words, "-.*|[0-9a-fA-Fx,.:-]+|[\\w.:=/-]+:[\\w/-]+");
                if (command.isEmpty()) {
                    effects.lookOnly();
                }
                effects.run(command);
            }
            case "flock" -> {
                List<Arg> command = invocation.operandsFrom(1);
                if (!command.isEmpty() && command.getFirst().text().equals("-c")) {
                    effects.line(Meaning.joined(command.subList(1, command.size())));
                } else {
                    effects.run(command);
                }
                effects.write(
                        invocation.operands().isEmpty()
                                ? List.of()
                                : invocation.operands().subList(0, 1));
            }
            case "source" -> {
                if (!Regex.fits(
                        invocation.operand(0),
                        "(\\./)?([\\w.-]+/)?bin/activate(\\.\\w+)?"
                                + "|/etc/(os|lsb)-release|(~|\\$HOME|/root|/(home|Users)/[\\w.-]+)/\\.(nvm/nvm\\.sh|cargo/env|sdkman/bin/sdkman-init\\.sh)")) {
                    effects.unknown("reads a file into the shell itself");
                }
                return false;
            }
            case "othershell" -> {
                return false;
            }
            case "trace", "terminal" -> effects.run(unless(words, "-.*|\\d+"));
            default -> {
                return false;
            }
        }
        return true;
    }

    /** The words from the first one on that is not like this. */
    private static List<Arg> unless(List<Arg> words, String skipped) {
        int at = 0;
        while (at < words.size() && Regex.fits(words.get(at).text(), skipped)) {
            at++;
        }
        return words.subList(at, words.size());
    }

    private static List<Arg> withoutSettings(List<Arg> words) {
        return unless(words, "[A-Za-z_][A-Za-z0-9_]*=.*");
    }

    /** A script's name, a text behind {@code -c}, or whatever comes on its input. */
    private static void shell(List<Arg> words, Effects effects) {
        boolean text = false;
        boolean checks = false;
        int at = 0;
        while (at < words.size() && Regex.fits(words.get(at).text(), "[-+].+")) {
            String option = words.get(at).text();
            boolean cluster = !option.startsWith("--");
            text |= option.startsWith("-") && cluster && option.indexOf('c') > 0;
            checks |= option.equals("-n") && at == 0;
            checks &= !option.startsWith("+");
            if (Regex.fits(option, "--(init-file|rcfile)(=.*)?")) {
                effects.ask("has a shell run what is not looked at");
            }
            if (Regex.fits(option, "-[a-zA-Z]*s[a-zA-Z]*")) {
                effects.runInput();
            }
            at += Regex.fits(option, "[-+][a-zA-Z]*[oO]|--init-file|--rcfile") ? 2 : 1;
            if (option.equals("--")) {
                break;
            }
            if (text && cluster && Regex.fits(option, "-[a-zA-Z]*c.+") && !Regex.fits(option, "-[a-zA-Z]+")) {
                effects.line(words.get(at - 1).withText(option.substring(option.indexOf('c') + 1)));
            }
        }
        List<Arg> rest = words.subList(Math.min(at, words.size()), words.size());
        if (text) {
            if (rest.isEmpty()) {
                effects.ask("has a shell run what is not looked at");
            } else {
                effects.line(rest.getFirst());
            }
        } else if (checks) {
            effects.read(rest);
            effects.lookOnly();
        } else if (rest.isEmpty()) {
            if (!words.isEmpty() && words.getFirst().text().equals("--version")) {
                effects.lookOnly();
            } else {
                effects.runInput();
            }
        } else {
            effects.script(rest.getFirst());
        }
    }

    private static void env(List<Arg> words, Effects effects) {
        int at = 0;
        List<ShellCommand.Setting> settings = new ArrayList<>();
        while (at < words.size()) {
            String word = words.get(at).text();
            if (Regex.fits(word, "-S.*|--split-string.*|-[a-zA-Z]*S.*")) {
                String attached = word.replaceFirst("^(--split-string=?|-[a-zA-Z]*?S)", "");
                List<Arg> rest = new ArrayList<>(words.subList(at + 1, words.size()));
                if (!attached.isEmpty()) {
                    rest.addFirst(Arg.of(attached));
                }
                effects.line(Meaning.joined(rest));
                effects.ask("has env split a line and run it");
                return;
            }
            if (word.startsWith("BASH_FUNC_")) {
                effects.ask("gives shells a function in the place of a program");
            }
            int sign = word.indexOf('=');
            boolean setting = Regex.fits(word, "(?s)[A-Za-z_][A-Za-z0-9_]*=.*");
            if (setting) {
                settings.add(new ShellCommand.Setting(
                        word.substring(0, sign), words.get(at).withText(word.substring(sign + 1))));
            } else if (!word.startsWith("-")) {
                break;
            }
            at += Regex.fits(word, "-[uC]|--unset|--chdir") ? 2 : 1;
        }
        if (at >= words.size()) {
            effects.lookOnly();
            return;
        }
        boolean plain = words.subList(0, at).stream()
                .allMatch(it ->
                        Regex.fits(it.text(), "(?s)[A-Za-z_]\\w*=.*|-i|-|--ignore-environment|-u.*|--unset.*|\\w+"));
        ShellCommand inner = effects.command().running(words.subList(at, words.size()));
        Effects known = ProgramTable.standard().effects(inner);
        boolean usual = known.weight() == Effects.Weight.KNOWN && (known.builds() || known.looksOnly());
        if (!plain || !usual) {
            effects.unknown("runs a program in surroundings of its own");
        }
        effects.run(new ShellCommand(
                inner.argv(), settings, inner.reads(), inner.writes(), inner.input(), inner.directories()));
    }

    /** Words from its input are put behind those of the command, or in the place of a mark. */
    private static void xargs(List<Arg> words, Effects effects) {
        int at = 0;
        String mark = "";
        while (at < words.size() && words.get(at).text().startsWith("-")) {
            String option = words.get(at).text();
            boolean valued = Regex.fits(
                    option,
                    "-[0rtpx]*[InLPsdEaJS]|--(max-args|max-procs|delimiter|arg-file|max-chars|process-slot-var)");
            if (Regex.fits(option, "-[0rtpx]*[IJ].*") || option.startsWith("-i") || option.startsWith("--replace")) {
                mark = Regex.fits(option, "-[0rtpx]*[IJ]") && at + 1 < words.size()
                        ? words.get(at + 1).text()
                        : option.replaceFirst("-[0rtpx]*[IJi]|--replace=?", "");
                mark = mark.isEmpty() ? "{}" : mark;
            }
            at += valued ? 2 : 1;
        }
        List<Arg> command = new ArrayList<>();
        for (Arg word : words.subList(Math.min(at, words.size()), words.size())) {
            boolean marked = !mark.isEmpty() && word.text().contains(mark);
            command.add(marked ? word.withText(word.text().replace(mark, String.valueOf(Holes.ANY))) : word);
        }
        if (command.isEmpty()) {
            command.add(Arg.of("echo"));
        }
        if (mark.isEmpty()) {
            char hole = listsFiles(effects.command()) ? Holes.NAMES : Holes.ANY;
            command.add(new Arg(String.valueOf(hole), Arg.Count.ANY, List.of()));
        }
        effects.run(command);
    }

    /** Whether its input surely is a list of files below the working directory. */
    private static boolean listsFiles(ShellCommand command) {
        return command.input() instanceof Input.Pipe(List<ShellCommand> producers)
                && producers.stream().allMatch(LaunchingPrograms::printsFiles);
    }

    private static boolean printsFiles(ShellCommand producer) {
        boolean lister = Regex.fits(producer.program(), "find|fd|fdfind|ls|rg|grep|git|sort|head|tail|uniq|seq");
        boolean git = !producer.program().equals("git")
                || (producer.argv().size() > 1
                        && Regex.fits(producer.argv().get(1).text(), "ls-files|grep|diff|ls-tree"));
        boolean prints = producer.arguments().stream()
                .anyMatch(it -> Regex.fits(it.text(), "-printf|-fprint.*|-exec.*|-o|--format.*"));
        return lister
                && git
                && !prints
                && producer.arguments().stream()
                        .noneMatch(it ->
                                Regex.fits(it.text(), "(?s)[/~].*|.*\\.\\..*") || Holes.has(it.text(), Holes.ANY));
    }

    private static void parallel(List<Arg> words, Effects effects) {
        List<Arg> command = new ArrayList<>();
        for (Arg word : words) {
            if (Regex.fits(word.text(), ":::+\\+?")) {
                break;
            }
            command.add(word);
        }
        if (command.isEmpty()) {
            effects.ask("runs the lines of its input");
            return;
        }
        command.add(new Arg(String.valueOf(Holes.ANY), Arg.Count.ANY, List.of()));
        Arg line = Meaning.joined(command);
        effects.run(command);
        effects.line(line.withText(line.text().replace("{}", String.valueOf(Holes.ANY))));
    }
}
