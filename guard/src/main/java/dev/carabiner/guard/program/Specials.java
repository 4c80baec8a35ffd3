package dev.carabiner.guard.program;

/** What a row cannot say: the programs whose words have a grammar of their own. */
final class Specials {

    private Specials() {}

    /** Whether the operands have been looked at, so that the row's own meaning is not applied to them. */
    static boolean apply(Invocation invocation, Effects effects, ProgramTable table) {
        String special = invocation.program().special();
        if (GitPrograms.isOne(invocation.program())) {
            GitPrograms.settings(effects);
        }
        if (special.isEmpty()) {
            return false;
        }
        if (special.startsWith("git")) {
            return GitPrograms.apply(special, invocation, effects);
        }
        return switch (special) {
            case "find", "dd", "rsync", "copy", "link", "mode", "rimraf" ->
                FilePrograms.apply(special, invocation, effects, table);
            case "tar", "zip", "cpio", "unpack", "ar", "jar" -> ArchivePrograms.apply(special, invocation, effects);
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
            case "curl", "wget", "httpie", "openssl", "ghapi", "ghclone", "kubeget" ->
                NetworkPrograms.apply(special, invocation, effects);
            case "npm", "npmexec", "npmconfig", "pip", "uvx", "goinstall" ->
                PackagePrograms.apply(special, invocation, effects);
            case "sed", "awk", "jq", "yq", "calculator", "grep", "pager", "counter", "pandoc", "picture" ->
                TextPrograms.apply(special, invocation, effects);
            case "make", "builder", "cargo", "go", "compiler", "dockerbuild" ->
                BuildPrograms.apply(special, invocation, effects);
            case "bare", "date", "ps", "kill", "environment", "systemctl", "own", "size" ->
                ProcessPrograms.apply(special, invocation, effects);
            case "sql" -> DataBasePrograms.apply(invocation, effects);
            default -> CodePrograms.apply(special, invocation, effects);
        };
    }
}
