package dev.carabiner.guard.program;

import dev.carabiner.guard.line.Arg;
import dev.carabiner.guard.line.Holes;
import dev.carabiner.guard.line.Input;
import dev.carabiner.guard.line.Reading;
import dev.carabiner.guard.line.Regex;
import dev.carabiner.guard.line.ShellCommand;
import dev.carabiner.guard.line.ShellReader;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * All that a line does: the effects of its commands, and of those that they run in turn, as far as their words tell.
 */
public final class LineEffects {

    private static final int DEEPEST = 8;
    private static final int MOST = 4_000;
    private static final Set<String> DOWNLOADERS =
            Set.of("curl", "wget", "wget2", "fetch", "aria2c", "lynx", "http", "https", "xh", "httpie", "axel");

    private static final Set<String> FINDERS =
            Set.of("find", "gfind", "bfs", "fd", "fdfind", "xargs", "gxargs", "parallel");

    /** Where a line is that has not gone elsewhere. */
    private static final Set<String> START = Set.of("");

    private final ShellReader reader;
    private final ProgramTable table;
    private final List<Effects> all = new ArrayList<>();
    private final List<String> hidden = new ArrayList<>();
    private final List<Arg> codes = new ArrayList<>();
    private boolean runsDownload;
    private boolean multiplies;
    private boolean disguises;

    private LineEffects(ShellReader reader, ProgramTable table) {
        this.reader = reader;
        this.table = table;
    }

    /** Reads a line and looks its commands up. It never throws. */
    public static LineEffects of(String line, ShellReader reader, ProgramTable table) {
        LineEffects effects = new LineEffects(reader, table);
        effects.add(reader.read(line), START, 0);
        return effects;
    }

    /** The effects of every command of the line, in order. */
    public List<Effects> all() {
        return all;
    }

    /** Why the line runs more than what was found; empty if it does not. */
    public List<String> hidden() {
        return hidden;
    }

    /** Texts of other languages that it runs. */
    public List<Arg> codes() {
        return codes;
    }

    /** Whether it runs what it has just fetched. */
    public boolean runsDownload() {
        return runsDownload;
    }

    /** Whether a function starts itself more than once. */
    public boolean multiplies() {
        return multiplies;
    }

    /** Whether the name of a program is spelled in a way that hides it. */
    public boolean disguises() {
        return disguises;
    }

    /** Whether every command is known by its name, and nothing else is run. */
    public boolean isClear() {
        return hidden.isEmpty()
                && codes.isEmpty()
                && all.stream().noneMatch(it -> it.isOpaque() || !isNamed(it.command()));
    }

    private static boolean isNamed(ShellCommand command) {
        return command.argv().isEmpty() || command.argv().getFirst().isLiteral();
    }

    private void add(Reading reading, Set<String> directories, int depth) {
        hidden.addAll(reading.doubts());
        multiplies |= reading.multiplies();
        disguises |= reading.disguises();
        for (ShellCommand command : reading.commands()) {
            add(directories.equals(START) ? command : command.in(from(directories, command)), depth);
        }
    }

    private static Set<String> from(Set<String> directories, ShellCommand command) {
        Set<String> there = new LinkedHashSet<>();
        for (String directory : directories) {
            command.directories().forEach(it -> there.add(ShellCommand.resolved(directory, it)));
        }
        return there;
    }

    private void add(ShellCommand given, int depth) {
        ShellCommand command = elsewhere(given);
        if (depth > DEEPEST || all.size() > MOST) {
            hidden.add("more is run than can be looked at");
            return;
        }
        Effects effects = table.effects(command);
        all.add(effects);
        String name = command.program().substring(command.program().lastIndexOf('/') + 1);
        boolean finds = FINDERS.contains(name);
        if (finds && effects.runs().stream().anyMatch(it -> !table.effects(it).looksOnly() && !checks(it))) {
            boolean gentle = effects.runs().stream().allMatch(it -> checks(it) || isSubstitution(it));
            if (gentle) {
                effects.unknown("would change whatever it finds");
            } else {
                effects.ask("would do something to whatever it finds");
            }
        }
        effects.runs().forEach(it -> add(it, depth + 1));
        effects.lines().forEach(it -> addLine(it, command, depth));
        boolean speaks = !effects.codes().isEmpty() || effects.runsInput();
        if (speaks && !loadsNothing(command, name, effects)) {
            effects.unknown("runs code that is not looked into");
        }
        codes.addAll(effects.codes());
        effects.codes().forEach(it -> checkSources(it.sources()));
        for (Arg script : effects.scripts()) {
            checkSources(script.sources());
            if (Regex.fits(script.text(), "/dev/(stdin|fd/0)|/proc/self/fd/0|-")) {
                addInput(command, table.isShell(command.program()), depth);
            } else if (Regex.fits(script.text(), "/dev/fd/.*|/proc/self/fd/.*")
                    && script.sources().isEmpty()) {
                hidden.add("what comes through a descriptor is run");
            } else if (!script.sources().isEmpty()) {
                hidden.add("what a program prints is run");
            }
        }
        if (effects.runsInput()) {
            addInput(command, table.isShell(command.program()), depth);
        }
    }

