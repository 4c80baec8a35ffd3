package dev.carabiner.guard.rule;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What is known about programs by their names: which run what they are given, so that a rule for them would be a rule
 * for anything, and which surely do not. The list of the former cannot be complete (a build tool runs what the project
 * says); it holds what is a launcher by trade.
 */
final class Launchers {

    private static final Set<String> RUN_ANYTHING = words("""
            sh bash dash ash zsh ksh mksh rbash fish csh tcsh nu elvish xonsh pwsh powershell cmd busybox toybox
            env sudo sudoedit doas su runuser pkexec run0 xargs parallel nohup timeout time nice ionice chrt taskset
            setsid stdbuf unbuffer script expect chroot unshare nsenter systemd-run watch entr strace ltrace gdb lldb
            valgrind perf flock at batch crontab ssh scp sftp rsync mosh telnet nc ncat netcat socat screen tmux
            python pypy ipython perl ruby irb node nodejs deno bun php lua luajit tclsh wish awk gawk mawk nawk sed gsed
            osascript jshell java groovy kotlin scala r rscript julia ghci runghc guile erl elixir iex swift
            npx bunx pnpx uvx pipx firejail bwrap proot fakeroot caffeinate xvfb-run dbus-run-session start-stop-daemon
            vi vim nvim view ex ed emacs nano pico less more most man info tar gtar bsdtar cpio zip sqlite psql mysql
            capsh setpriv run-parts rlwrap ld-linux.so ld-linux-x86-64.so ld-linux-aarch64.so ld-musl-x86_64.so
            """);

    /** Of the shell itself: they change what later words mean, or evaluate what they are given. */
    private static final Set<String> SHELL_WORDS = words("""
            if then else elif fi for while until do done case esac in select function coproc [[ ]] { } !
            . source eval exec command builtin export alias unalias set unset shopt declare typeset local readonly
            read readarray mapfile let trap enable hash bind complete compgen compopt getopts jobs fc history wait
            cd chdir pushd popd dirs umask ulimit test [ printf return exit logout break continue shift bg fg disown
            suspend caller times newgrp autoload zmodload emulate noglob nocorrect repeat print
            """);

    private static final Map<String, Set<String>> LAUNCHING = Map.of(
            "find", words("-exec -execdir -ok -okdir"),
            "fd", words("-x -X --exec --exec-batch"),
            "fdfind", words("-x -X --exec --exec-batch"),
            "rg", words("--pre --hostname-bin"),
            "sort", words("--compress-program"),
            "npm", words("exec x explore"),
            "pnpm", words("exec dlx"),
            "yarn", words("exec dlx"),
            "git",
                    words("--exec --exec-path --upload-pack --receive-pack --open-files-in-pager --ext-diff --extcmd"
                            + " --config --config-env --textconv --template --tool --editor"));

    private static final Map<String, Set<String>> WRITING = Map.of(
            "find", words("-delete -fls -fprint -fprint0 -fprintf"),
            "sort", words("-o --output"),
            "tree", words("-o --output"),
            "git", words("--output --output-directory -O"));

    private static final Set<String> GIT_LAUNCHES = words("""
            config clone submodule bisect rebase filter-branch difftool mergetool hook instaweb daemon gui citool
            credential send-email shell upload-pack receive-pack upload-archive remote-ext remote-fd maintenance scalar
            """);

    /** Programs that do nothing with their words but read, print, name or move things. */
    private static final Set<String> INERT = words("""
            echo ls cat head tail wc grep egrep fgrep cut tr uniq comm diff cmp stat file basename dirname realpath
            readlink pwd mkdir rmdir touch cp mv ln rm chmod chown du df date whoami id uname which whereis whatis type
            true false : sleep tee nl od xxd hexdump md5sum sha256sum sort jq find git
            """);

    private Launchers() {}

    /** Why no allow rule covers this command, or null. */
    static @Nullable String objection(List<String> argv) {
        String program = argv.getFirst();
        String name = baseName(program);
        if (SHELL_WORDS.contains(program)) {
            return program + " is a word of the shell itself";
        }
        if (RUN_ANYTHING.contains(name) || RUN_ANYTHING.contains(withoutVersion(name))) {
            return name + " runs whatever it is given";
        }
        List<String> arguments = argv.subList(1, argv.size());
        for (String word : arguments) {
            if (CommandOptions.isOneOf(LAUNCHING.getOrDefault(name, Set.of()), word)) {
                return name + " runs other programs by " + InvalidRuleException.quoted(word);
            }
        }
        return name.equals("git") ? objectionToGit(arguments) : null;
    }

    /** Options before git's subcommand can name any program, directory or configuration. */
    private static @Nullable String objectionToGit(List<String> arguments) {
        int at = 0;
        while (at < arguments.size() && Set.of("--no-pager", "-P").contains(arguments.get(at))) {
            at++;
        }
        String subcommand = at < arguments.size() ? arguments.get(at) : "--version";
        if (subcommand.startsWith("-") && !subcommand.equals("--version")) {
            return "git can be made to run anything by " + InvalidRuleException.quoted(subcommand);
        }
        return GIT_LAUNCHES.contains(subcommand) ? "git " + subcommand + " can run other programs" : null;
    }

    /** Whether one of the words that a star stands for makes the program write where it says. */
    static boolean writes(String program, List<String> more) {
        Set<String> writing = WRITING.getOrDefault(baseName(program), Set.of());
        return more.stream().anyMatch(word -> CommandOptions.isOneOf(writing, word));
    }

    static boolean isInert(List<String> argv) {
        return INERT.contains(argv.getFirst().toLowerCase(Locale.ROOT)) && objection(argv) == null;
    }

    /** The program's name without directory, ending and letter case. */
    static String baseName(String program) {
        String name = program.substring(Math.max(program.lastIndexOf('/'), program.lastIndexOf('\\')) + 1)
                .toLowerCase(Locale.ROOT);
        for (String ending : List.of(".exe", ".cmd", ".bat", ".com")) {
            if (name.endsWith(ending)) {
                return name.substring(0, name.length() - ending.length());
            }
        }
        return name;
    }

    private static String withoutVersion(String name) {
        int end = name.length();
        while (end > 1 && "0123456789.-_".indexOf(name.charAt(end - 1)) >= 0) {
            end--;
        }
        return name.substring(0, end);
    }

    private static Set<String> words(String text) {
        return Arrays.stream(text.strip().split("\\s+")).collect(Collectors.toUnmodifiableSet());
    }
}
