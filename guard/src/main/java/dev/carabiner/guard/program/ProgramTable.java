package dev.carabiner.guard.program;

import dev.carabiner.guard.line.Arg;
import dev.carabiner.guard.line.Holes;
import dev.carabiner.guard.line.Outputs;
import dev.carabiner.guard.line.ShellCommand;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The programs that are known, and what they do with their words. A program that is not in the table is not clear,
 * whatever it is called with. It does not change; any thread may use it.
 */
public final class ProgramTable {

    private static final ProgramTable STANDARD = new ProgramTable(ProgramRows.standard());

    /** As in {@code perl5.36-x86_64-linux-gnu} and {@code python3.11-dbg}. */
    private static final Pattern VERSION =
            Pattern.compile("[-_]?\\d[\\d.]*[a-z]?(?:[-_](?:dbg|dev|x86_64.*|aarch64.*))?$");

    private static final Pattern MACHINE =
            Pattern.compile("^(?:x86_64|aarch64|i[3-6]86|arm\\w*)-[a-z0-9_]+-(?:gnu|musl|linux)\\w*-");
    private static final Pattern SYSTEM =
            Pattern.compile("/+(?:usr/+)?(?:local/+)?s?bin/+[^/]+|/opt/homebrew/bin/[^/]+");
    private static final Set<String> QUESTIONS = Set.of("--version", "--help", "-version");

    private final ProgramRows rows;

    private ProgramTable(ProgramRows rows) {
        this.rows = rows;
    }

    /** The table that comes with this module. */
    public static ProgramTable standard() {
        return STANDARD;
    }

    Set<String> keys() {
        return rows.keys();
    }

    /** Says which commands print one plain word. */
    public Outputs outputs() {
        return command -> {
            if (!command.isLiteral() || command.argv().isEmpty()) {
                return String.valueOf(Holes.ANY);
            }
            Invocation invocation = invocation(command);
            return String.valueOf(invocation != null && isPlain(invocation) ? Holes.SAFE : Holes.ANY);
        };
    }

    private static boolean isPlain(Invocation invocation) {
        String program = invocation.program().key();
        if (!invocation.program().is("out")) {
            return false;
        }
        return switch (program) {
            case "basename", "mktemp", "dirname", "pwd", "expr", "command", "type", "which" -> false;
            case "git rev-parse" -> !invocation.hasWord("--show-.*|--git-.*|--absolute.*|--sq.*|--prefix");
            default -> true;
        };
    }

    /** Whether the table has a row for a program of this name, wherever it lies. */
    public boolean knows(String program) {
        return find(program) != null;
    }

    /** Whether the program is a shell, which runs text that it is given. */
    public boolean isShell(String program) {
        Program row = find(program);
        return row != null && row.special().equals("shell");
    }

    /** Whether it runs a script that it is given as a file. */
    public boolean isInterpreter(String program) {
        Program row = find(program);
        return row != null && row.is("script") && !row.special().equals("source");
    }

    /** Whether a subcommand of this program may be cut short. */
    public boolean abbreviates(String program) {
        Program row = find(program);
        return row != null && row.is("abbrev");
    }

    /** The program's name without directory, ending and letter case. */
    public static String baseName(String program) {
        String name = program.substring(Math.max(program.lastIndexOf('/'), program.lastIndexOf('\\')) + 1)
                .toLowerCase(Locale.ROOT);
        for (String ending : List.of(".exe", ".cmd", ".bat", ".com")) {
            if (name.endsWith(ending) && name.length() > ending.length()) {
                return name.substring(0, name.length() - ending.length());
            }
        }
        return name;
    }

    /** Whether the name leads to a program of the system: by the search path, or by a directory of programs. */
    public static boolean isOfSystem(String program) {
        return program.indexOf('/') < 0 || SYSTEM.matcher(program).matches();
    }

    /** Whether its first operand has to be one of the subcommands that have rows. */
    boolean isAbove(Program row) {
        boolean any = row.is("any") || row.is("script") || row.is("launch");
        return !any && rows.isAbove(row.key());
    }

