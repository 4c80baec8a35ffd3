package dev.carabiner.guard.shell;

import static dev.carabiner.guard.shell.KnownPrograms.words;

import dev.carabiner.guard.rule.CommandOptions;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What git is made to run: programs that its words name, and those that its settings do (pagers, editors, filters, hooks,
 * and aliases, which are commands).
 */
final class GitCommand {

    private static final Set<String> SETTING_OPTIONS = words("-c --config-env --exec-path");
    private static final Set<String> WITH_VALUE = words("-C --git-dir --work-tree --namespace");
    private static final Set<String> RUNNING = words("filter-branch difftool mergetool send-email instaweb");

    private static final Map<String, Set<String>> RUNNING_WORDS = Map.of(
            "submodule", words("foreach"),
            "bisect", words("run"),
            "rebase", words("-x --exec"),
            "grep", words("-O --open-files-in-pager"),
            "clone", words("-c -u --config --upload-pack --template"),
            "init", words("--template"),
            "archive", words("--exec"),
            "push", words("--exec --receive-pack"));

    private static final Set<String> READING = words("--get --get-all --get-regexp --get-urlmatch --list -l list get");

    private GitCommand() {}

    static boolean runsOther(List<String> arguments) {
        int at = 0;
        while (at < arguments.size() && arguments.get(at).startsWith("-")) {
            String option = arguments.get(at);
            String name = option.contains("=") ? option.substring(0, option.indexOf('=')) : option;
            if (SETTING_OPTIONS.contains(name)) {
                return true;
            }
            at += WITH_VALUE.contains(option) ? 2 : 1;
        }
        if (at >= arguments.size()) {
            return false;
        }
        String subcommand = arguments.get(at);
        List<String> rest = arguments.subList(at + 1, arguments.size());
        Set<String> running = RUNNING_WORDS.getOrDefault(subcommand, words("--upload-pack"));
        return RUNNING.contains(subcommand)
                || (subcommand.equals("config") && isSetting(rest))
                || rest.stream().anyMatch(word -> word.startsWith("ext::") || CommandOptions.isOneOf(running, word));
    }

    /** One name alone is asked for; whatever else is not said to be a question changes something. */
    private static boolean isSetting(List<String> rest) {
        boolean asked = rest.stream().filter(word -> !word.startsWith("-")).count() == 1
                && rest.stream().allMatch(word -> !word.startsWith("-") || word.matches("--(local|global|system)"));
        return !asked && rest.stream().noneMatch(READING::contains);
    }
}
