package dev.carabiner.guard.program;

import dev.carabiner.guard.line.Arg;
import dev.carabiner.guard.line.Holes;
import dev.carabiner.guard.line.Regex;
import dev.carabiner.guard.program.Invocation.Option;
import dev.carabiner.guard.program.Program.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** What a row says about an invocation. */
final class Meaning {

    /** Scripts by which a framework is told what to do. */
    private static final Pattern FRAMEWORKS =
            Pattern.compile("(?:.*/)?(?:manage\\.py|setup\\.py|artisan|console|rails|rake|drush|wp)");

    private Meaning() {}

    static void apply(Invocation invocation, Effects effects, ProgramTable table) {
        Program program = invocation.program();
        if (isPassed(invocation)) {
            effects.lookOnly();
            return;
        }
        options(invocation, effects);
        network(program, effects);
        boolean done = Specials.apply(invocation, effects, table);
        if (!done) {
            operands(invocation, effects);
        }
        boolean opaque = program.is("net")
                && program.is("words")
                && invocation.words().stream()
                        .anyMatch(it -> Holes.has(it.text(), Holes.ANY)
                                || (!it.sources().isEmpty() && Holes.areIn(it.text())));
        if (opaque) {
            effects.ask("would send what is not known to another machine");
        }
        if (program.is("ask")) {
            effects.ask(program.why());
        } else if (program.is("deny")) {
            effects.deny(program.why());
        } else if (program.is("unknown")) {
            effects.unknown("runs " + program.key() + " in a way that is not known");
            effects.touch(invocation.operands());
        } else {
            unnamed(invocation, effects, table);
        }
        if (program.is("builds") && program.key().indexOf(' ') > 0) {
            List<Arg> all = effects.command().arguments();
            BuildOptions.check(
                    program.key(),
                    all.subList(0, Math.max(0, all.size() - invocation.words().size())),
                    effects);
        }
        if (invocation.open() && minds(program)) {
            effects.unknown("gives " + program.key() + " words that are not known");
        }
    }

    /** The world is closed: options and subcommands that neither a row nor the list of harmless options names. */
    private static void unnamed(Invocation invocation, Effects effects, ProgramTable table) {
        Program program = invocation.program();
        String option = invocation.unknownOption();
        if (!option.isEmpty()) {
            effects.unknownOption(
                    "gives " + program.key() + " the option " + Holes.shown(option) + ", of which nothing is known");
        }
        boolean unnamed = table.isAbove(program) && !invocation.operands().isEmpty();
        if (unnamed) {
            effects.unknown("runs " + program.key() + " " + invocation.operand(0) + ", of which nothing is known");
        }
    }

    /** Whether an option could make it do something else than its operands say. */
    private static boolean minds(Program program) {
        boolean harmless = program.is("words") || program.is("nothing") || program.is("lists");
        return !harmless || program.options().values().stream().anyMatch(kind -> !kind.isHarmless());
    }

    private static boolean isPassed(Invocation invocation) {
        Program program = invocation.program();
        Set<String> names = program.optionNames();
        boolean option = invocation.options().stream().anyMatch(it -> it.kind() == Kind.PASSED);
        boolean word = !invocation.operands().isEmpty()
                && names.contains(invocation.operand(0))
                && program.kind(invocation.operand(0)) == Kind.PASSED;
        if (!option && !word) {
            return false;
        }
        boolean other = invocation.options().stream()
                .anyMatch(it -> it.kind() == null || !it.kind().isHarmless());
        return !other && !invocation.open();
    }

    private static void options(Invocation invocation, Effects effects) {
        for (Option option : invocation.options()) {
            if (option.kind() == null) {
                continue;
            }
            switch (option.kind()) {
                case WRITTEN -> effects.write(option.value());
                case READ -> effects.read(List.of(option.value()));
                case LINE -> {
                    effects.line(option.value());
                    effects.ask("has " + invocation.program().key() + " run a program");
                }
                case COMMAND -> effects.run(untilEnd(option.rest()));
                case CODE -> effects.code(option.value());
                case LOADED -> effects.script(option.value());
                case ASKED -> effects.ask(reason(invocation.program(), option.name()));
                case DENIED -> effects.deny(reason(invocation.program(), option.name()));
                case DIRECTORY -> effects.write(option.value());
                case INPLACE -> effects.write(invocation.operands());
                case VALUE, PASSED, FLAG -> {
                    // says nothing by itself
                }
            }
        }
    }

    private static String reason(Program program, String option) {
        return program.why().isEmpty()
                ? "uses " + option + " of " + program.key() + ", which can run something"
                : program.why();
    }

    static List<Arg> untilEnd(List<Arg> words) {
        List<Arg> command = new ArrayList<>();
        for (Arg word : words) {
            if (word.text().equals(";") || word.text().equals("+")) {
                break;
            }
            command.add(
                    word.text().contains("{}")
                            ? word.withText(word.text().replace("{}", String.valueOf(Holes.NAMES)))
                            : word);
        }
        return command;
    }

