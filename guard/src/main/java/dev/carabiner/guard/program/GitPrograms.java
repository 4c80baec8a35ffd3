package dev.carabiner.guard.program;

import dev.carabiner.guard.line.Arg;
import dev.carabiner.guard.line.Regex;
import java.util.List;
import java.util.Set;

/** What git does beyond its rows: its settings run programs, and some of its words throw work away. */
final class GitPrograms {

    private static final Arg SETTINGS = Arg.of(".git/config");
    private static final Set<String> READING = Set.of(
            "--get", "--get-all", "--get-regexp", "--get-urlmatch", "--list", "-l", "--get-color", "--get-colorbool");

    private GitPrograms() {}

    static boolean isOne(Program program) {
        return program.key().equals("git") || program.key().startsWith("git ");
    }

    /** What any of its subcommands may be given. */
    static void settings(Effects effects) {
        for (Arg word : effects.command().arguments()) {
            if (Regex.fits(word.text(), "(?s)ext::.*|.*\\bext::.*")) {
                effects.ask("has git run a program");
            }
        }
        global(effects);
    }

    static boolean apply(String special, Invocation invocation, Effects effects) {
        switch (special) {
            case "git" -> bare(invocation, effects);
            case "gitread" -> {
                String key = invocation.program().key();
                boolean branchChange = Regex.fits(key, "git (branch|tag|symbolic-ref|reflog)")
                        && invocation.has(
                                "-D", "-d", "-M", "-f", "--delete", "--force", "--expire", "--unset-upstream");
                boolean merged = key.equals("git branch") // git itself refuses to delete what is not merged
                        && invocation.has("-d")
                        && !invocation.has("-D", "-f", "--force", "-r", "--remotes");
                if ((branchChange && !merged)
                        || (key.equals("git reflog") && Regex.fits(invocation.operand(0), "expire|delete"))) {
                    effects.ask("would delete or move a branch or tag");
                }
                if (key.equals("git ls-remote") && hasHelper(invocation)) {
                    effects.ask("has git run a program");
                }
                if (key.equals("git grep") && invocation.has("--no-index")) {
                    effects.read(invocation.operandsFrom(1));
                }
                if (key.equals("git ls-remote") || key.equals("git archive")) {
                    effects.useNetwork();
                }
                if (key.equals("git archive") && invocation.has("--remote")) {
                    effects.ask("would go to another machine");
                }
                if (key.equals("git symbolic-ref") && invocation.operands().size() > 1) {
                    effects.ask("would delete or move a branch or tag");
                }
                effects.lookOnly();
                return true;
            }
            case "gitinit" -> {
                if (invocation.operands().isEmpty()) {
                    effects.write(Arg.of("."));
                }
                return false;
            }
            case "gitcommit" -> {
                effects.build();
                return true;
            }
            case "gitcheckout" -> checkout(invocation, effects);
            case "gitchange" -> {
                if (invocation.program().key().equals("git worktree")) {
                    effects.write(invocation.operandsFrom(1));
                    if (invocation.operand(0).equals("remove") && invocation.has("-f", "--force")) {
                        effects.ask("would delete a working tree with its changes");
                    }
                }
                changed(invocation, effects);
                if (invocation.program().key().equals("git apply")) {
                    effects.read(invocation.operands());
                    if (invocation.has("--unsafe-paths")) {
                        effects.ask("would change files outside");
                    }
                }
                effects.build();
            }
            case "gitreset" -> {
                if (invocation.has("--hard", "--merge", "--keep")) {
                    effects.ask("would throw away changes that no commit holds", "git stash");
                }
            }
            case "gitrm" -> removal(invocation, effects);
            case "gitrebase" -> {
                if (invocation.has("-x", "--exec", "-i", "--interactive", "--edit-todo")) {
                    effects.ask("has git run a program for each commit");
                }
                strategy(invocation, effects);
                effects.build();
            }
            case "gitpush" -> push(invocation, effects);
            case "gitclone" -> {
                effects.useNetwork();
                List<Arg> operands = invocation.operands();
                effects.write(invocation.operandsFrom(1));
                if (hasHelper(invocation)
                        || (!operands.isEmpty() && operands.getFirst().text().startsWith("-"))) {
                    effects.ask("has git run a program");
                }
            }
            case "gitsubmodule" -> {
                effects.build();
                effects.useNetwork();
                if (Regex.fits(invocation.operand(0), "add|set-url")) {
                    effects.write(SETTINGS);
                    effects.ask("would change the settings of the repository");
                }
                if (invocation.operand(0).equals("deinit") && invocation.has("-f", "--force", "--all")) {
                    effects.ask("would throw away changes of submodules");
                }
            }
            case "gitconfig" -> config(invocation, effects);
            case "gitsetting" -> {
                effects.write(SETTINGS);
                effects.ask("would change the settings of the repository");
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private static void changed(Invocation invocation, Effects effects) {
        String key = invocation.program().key();
        boolean fetches = Regex.fits(key, "git (pull|fetch)");
        boolean address = Regex.fits(invocation.operand(0), "(?s)\\w+://.*|[^/]+@[^/]+:.*") || hasHelper(invocation);
        if (fetches && address) {
            effects.ask("would take something from a place that the repository does not name itself");
        }
        boolean overwritten = fetches
                && invocation.operands().stream()
                        .anyMatch(it -> Regex.fits(it.text(), "\\+.*:refs/(heads/|tags/)?\\*"));
        if (overwritten) {
            effects.ask("would delete or move a branch or tag");
        }
        if (Regex.fits(key, "git (merge|cherry-pick|revert|pull)")) {
            strategy(invocation, effects);
        }
        if (key.equals("git bundle") && invocation.operand(0).equals("create")) {
            effects.write(invocation.operandsFrom(1).stream().limit(1).toList());
        }
        boolean overwrites = key.equals("git read-tree") && invocation.has("-u", "--reset");
        if (overwrites) {
            effects.ask("would throw away changes that no commit holds", "git stash");
        }
        boolean stays = key.equals("git maintenance") && !Regex.fits(invocation.operand(0), "run|");
        if (stays) {
            effects.ask("would have git run programs later");
        }
        if (Regex.fits(key, "git (sparse-checkout|repack)") && !Regex.fits(invocation.operand(0), "list|disable|")) {
            effects.ask("would take files out of the working directory");
        }
    }

    /** Any other strategy is a program by that name. */
    private static void strategy(Invocation invocation, Effects effects) {
        boolean other = invocation.values("-s", "--strategy").stream()
                .anyMatch(it -> !Regex.fits(it.text(), "ort|recursive|resolve|octopus|ours|subtree|"));
        if (other) {
            effects.ask("has git run a program");
        }
    }

    /** {@code NAME::ADDRESS} has git run the program {@code git-remote-NAME}. */
    private static boolean hasHelper(Invocation invocation) {
        return invocation.operands().stream().anyMatch(it -> Regex.fits(it.text(), "(?s)[\\w.+-]+::.*"));
    }

    /** Options before the subcommand can name any program, directory or setting. */
    private static void global(Effects effects) {
        List<Arg> words = effects.command().arguments();
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i).text();
            if (!word.startsWith("-")) {
                return;
            }
            String setting = word.equals("-c") && i + 1 < words.size()
                    ? words.get(i + 1).text()
                    : word.startsWith("-c") ? word.substring(2) : null;
            boolean harmless = setting != null
                    && Regex.fits(
                            setting,
                            "(user\\.(name|email)|color\\.\\w+|core\\.(quotepath|abbrev|autocrlf|longpaths)|log\\.\\w+|diff\\.(renames|algorithm|context|noprefix)"
                                    + "|advice\\.\\w+|init\\.defaultbranch|pull\\.(rebase|ff)|commit\\.gpgsign|tag\\.gpgsign|column\\.ui|status\\.\\w+|http\\.(version|postbuffer)|merge\\.(conflictstyle|renamelimit)|rebase\\.autostash|protocol\\.version|gc\\.auto|fetch\\.\\w+|push\\.default|feature\\.\\w+)=[\\w"
                                    + " .@+%<>-]*");
            if ((word.startsWith("-c") && !harmless) || Regex.fits(word, "--(config-env|exec-path)(=.*)?")) {
                effects.ask("gives git a setting that can run a program");
            }
            elsewhere(words, i, effects);
            i += Regex.fits(
                            word,
                            "-[cC]|--git-dir|--work-tree|--namespace|--config-env|--exec-path|--super-prefix|--attr-source")
                    ? 1
                    : 0;
        }
    }

    /** Another repository's settings run programs too. */
    private static void elsewhere(List<Arg> words, int at, Effects effects) {
        String word = words.get(at).text();
        boolean there = word.equals("-C") && at + 1 < words.size() && BuildOptions.leadsOut(words.get(at + 1));
        if (there && !Regex.fits(words.get(at + 1).text(), "\\.\\.(/\\.\\.)*/?")) {
            effects.unknown("has git work in another repository, whose settings run programs");
        }
        if (!Regex.fits(word, "--(git-dir|work-tree)(=.*)?")) {
            return;
        }
        boolean attached = word.indexOf('=') > 0;
        if (attached) {
            place(words.get(at).withText(word.substring(word.indexOf('=') + 1)), effects);
        } else if (at + 1 < words.size()) {
            place(words.get(at + 1), effects);
        }
    }

    private static void place(Arg value, Effects effects) {
        if (BuildOptions.leadsOut(value)) {
            effects.ask("has git work on another repository or directory");
        }
    }

    private static void bare(Invocation invocation, Effects effects) {
        if (invocation.operands().isEmpty()) { // any other word is a subcommand that is not known, or an alias
            effects.lookOnly();
        }
    }

    private static void checkout(Invocation invocation, Effects effects) {
        boolean everything =
                invocation.operands().stream().anyMatch(it -> Regex.fits(it.text(), "\\./?|:/|\\*|:/\\*|[\\w./-]*/"));
        boolean staged = invocation.program().key().equals("git restore")
                && invocation.has("--staged")
                && !invocation.has("--worktree", "-W");
        if ((everything && !staged) || invocation.has("-f", "--force", "--discard-changes")) {
            effects.ask("would throw away changes that no commit holds", "git stash");
        }
        effects.write(invocation.operands());
        effects.build();
    }

    private static void removal(Invocation invocation, Effects effects) {
        boolean cached = invocation.has("--cached");
        List<Arg> operands = invocation.operands();
        effects.write(operands);
        if (cached) {
            return;
        }
        boolean moves = invocation.program().key().equals("git mv");
        if (moves) {
            effects.move(Meaning.allButLast(operands));
        } else {
            effects.tree(operands);
        }
    }

    private static void push(Invocation invocation, Effects effects) {
        effects.useNetwork();
        boolean forced = invocation.has("-f", "--force", "--mirror")
                || invocation.options().stream()
                        .anyMatch(it -> (it.name().length() > 4 && "--force".startsWith(it.name()))
                                || it.name().startsWith("--mir"))
                || invocation.operands().stream()
                        .anyMatch(it -> it.text().startsWith("+") && it.text().length() > 1);
        if (forced) {
            effects.ask("would overwrite what others have pushed", "git push --force-with-lease");
        }
        boolean deletes = invocation.has("-d", "--delete", "--prune")
                || invocation.operands().stream()
                        .anyMatch(it -> it.text().startsWith(":") && it.text().length() > 1);
        if (deletes) {
            effects.ask("would delete a branch or tag that others use");
        }
        String remote = invocation.operand(0);
        if (remote.contains("://") || Regex.fits(remote, "[^/]+@[^/]+:.*|/.*|\\.\\.?/.*|[\\w.+-]+::.*")) {
            effects.ask("would send the repository to a place that it does not name itself");
        }
        if (invocation.has("--no-verify")) {
            effects.ask("would go past the hooks of the repository");
        }
    }

    /** One name alone is asked for; whatever else is not said to be a question changes something. */
    private static void config(Invocation invocation, Effects effects) {
        List<Arg> operands = invocation.operands();
        String first = invocation.operand(0);
        boolean scopes = invocation.options().stream()
                .allMatch(
                        it -> Regex.fits(
                                it.name(),
                                "--(local|global|system|worktree|show-origin|show-scope|type|null|name-only|includes|no-includes|default|bool|int|path|expiry-date)|-z"));
        boolean oneName = scopes
                && operands.size() == 1
                && !Set.of("set", "unset", "edit").contains(first);
        boolean verb = scopes && Set.of("get", "list").contains(first) && operands.size() <= 2;
        boolean option =
                invocation.options().stream().anyMatch(it -> READING.contains(it.name())) && operands.size() <= 2;
        boolean asked = oneName || verb || option;
        if (asked && !invocation.open()) {
            effects.lookOnly();
            return;
        }
        boolean elsewhere = invocation.has("--global", "--system");
        effects.write(elsewhere ? Arg.of("~/.gitconfig") : SETTINGS);
        effects.ask("would change the settings of git, which can run programs");
    }
}
