package dev.carabiner.guard.program;

/** What a row cannot say: the programs whose words have a grammar of their own. */
final class Specials {

    private Specials() {}

    /** Whether the operands have been looked at, so that the row's own meaning is not applied to them. */
    static boolean apply(Invocation invocation, Effects effects, ProgramTable table) {
        String special = invocation.program().special();
        if (special.isEmpty()) {
            return false;
        }
        if (special.startsWith("git")) {
            return GitPrograms.apply(special, invocation, effects);
        }
        return switch (special) {
            case "find", "dd", "tar", "zip", "cpio", "unpack", "rsync", "copy", "link", "mode", "rimraf" ->
                FilePrograms.apply(special, invocation, effects, table);
            case "shell",
                    "box",
                    "arch",
                    "env",
                    "xargs",
                    "parallel",
                    "sudo",
                    "mask",
                    "flock",
                    "source",
                    "trace",
                    "terminal",
                    "othershell" -> LaunchingPrograms.apply(special, invocation, effects);
            case "curl", "wget", "openssl", "ghapi", "npm", "npmexec", "npmconfig", "pip", "kubeget", "goinstall" ->
                NetworkPrograms.apply(special, invocation, effects);
            default -> CodePrograms.apply(special, invocation, effects);
        };
    }
}
