package dev.carabiner.guard.line;

import dev.carabiner.guard.line.Arg.Count;
import dev.carabiner.guard.line.Node.Assignment;
import dev.carabiner.guard.line.ShellCommand.Setting;
import dev.carabiner.guard.line.Walk.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Runs one simple command: expands its words, and follows it if it is a function or changes what is known. */
final class SimpleWalk {

    private static final Set<String> TRANSPARENT = Set.of("command", "builtin", "exec");

    private final Walk walk;
    private final Expander expander;
    private final Builtins builtins;
    private List<ShellCommand> ways = List.of();

    SimpleWalk(Walk walk, Expander expander) {
        this.walk = walk;
        this.expander = expander;
        this.builtins = new Builtins(walk, expander);
    }

    /** What the last simple command may have been. */
    List<ShellCommand> ways() {
        return ways;
    }

    /** The input behind these redirections. What they write is listed, as of a command without words. */
    Input redirected(List<Redirect> redirects, State state, Input input) {
        Files files = files(redirects, state, input);
        walk.list(new ShellCommand(List.of(), List.of(), files.reads, files.writes, files.input, state.directories()));
        return files.input;
    }

    private static final class Files {
        final List<Arg> reads = new ArrayList<>();
        final List<Arg> writes = new ArrayList<>();
        Input input;

        Files(Input input) {
            this.input = input;
        }
    }

    private Files files(List<Redirect> redirects, State state, Input input) {
        Files files = new Files(input);
        for (Redirect redirect : redirects) {
            if (redirect.kind() == Redirect.Kind.TEXT) {
                String text = expander.text(redirect.target(), state);
                List<ShellCommand> sources =
                        expander.value(redirect.target(), state).getFirst().sources();
                files.input = new Input.Text(text, sources);
                continue;
            }
            if (redirect.kind() == Redirect.Kind.STREAM) {
                boolean plain = redirect.target().unquoted() != null;
                if (!plain) {
                    expander.target(redirect.target(), state);
                    walk.doubt("a stream that is not known");
                }
                continue;
            }
            List<Arg> targets = expander.target(redirect.target(), state);
            if (redirect.kind() != Redirect.Kind.READ) {
                files.writes.addAll(targets);
            }
            if (redirect.kind() != Redirect.Kind.WRITE && !targets.isEmpty()) {
                files.reads.addAll(targets);
                files.input = new Input.File(targets.getFirst());
            }
        }
        return files;
    }

    /** What cannot be redirected is not run. */
    Outcome run(Node.Simple command, State state, Input input) {
        boolean mayFail = mayChange(command, state) && Redirect.mayFail(command.redirects());
        State before = mayFail ? state.copy() : state;
        Outcome after = expanded(command, state, input);
        return mayFail ? after.orFailed(before) : after;
    }

    /** Whether it is more than a program, which changes nothing of what is known. */
    private static boolean mayChange(Node.Simple command, State state) {
        String name =
                command.words().isEmpty() ? null : command.words().getFirst().bare();
        return name == null || Builtins.changes(name) || !state.function(name).isEmpty();
    }

    private Outcome expanded(Node.Simple command, State state, Input input) {
        List<List<Arg>> alternatives = expander.words(command.words(), state);
        if (!command.words().isEmpty() && isDisguised(command.words().getFirst())) {
            walk.disguise();
        }
        List<Setting> settings = settings(command.assignments(), state);
        Files files = files(command.redirects(), state, input);
        List<ShellCommand> made = new ArrayList<>();
        for (List<Arg> argv : alternatives) {
            made.add(new ShellCommand(argv, settings, files.reads, files.writes, files.input, state.directories()));
        }
        Outcome all = null;
        for (ShellCommand one : made) {
            State before = made.size() == 1 ? state : state.copy();
            Outcome outcome =
                    one.argv().isEmpty() ? assigned(one, command.assignments(), before) : dispatched(one, before, true);
            all = all == null
                    ? outcome
                    : new Outcome(
                            State.join(all.success(), outcome.success()), State.join(all.failure(), outcome.failure()));
        }
        ways = made;
        return all == null ? Outcome.of(state) : all;
    }

    /** A name in pieces, in escapes or made by an expansion; {@code \\ls} and a name in quotes are usual. */
    private static boolean isDisguised(Word word) {
        List<Part> parts = word.parts();
        String bare = word.bare();
        if (bare != null && bare.indexOf('{') < 0) {
            return false;
        }
        boolean letters = parts.stream().allMatch(Part.Text.class::isInstance);
        if (!letters || Braces.expand(word).size() > 1) {
            return true;
        }
        boolean ansi = parts.stream().anyMatch(it -> it instanceof Part.Text text && text.quote() == Part.Quote.ANSI);
        boolean escaped =
                parts.size() == 2 && parts.getFirst() instanceof Part.Text text && text.quote() == Part.Quote.ESCAPED;
        return ansi
                || (parts.size() > 1
                        && !escaped
                        && String.valueOf(word.unquoted()).indexOf('/') < 0);
    }