    /** Whether a known interpreter runs the text that it is given, with nothing else loaded before. */
    private static boolean loadsNothing(ShellCommand command, String name, Effects effects) {
        String harmless = name.equals("php") ? "-r" : "-[ceEnplauB0]*|-i(\\.bak)?|-pi|--eval|--print";
        return Regex.fits(name, "python[\\d.]*|node|nodejs|perl|ruby|php")
                && command.arguments().stream()
                        .filter(it -> !effects.codes().contains(it))
                        .map(Arg::text)
                        .allMatch(it -> !it.startsWith("-") || Regex.fits(it, harmless));
    }

    /** Whether it is a tool that formats or checks the files of the project that it is given. */
    private boolean checks(ShellCommand command) {
        Effects effects = table.effects(command);
        return effects.builds()
                && effects.weight() == Effects.Weight.KNOWN
                && Regex.fits(
                        command.program(),
                        "ruff|black|isort|flake8|mypy|pylint|eslint|prettier|gofmt|goimports|rustfmt|clang-format|clang-tidy|shellcheck|shfmt|yamllint|rubocop|stylelint|markdownlint|codespell")
                && command.argv().stream().noneMatch(it -> Holes.has(it.text(), Holes.ANY));
    }

    /** {@code sed -i s/one/another/}, which empties no file and deletes none. */
    private static boolean isSubstitution(ShellCommand command) {
        List<String> words = command.arguments().stream().map(Arg::text).toList();
        return command.program().equals("sed")
                && words.size() >= 3
                && words.getFirst().startsWith("-i")
                && Regex.fits(
                        String.join(" ", words.subList(1, words.size() - 1)),
                        "(?:-E |-e )*s([/|#,@:])(?:\\\\.|(?!\\1)[^\\\\*])+\\1(?:\\\\.|(?!\\1)[^\\\\])*\\1[gI0-9]*");
    }

    /** {@code git -C there}, {@code env --chdir=there}: it may work in another directory than the line. */
    private static ShellCommand elsewhere(ShellCommand command) {
        List<Arg> words = command.arguments();
        for (int i = 0; i < words.size(); i++) {
            String text = words.get(i).text();
            boolean attached = Regex.fits(text, "--(chdir|directory|cwd|wd)=.*|-C[./~].*");
            boolean next = Regex.fits(text, "-C|--(chdir|directory|cwd|wd)") && i + 1 < words.size();
            if (attached || next) {
                String place = next ? words.get(i + 1).text() : text.replaceFirst("-C|--\\w+=", "");
                Set<String> there = new LinkedHashSet<>(command.directories());
                command.directories().forEach(it -> there.add(ShellCommand.resolved(it, place)));
                return command.in(there);
            }
        }
        return command;
    }

    private void addLine(Arg text, ShellCommand command, int depth) {
        checkSources(text.sources());
        if (text.isLiteral()) {
            add(reader.read(text.text()), command.directories(), depth + 1);
        } else {
            add(reader.read(Holes.without(text.text())), command.directories(), depth + 1);
            hidden.add("a text that is not known is run");
        }
    }

    private void addInput(ShellCommand command, boolean shell, int depth) {
        switch (command.input()) {
            case Input.Text(String text, List<ShellCommand> sources) -> {
                Arg known = new Arg(text, Arg.Count.ONE, sources);
                if (shell) {
                    addLine(known, command, depth);
                } else {
                    checkSources(sources);
                    codes.add(known);
                }
            }
            case Input.File(Arg file) -> {
                checkSources(file.sources());
                hidden.add("what a file holds is run");
            }
            case Input.Pipe(List<ShellCommand> producers) -> {
                checkSources(producers);
                String printed = shell && producers.size() == 1 ? printed(producers.getFirst()) : "";
                if (!printed.isEmpty()) {
                    add(reader.read(printed), command.directories(), depth + 1);
                }
                hidden.add("what a program prints is run");
            }
            case Input.Inherited unused -> hidden.add("its input is run");
        }
    }

    /** What {@code echo} and {@code printf} surely print. */
    private static String printed(ShellCommand producer) {
        boolean prints = Regex.fits(producer.program(), "echo|printf") && producer.isLiteral();
        return prints
                ? String.join(" ", producer.arguments().stream().map(Arg::text).toList())
                        .replaceFirst("^-[neE]+ ", "")
                        .replace("\\n", "\n")
                : "";
    }

    private void checkSources(List<ShellCommand> sources) {
        for (ShellCommand source : sources) {
            boolean downloads =
                    source.argv().stream().anyMatch(it -> DOWNLOADERS.contains(ProgramTable.baseName(it.text())));
            runsDownload |= downloads;
            if (source.input() instanceof Input.Pipe(List<ShellCommand> producers)) {
                checkSources(producers);
            }
        }
    }
}
