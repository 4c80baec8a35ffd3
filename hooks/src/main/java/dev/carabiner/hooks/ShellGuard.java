package dev.carabiner.hooks;

import dev.carabiner.approval.Decision;
import dev.carabiner.display.VisibleText;
import dev.carabiner.event.EventData;
import dev.carabiner.event.Events;
import dev.carabiner.event.ToolPre;
import dev.carabiner.guard.path.HomeDirectories;
import dev.carabiner.guard.path.PathWords;
import dev.carabiner.guard.path.Workspace;
import dev.carabiner.guard.program.LineEffects;
import dev.carabiner.guard.verdict.CommandJudge;
import dev.carabiner.guard.verdict.CommandVerdict;
import dev.carabiner.guard.verdict.Reach;
import dev.carabiner.hook.HookOptions;
import dev.carabiner.hook.HookResult;
import dev.carabiner.process.Opening;
import dev.carabiner.session.ConfigType;
import dev.carabiner.session.HookConfig;
import dev.carabiner.session.HookModule;
import dev.carabiner.session.Mount;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Stands before every shell command: what is dangerous is denied, what is doubtful is asked. All denies come before any
 * question, and all questions before anything that is allowed. A guard: if it fails, the command is not run.
 */
public final class ShellGuard implements HookModule {

    static final String NAME = "shell-guard";
    private static final int LONGEST = 50_000;

    private final List<Path> homes;

    /** For the service loader. */
    public ShellGuard() {
        this(HomeDirectories.places());
    }

    ShellGuard(List<Path> homes) {
        this.homes = homes;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return "Denies dangerous shell commands, and asks about those that it cannot parse.";
    }

    @Override
    public Map<String, ConfigType> configKeys() {
        return Map.of(
                "deny", ConfigType.TEXTS,
                "ask", ConfigType.TEXTS,
                "allow", ConfigType.TEXTS,
                "unclear", ConfigType.TEXT,
                "answer_within", ConfigType.DURATION);
    }

    @Override
    public EventData configDefaults() {
        return EventData.of(
                "deny", List.of(),
                "ask", List.of(),
                "allow", List.of(),
                "unclear", "ask",
                "answer_within", "5m");
    }

    @Override
    public boolean isGuard() {
        return true;
    }

    @Override
    public AutoCloseable mount(Mount mount, HookConfig config) throws Exception {
        PathWords paths = new PathWords(Workspace.at(mount.workingDirectory()), homes);
        Judge judge = new Judge(config, paths, mount.isConfined());
        mount.registerContributor(Opening.Source.CHANNEL, NAME, () -> judge.grants);
        HookOptions options = HookOptions.forEvent(Events.TOOL_PRE)
                .name(NAME)
                .priority(-50)
                .timeout(Duration.ofSeconds(5))
                .guard();
        return Mounted.of(mount.hooks()
                .on(Events.TOOL_PRE, config.options(options), (call, data) -> isShell(call) ? judge.of(call) : null));
    }

    static boolean isShell(ToolPre call) {
        return call.toolName().equalsIgnoreCase("Bash");
    }

    /** Everything the guard knows, and the one place where it decides. */
    private static final class Judge {

        private final CommandRules deny;
        private final CommandRules ask;
        private final CommandRules allow;
        private final boolean unclearDenied;
        private final Duration answerWithin;
        private final CommandJudge judge;
        private final boolean confined;
        private final RepositorySettings settings;
        private final AskedOpenings grants = new AskedOpenings();

        Judge(HookConfig config, PathWords paths, boolean confined) {
            Path root = paths.workspace().root();
            deny = CommandRules.denying("deny", root, config.texts("deny", List.of()));
            ask = CommandRules.denying("ask", root, config.texts("ask", List.of()));
            allow = CommandRules.allowing("allow", root, config.texts("allow", List.of()));
            unclearDenied = Choice.of(NAME, "unclear", config.text("unclear", "ask"), "ask", "deny")
                    .equals("deny");
            answerWithin = config.duration("answer_within", Duration.ofMinutes(5));
            judge = new CommandJudge(paths);
            this.confined = confined;
            settings = new RepositorySettings(root);
        }

        @Nullable
        HookResult of(ToolPre call) {
            if (!(call.toolInput().get("command") instanceof String command)) {
                return HookResult.deny("The command is not a text");
            }
            if (command.length() > LONGEST) {
                return HookResult.deny("The command has " + command.length() + " characters, and more than " + LONGEST
                        + " cannot be judged; write it to a file first");
            }
            grants.keep(command, Opening.NONE);
            return decided(command, call.toolInput());
        }

        private @Nullable HookResult decided(String command, EventData input) {
            CommandRules.@Nullable Rule denied = deny.matching(input);
            if (denied != null) {
                return HookResult.deny("This command might run \"" + denied.pattern() + "\", which is not allowed here"
                        + denied.correction());
            }
            LineEffects effects = judge.effects(command);
            CommandVerdict verdict = judge.judge(command, effects);
            if (verdict.denied()) {
                return HookResult.deny("This command " + verdict.why() + verdict.correction());
            }
            CommandRules.@Nullable Rule asked = ask.matching(input);
            if (verdict.severity() == CommandVerdict.Severity.ASK) {
                return asked(command, verdict);
            }
            if (asked != null) {
                return question(command, "it might run \"" + asked.pattern() + "\"", verdict);
            }
            boolean known = !verdict.asks(confined);
            if (allow.isEmpty() ? known : allow.coverAll(effects, input)) {
                return null;
            }
            return known ? question(command, "no rule allows it", verdict) : asked(command, verdict);
        }

        private HookResult asked(String command, CommandVerdict verdict) {
            if (!verdict.clear() && unclearDenied) {
                return HookResult.deny("It is not clear what this command runs; write it in plain words, without"
                        + " expansions, substitutions and launchers (it " + verdict.why() + ")");
            }
            return question(command, "it " + verdict.why(), verdict);
        }

        /** What a yes opens is kept for the tool, and said. */
        private HookResult question(String command, String why, CommandVerdict verdict) {
            Opening opening = confined ? opening(verdict.reach()) : Opening.NONE;
            grants.keep(command, opening);
            return question(command, AskedOpenings.shown(opening) + why, verdict.clear());
        }

        private Opening opening(Reach reach) {
            Set<Path> writes = new TreeSet<>(reach.writes());
            reach.protectedWrites().forEach(it -> writes.add(settings.meant(it)));
            return Opening.reaching(settings.workspace(), writes, reach.secretReads(), reach.host());
        }

        /** A lasting yes is for this command, to the letter, whatever description or timeout comes with it. */
        private HookResult question(String command, String why, boolean lasting) {
            HookResult.AskUser question = HookResult.ask(
                            "Run this command (" + why + ")? " + VisibleText.inOneLine(command))
                    .timeout(answerWithin)
                    .byDefault(Decision.DENY)
                    .reason(why);
            return lasting
                    ? question.options("Allow once", "Allow always", "Deny").scope("Bash: " + command)
                    : question.options("Allow once", "Deny");
        }
    }
}
