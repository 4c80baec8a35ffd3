package dev.carabiner.guard.program;

import dev.carabiner.guard.line.Arg;
import dev.carabiner.guard.line.Input;
import dev.carabiner.guard.line.Regex;
import dev.carabiner.guard.line.ShellCommand;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Which commands no allow rule covers: a rule for what runs whatever it is given would be a rule for anything. A build tool
 * runs what the project says, and may be allowed.
 */
public final class AllowedPrograms {

    private static final Set<String> RUNNING = words(
            "shell env xargs parallel box arch sudo mask flock source trace terminal sed awk npmexec java python perl"
                    + " node tar zip cpio rsync pager calculator service");

    /** Of the shell itself: they change what later words mean, or evaluate what they are given. */
    private static final Set<String> SHELL_WORDS =
            words("if then else elif fi for while until do done case esac in select function coproc [[ ]] { } ! ."
                    + " source eval exec command builtin export alias unalias set unset shopt declare typeset local"
                    + " readonly read readarray mapfile let trap enable hash bind complete compgen compopt getopts jobs fc"
                    + " history wait cd chdir pushd popd dirs umask ulimit test [ printf return exit logout break continue"
                    + " shift bg fg disown suspend caller times newgrp autoload zmodload emulate noglob nocorrect repeat"
                    + " print");

    private static final Set<String> GIT_LAUNCHES = words(
            "config clone submodule bisect rebase filter-branch difftool mergetool hook instaweb daemon gui citool"
                    + " credential send-email shell upload-pack receive-pack upload-archive remote-ext remote-fd"
                    + " maintenance scalar");

    private static final String ASKED =
            "git (clean|push|reset|stash.*|gc|prune|branch|tag|checkout|restore|switch|rm|commit|remote.*)|npm"
                    + " .*|cargo .*|terraform .*|tofu .*|docker compose .*|docker (start|stop|restart|kill)";

    private AllowedPrograms() {}

    /** Why no allow rule covers this command, or null. */
    public static @Nullable String objection(List<String> argv) {
        String program = argv.getFirst();
        if (SHELL_WORDS.contains(program)) {
            return program + " is a word of the shell itself";
        }
        ProgramTable table = ProgramTable.standard();
        Program row = table.find(program);
        if (row == null) {
            return null;
        }
        String name = ProgramTable.baseName(program);
        boolean runs = row.is("script") || row.is("launch") || row.is("text") || RUNNING.contains(row.special());
        if (runs) {
            return name + " runs whatever it is given";
        }
        String git = row.key().equals("git") ? objectionToGit(argv.subList(1, argv.size())) : null;
        if (git != null) {
            return git;
        }
        Invocation invocation = table.invocation(command(argv));
        Program exact = invocation == null ? row : invocation.program();
        if (exact.is("launch") || exact.is("text") || RUNNING.contains(exact.special())) {
            return exact.key() + " runs whatever it is given";
        }
        boolean open = exact.is("ask") || exact.is("deny") || (exact.is("unknown") && argv.size() > 1);
        if (open && !Regex.fits(exact.key(), ASKED)) {
            return exact.key() + " can run other programs, or change what no rule should";
        }
        Effects effects = table.effects(command(argv));
        boolean asked = effects.weight() == Effects.Weight.ASKED && (effects.builds() || effects.looksOnly());
        boolean others = effects.runsInput()
                || !(effects.runs().isEmpty()
                        && effects.lines().isEmpty()
                        && effects.codes().isEmpty())
                || effects.scripts().stream().anyMatch(it -> !it.text().equals(program));
        return others || (asked && !Regex.fits(exact.key(), ASKED)) || mentions(exact, argv)
                ? name + " can be made to run other programs by these words"
                : null;
    }

    /** An option that runs something, also where its value is still to come. */
    private static boolean mentions(Program row, List<String> argv) {
        return argv.stream().skip(1).anyMatch(word -> {
            String option = word.startsWith("--") && word.contains("=") ? word.substring(0, word.indexOf('=')) : word;
            Program.Kind kind = option.startsWith("-") ? row.kind(option) : null;
            return kind == Program.Kind.LINE
                    || kind == Program.Kind.COMMAND
                    || kind == Program.Kind.CODE
                    || kind == Program.Kind.ASKED
                    || (row.special().equals("find") && Regex.fits(option, "-(exec|execdir|ok|okdir)"));
        });
    }

    /** Whether one of the words that a star stands for makes a program write that would only look otherwise. */
    public static boolean writes(List<String> argv) {
        Effects effects = ProgramTable.standard().effects(command(argv));
        Program row = ProgramTable.standard().find(argv.getFirst());
        boolean looks = row != null
                && (row.is("reads")
                        || row.is("lists")
                        || row.special().equals("find")
                        || row.special().equals("git"));
        boolean gitWrites = row != null
                && row.key().equals("git")
                && argv.stream().anyMatch(it -> Regex.fits(it, "-O.*|--output.*|--outpu?.*"));
        boolean changes = !(effects.writes().isEmpty() && effects.trees().isEmpty());
        return gitWrites || (looks && changes && row != null && !row.key().equals("git"));
    }

    /** Whether a program that looks is given an option that nothing is known of, and that the rule does not name itself. */
    public static boolean isUnknown(List<String> argv, List<String> named) {
        Invocation invocation = ProgramTable.standard().invocation(command(argv));
        if (invocation == null) {
            return false;
        }
        Program program = invocation.program();
        String option = invocation.unknownOption();
        boolean looks = program.is("reads")
                || program.is("lists")
                || program.is("words")
                || program.special().equals("find");
        return looks && !option.isEmpty() && named.stream().noneMatch(it -> it.startsWith(option));
    }

    private static ShellCommand command(List<String> argv) {
        List<Arg> words = argv.stream().map(Arg::of).toList();
        return new ShellCommand(words, List.of(), List.of(), List.of(), new Input.Inherited(), Set.of(""));
    }

    /** Options before git's subcommand can name any program, directory or configuration. */
    private static @Nullable String objectionToGit(List<String> arguments) {
        int at = 0;
        while (at < arguments.size() && Set.of("--no-pager", "-P").contains(arguments.get(at))) {
            at++;
        }
        String subcommand = at < arguments.size() ? arguments.get(at) : "--version";
        if (subcommand.startsWith("-") && !subcommand.equals("--version")) {
            return "git can be made to run anything by " + subcommand;
        }
        return GIT_LAUNCHES.contains(subcommand) ? "git " + subcommand + " can run other programs" : null;
    }

    private static Set<String> words(String text) {
        return Arrays.stream(text.strip().split("\\s+")).collect(Collectors.toUnmodifiableSet());
    }
}
