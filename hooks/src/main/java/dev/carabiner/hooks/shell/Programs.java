package dev.carabiner.hooks.shell;

import java.util.List;
import java.util.Set;

/** What is known about programs by their names. */
final class Programs {

    private static final Set<String> SHELLS = words("sh bash dash ash zsh ksh mksh fish csh tcsh rbash busybox");

    private static final Set<String> INTERPRETERS = words("python pypy perl ruby node nodejs deno bun php lua tclsh");

    /** Options by which an interpreter is given its program as text. */
    private static final Set<String> TEXT_OPTIONS = words("-c -e -E -r -p -i -s -- -pe -ne -le --eval --print");

    /** They run a command that is somewhere among their words, or change what later words mean. */
    private static final Set<String> LAUNCHERS = words(
            "env sudo doas su runuser pkexec xargs parallel nohup timeout time nice ionice setsid stdbuf unbuffer script"
                    + " expect chroot unshare nsenter systemd-run watch entr strace ltrace gdb flock at batch crontab ssh"
                    + " eval exec command builtin source . awk gawk mawk nawk osascript screen tmux nc ncat socat");

    private static final Set<String> READERS =
            words("cat ls head tail wc grep egrep fgrep stat file diff cmp cut nl od md5sum sha256sum realpath readlink"
                    + " basename dirname echo pwd du test [");

    private static final Set<String> DOWNLOADERS = words("curl wget fetch aria2c lynx http https xh");

    private Programs() {}

    /** Whether what it runs cannot be told from its name and the files it is given. */
    static boolean isIndirect(SimpleCommand command) {
        String name = command.program();
        List<String> arguments = command.arguments();
        if (LAUNCHERS.contains(name)) {
            return true;
        }
        if (name.equals("find")) {
            return arguments.stream().anyMatch(it -> it.startsWith("-exec") || it.startsWith("-ok"));
        }
        if (name.equals("git")) {
            return arguments.stream().anyMatch(it -> it.equals("-c") || it.startsWith("--config-env"));
        }
        boolean fromInput = arguments.isEmpty()
                || arguments.getFirst().equals("-")
                || !command.reads().isEmpty();
        if (SHELLS.contains(name)) {
            boolean onlyChecks = !fromInput && arguments.getFirst().equals("-n");
            return !onlyChecks && (fromInput || arguments.getFirst().startsWith("-") || name.equals("busybox"));
        }
        return isInterpreter(name) && (fromInput || arguments.stream().anyMatch(Programs::isTextOption));
    }

    private static boolean isTextOption(String word) {
        boolean attached = word.length() > 2 && (word.startsWith("-c") || word.startsWith("-e"));
        return TEXT_OPTIONS.contains(word) || attached || word.startsWith("--eval=") || word.startsWith("--print=");
    }

    /** Whether it runs whatever it is given on its input. */
    static boolean runsInput(SimpleCommand command) {
        String name = command.program();
        return SHELLS.contains(name) || isInterpreter(name) || name.equals("source") || name.equals("eval");
    }

    static boolean isLauncher(String name) {
        return LAUNCHERS.contains(name);
    }

    static boolean isDownloader(String name) {
        return DOWNLOADERS.contains(name);
    }

    /** Whether it does nothing to the files it is given but look at them. */
    static boolean isReader(SimpleCommand command) {
        return READERS.contains(command.program()) && command.writes().stream().allMatch("/dev/null"::equals);
    }

    private static boolean isInterpreter(String name) {
        int end = name.length();
        while (end > 1 && "0123456789.".indexOf(name.charAt(end - 1)) >= 0) {
            end--;
        }
        return INTERPRETERS.contains(name.substring(0, end));
    }

    private static Set<String> words(String text) {
        return Set.of(text.split(" ", -1));
    }
}
