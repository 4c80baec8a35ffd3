package dev.carabiner.guard.shell;

import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;

/** What is known about programs by their names. */
public final class KnownPrograms {

    private static final Set<String> SHELLS = words("""
        sh bash dash ash zsh ksh mksh fish csh tcsh rbash yash nu elvish xonsh pwsh powershell busybox toybox
        """);

    private static final Set<String> INTERPRETERS = words("""
        python pypy perl ruby node nodejs deno bun php lua luajit tclsh rscript julia groovy scala elixir guile racket
        clojure tsx ts-node
        """);

    /** They run a command that is somewhere among their words, or text, or change what later words mean. */
    private static final Set<String> LAUNCHERS = words("""
        env sudo doas su runuser pkexec run0 sg gosu su-exec xargs parallel nohup timeout time nice ionice chrt taskset
        numactl prlimit setarch linux32 linux64 setsid stdbuf unbuffer script expect chroot unshare nsenter setpriv
        capsh systemd-run cgexec watch entr strace ltrace gdb lldb valgrind perf flock at batch crontab ssh mosh
        fakeroot firejail bwrap proot caffeinate xvfb-run dbus-run-session start-stop-daemon run-parts rlwrap
        eval exec command builtin source . awk gawk mawk nawk osascript screen tmux nc ncat socat
        vi vim nvim ex ed emacs jshell sqlite3 psql mysql mariadb
        """);

    private static final Set<String> READERS = words("""
        cat ls head tail wc grep egrep fgrep stat file diff cmp cut nl od md5sum sha256sum realpath readlink
        basename dirname echo pwd du test [
        """);

    /** They say what is there, and open none of it. */
    private static final Set<String> LISTERS =
            words("ls stat realpath readlink basename dirname echo pwd du test [ cd");

    private static final Set<String> DOWNLOADERS = words("curl wget fetch aria2c lynx http https xh");

    private KnownPrograms() {}

    public static boolean isShell(String name) {
        return SHELLS.contains(name);
    }

    public static boolean isInterpreter(String name) {
        int end = name.length();
        while (end > 1 && "0123456789.".indexOf(name.charAt(end - 1)) >= 0) {
            end--;
        }
        return INTERPRETERS.contains(name.substring(0, end));
    }

    /** The loader of the system's programs runs the one it is given. */
    static boolean isLauncher(String name) {
        return LAUNCHERS.contains(name) || name.startsWith("ld-linux") || name.startsWith("ld-musl");
    }

    /** Whether it runs whatever it is given on its input. */
    static boolean runsInput(SimpleCommand command) {
        String name = command.program();
        return isShell(name) || isInterpreter(name) || name.equals("source") || name.equals("eval");
    }

    static boolean isDownloader(String name) {
        return DOWNLOADERS.contains(name);
    }

    /** Whether it does nothing to the files it is given but look at them. */
    static boolean isReader(SimpleCommand command) {
        return READERS.contains(command.program()) && command.writes().stream().allMatch("/dev/null"::equals);
    }

    static boolean isLister(SimpleCommand command) {
        return LISTERS.contains(command.program());
    }

    static Set<String> words(String text) {
        return Arrays.stream(text.strip().split("\\s+")).collect(Collectors.toUnmodifiableSet());
    }
}