    private static void network(Program program, Effects effects) {
        if (program.is("net")) {
            effects.useNetwork();
        }
        if (program.is("sends")) {
            effects.send();
        }
        if (program.is("host")) {
            effects.needHost();
        }
    }

    static void operands(Invocation invocation, Effects effects) {
        Program program = invocation.program();
        List<Arg> operands = invocation.operands();
        for (String meaning : program.meanings().keySet()) {
            switch (meaning) {
                case "reads" -> {
                    effects.read(operands);
                    effects.lookOnly();
                }
                case "lists" -> {
                    effects.list(operands);
                    effects.lookOnly();
                }
                case "words", "nothing" -> effects.lookOnly();
                case "writes" ->
                    effects.write(chosen(operands, program.meanings().get(meaning)));
                case "copies" -> copied(invocation, effects);
                case "moves" -> {
                    effects.move(invocation.has("-t", "--target-directory") ? operands : allButLast(operands));
                    copied(invocation, effects);
                }
                case "deletes" -> {
                    effects.write(operands);
                    if (invocation.has("-r", "-R", "--recursive", "-d")) {
                        effects.tree(operands);
                    }
                }
                case "builds" -> {
                    effects.build();
                    BuildWords.check(invocation, effects);
                }
                case "script" -> script(invocation, effects);
                case "launch" -> {
                    String skipped = program.meanings().get(meaning);
                    List<Arg> command = invocation.operandsFrom(skipped.isEmpty() ? 0 : Integer.parseInt(skipped));
                    effects.run(command);
                    if (command.size() > 2 && command.get(1).text().equals("--")) { // which some launchers take away
                        List<Arg> without = new ArrayList<>(command);
                        without.remove(1);
                        effects.run(without);
                    }
                    misread(invocation, effects);
                }
                case "text" -> effects.line(joined(operands));
                case "code" -> {
                    if (!operands.isEmpty()) {
                        effects.code(operands.getFirst());
                    }
                    effects.read(invocation.operandsFrom(1));
                }
                default -> {
                    // looked at elsewhere
                }
            }
        }
    }

    /** What a row takes for the value of an option may be the program, where another program of the row has no value there. */
    private static void misread(Invocation invocation, Effects effects) {
        for (Option option : invocation.options()) {
            boolean program = option.kind() == Kind.VALUE
                    && !option.value().text().isEmpty()
                    && option.name().length() == 2
                    && ProgramTable.standard().knows(option.value().text());
            if (program) {
                List<Arg> command = new ArrayList<>(List.of(option.value()));
                command.addAll(option.rest());
                effects.run(command);
            }
        }
    }

    private static void copied(Invocation invocation, Effects effects) {
        List<Arg> operands = invocation.operands();
        boolean directoryFirst = invocation.has("-t", "--target-directory");
        effects.read(directoryFirst ? operands : allButLast(operands));
        if (!directoryFirst && !operands.isEmpty()) {
            effects.write(operands.getLast());
        }
    }

    static List<Arg> allButLast(List<Arg> operands) {
        return operands.isEmpty() ? operands : operands.subList(0, operands.size() - 1);
    }

    private static List<Arg> chosen(List<Arg> operands, String which) {
        if (operands.isEmpty()) {
            return operands;
        }
        return switch (which) {
            case "first" -> operands.subList(0, 1);
            case "last" -> operands.subList(operands.size() - 1, operands.size());
            case "rest" -> operands.subList(1, operands.size());
            case "second" -> operands.size() > 1 ? operands.subList(1, 2) : List.of();
            default -> operands;
        };
    }

    /** Code by an option makes every operand a word for it. */
    static void script(Invocation invocation, Effects effects) {
        boolean code = invocation.options().stream().anyMatch(it -> it.kind() == Kind.CODE);
        if (code) {
            return;
        }
        List<Arg> operands = invocation.operands();
        if (operands.isEmpty() || operands.getFirst().text().equals("-")) {
            boolean asks = !invocation.options().isEmpty()
                    && invocation.options().stream().allMatch(it -> Regex.fits(it.name(), "-[vVh]|--version|--help"));
            if (!asks) {
                effects.runInput();
            }
            return;
        }
        if (operands.getFirst().text().equals("eval")) {
            effects.code(operands.getLast());
            return;
        }
        effects.script(operands.getFirst());
        if (FRAMEWORKS.matcher(operands.getFirst().text()).matches()) {
            BuildWords.check(operands.getFirst().text(), operands.subList(1, operands.size()), effects);
            BuildOptions.check(operands.getFirst().text(), operands.subList(1, operands.size()), effects);
        }
    }

    static Arg joined(List<Arg> words) {
        StringBuilder text = new StringBuilder();
        Arg.Count count = Arg.Count.ONE;
        List<dev.carabiner.guard.line.ShellCommand> sources = new ArrayList<>();
        for (Arg word : words) {
            text.append(text.isEmpty() ? "" : " ").append(word.text());
            count = word.count() == Arg.Count.ONE ? count : Arg.Count.ANY;
            sources.addAll(word.sources());
        }
        return new Arg(text.toString(), count, List.copyOf(sources));
    }
}