    @Nullable
    Program find(String program) {
        String name = baseName(program);
        Program row = rows.get(name);
        if (row == null) {
            row = rows.get(MACHINE.matcher(name).replaceFirst(""));
        }
        if (row == null) {
            row = rows.get(VERSION.matcher(name).replaceFirst(""));
        }
        if (row == null && (name.startsWith("mkfs.") || name.startsWith("fsck."))) {
            row = rows.get(name.substring(0, 4));
        }
        if (row == null && (name.startsWith("ld-linux") || name.startsWith("ld-musl"))) {
            row = rows.get("ld-linux");
        }
        return row != null || !name.startsWith("git-") ? row : rows.get("git " + name.substring(4));
    }

    @Nullable
    Invocation invocation(ShellCommand command) {
        Program row = find(command.program());
        return row == null ? null : narrowed(row, command.arguments());
    }

    /** Down to the row of the subcommand. */
    private Invocation narrowed(Program row, List<Arg> words) {
        Invocation whole = Invocation.of(row, words);
        if (!rows.isAbove(row.key())) {
            return whole;
        }
        Invocation before = Invocation.of(stopping(row), words);
        if (before.operands().isEmpty()) {
            Program question = words.isEmpty()
                    ? null
                    : rows.get(row.key() + " " + words.getFirst().text());
            return question == null ? whole : Invocation.of(question, words.subList(1, words.size()));
        }
        Arg name = before.operands().getFirst();
        Program sub = name.isLiteral() ? subcommand(row, name.text()) : null;
        if (sub == null) {
            return whole;
        }
        int at = words.size() - before.operands().size();
        return narrowed(sub, words.subList(Math.min(at + 1, words.size()), words.size()))
                .behind(before.options());
    }

    /** The row with which words are taken up to the subcommand. */
    private static Program stopping(Program row) {
        Map<String, String> meanings = new HashMap<>(row.meanings());
        meanings.put("stop", "");
        return new Program(row.key(), meanings, row.options(), row.why());
    }

    private @Nullable Program subcommand(Program row, String name) {
        Program exact = rows.get(row.key() + " " + name);
        if (exact != null || !row.is("abbrev") || name.length() < 2) {
            return exact;
        }
        Program found = null;
        for (String key : rows.keys()) {
            Program one = key.startsWith(row.key() + " " + name) ? rows.get(key) : null;
            if (one != null) {
                found = found == null || one.is("ask") ? one : found;
            }
        }
        return found;
    }

    /** What a command does. Redirections count, assignments do not. */
    public Effects effects(ShellCommand command) {
        Effects effects = new Effects(command);
        effects.write(command.writes());
        effects.read(command.reads());
        if (command.argv().isEmpty()) {
            effects.lookOnly();
            return effects;
        }
        Arg program = command.argv().getFirst();
        if (!program.isLiteral()) {
            effects.ask("runs a program whose name is not known");
            return effects;
        }
        Invocation invocation = invocation(command);
        if (invocation == null) {
            unknown(command, effects);
            return effects;
        }
        if (!isOfSystem(program.text())) {
            effects.script(program);
        }
        if (isQuestion(command.arguments()) && !invocation.program().is("deny")) {
            effects.lookOnly();
            return effects;
        }
        Meaning.apply(invocation, effects, this);
        return effects;
    }

    private static boolean isQuestion(List<Arg> words) {
        return words.size() == 1 && QUESTIONS.contains(words.getFirst().text());
    }

    private void unknown(ShellCommand command, Effects effects) {
        String name = command.program();
        String ending = name.substring(name.lastIndexOf('.') + 1);
        boolean script = name.indexOf('/') >= 0
                && Set.of("sh", "bash", "py", "js", "mjs", "ts", "rb", "pl", "php")
                        .contains(ending);
        if (script) {
            effects.script(Arg.of(name));
            return;
        }
        if (!isOfSystem(name)) {
            effects.script(Arg.of(name));
        }
        effects.unknown("runs " + baseName(name) + ", of which nothing is known");
        effects.touch(command.arguments());
    }
}