    private List<Setting> settings(List<Assignment> assignments, State state) {
        List<Setting> settings = new ArrayList<>();
        for (Assignment assignment : assignments) {
            if (assignment.subscript() != null) {
                walk.calculator().calculate(assignment.subscript(), state);
            }
            for (Arg value : expander.value(assignment.value(), state)) {
                settings.add(new Setting(assignment.name(), value));
            }
        }
        return settings;
    }

    private Outcome assigned(ShellCommand command, List<Assignment> assignments, State state) {
        State after = assignments.isEmpty() ? state : state.copy();
        for (Assignment assignment : assignments) {
            after.set(assignment.name(), value(assignment, after));
        }
        walk.list(command);
        return Outcome.of(after);
    }

    Value value(Assignment assignment, State state) {
        if (!assignment.value().parts().isEmpty()
                && assignment.value().parts().getFirst() instanceof Part.Elements(List<Word> words)) {
            return array(assignment, words, state);
        }
        if (assignment.subscript() != null) {
            return Value.UNKNOWN;
        }
        List<Arg> values = expander.value(assignment.value(), state);
        Set<String> texts = new java.util.LinkedHashSet<>();
        List<ShellCommand> sources = new ArrayList<>();
        Value old = state.variable(assignment.name());
        for (Arg value : values) {
            sources.addAll(value.sources());
            if (!assignment.appends()) {
                texts.add(value.text());
            } else if (old == null || old.elements() != null) {
                texts.add(String.valueOf(Holes.ANY));
            } else {
                old.texts().forEach(text -> texts.add(text + value.text()));
            }
        }
        return Value.of(texts, sources);
    }

    private Value array(Assignment assignment, List<Word> words, State state) {
        List<List<Arg>> elements = expander.words(words, state);
        boolean indexed = false;
        for (Word word : words) {
            String bare =
                    word.parts().isEmpty() ? "" : word.parts().getFirst() instanceof Part.Text text ? text.text() : "";
            boolean index = bare.startsWith("[") && bare.indexOf(']') > 0;
            if (index) {
                walk.calculator().calculated(bare.substring(1, bare.indexOf(']')), state);
            }
            indexed |= bare.startsWith("[") || endsInBlank(word);
        }
        boolean known = elements.size() == 1
                && elements.getFirst().stream().allMatch(it -> it.count() == Count.ONE)
                && !indexed;
        Value old = state.variable(assignment.name());
        if (!known || (assignment.appends() && (old == null || old.elements() == null))) {
            return Value.UNKNOWN;
        }
        List<String> all = new ArrayList<>();
        if (assignment.appends() && old != null && old.elements() != null) {
            all.addAll(old.elements());
        }
        elements.getFirst().forEach(it -> all.add(it.text()));
        return Value.array(all);
    }

    /** Inside a substitution, bash loses the blank behind an escaped one. */
    private static boolean endsInBlank(Word word) {
        return !word.parts().isEmpty()
                && word.parts().getLast() instanceof Part.Text(String text, Part.Quote quote)
                && quote == Part.Quote.ESCAPED
                && text.isBlank();
    }

    /** Follows a command that has words. */
    Outcome dispatched(ShellCommand command, State state, boolean mayBeFunction) {
        Arg program = command.argv().getFirst();
        String name = program.text();
        if (!program.isLiteral()) {
            walk.list(command);
            state.function(name);
            return Outcome.of(state);
        }
        if (mayBeFunction && !state.function(name).isEmpty()) {
            boolean certain = !state.isUncertain(name);
            for (Setting setting : command.settings()) {
                state.set(
                        setting.name(), Value.of(Set.of(setting.value().text(), String.valueOf(Holes.ANY)), List.of()));
            }
            Outcome called = walk.call(name, command.arguments(), state, command.input());
            if (certain) {
                if (!command.writes().isEmpty()) {
                    walk.list(command.running(List.of()));
                }
                return called;
            }
            walk.list(command);
            return Outcome.of(State.join(called.either(), state));
        }
        if (TRANSPARENT.contains(name)) {
            ShellCommand inner = inner(command);
            if (inner != null) {
                return dispatched(inner, state, false);
            }
        }
        walk.list(command);
        return builtins.run(command, state);
    }

    /** What {@code command}, {@code builtin} and {@code exec} run; null if that is nothing, or not known. */
    private @Nullable ShellCommand inner(ShellCommand command) {
        List<Arg> words = command.argv();
        String name = words.getFirst().text();
        int at = 1;
        while (at < words.size()
                && words.get(at).isLiteral()
                && words.get(at).text().startsWith("-")) {
            String option = words.get(at).text();
            boolean asks = name.equals("command") && Regex.fits(option, "-.*[vV].*");
            if (asks) {
                return null;
            }
            at += name.equals("exec") && Regex.fits(option, "-[cl]*a") ? 2 : 1;
            if (option.equals("--")) {
                break;
            }
        }
        if (at >= words.size()) {
            return null;
        }
        List<Arg> rest = words.subList(at, words.size());
        if (Builtins.declares(rest.getFirst().text()) && !rest.stream().allMatch(Arg::isLiteral)) {
            walk.doubt("it is not known where a value is split");
        }
        return new ShellCommand(
                rest, command.settings(), command.reads(), command.writes(), command.input(), command.directories());
    }
}
