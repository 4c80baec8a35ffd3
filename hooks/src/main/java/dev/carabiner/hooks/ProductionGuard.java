package dev.carabiner.hooks;

import dev.carabiner.approval.Decision;
import dev.carabiner.display.VisibleText;
import dev.carabiner.event.EventData;
import dev.carabiner.event.Events;
import dev.carabiner.event.ToolPre;
import dev.carabiner.guard.path.HomeDirectories;
import dev.carabiner.guard.path.PathWords;
import dev.carabiner.guard.path.ProtectedPaths;
import dev.carabiner.guard.path.Workspace;
import dev.carabiner.guard.program.LineEffects;
import dev.carabiner.guard.verdict.CommandJudge;
import dev.carabiner.guard.verdict.WordsOfChange;
import dev.carabiner.hook.HookOptions;
import dev.carabiner.hook.HookResult;
import dev.carabiner.process.Opening;
import dev.carabiner.process.ProtectedPlace;
import dev.carabiner.session.ConfigType;
import dev.carabiner.session.HookConfig;
import dev.carabiner.session.HookModule;
import dev.carabiner.session.Mount;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A change to a production file waits for a human's yes, by whatever path and whichever tool it comes. A guard: a path
 * that cannot be resolved is denied, and so is a question without an answer in time.
 */
public final class ProductionGuard implements HookModule {

    private static final String NAME = "production-guard";
    private static final int MOST_NAMED = 5;
    private static final List<String> PRODUCTION = List.of("production", ".env", "*.env", ".env.*");

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return "Asks before production files change.";
    }

    @Override
    public Map<String, ConfigType> configKeys() {
        return Map.of(
                "paths", ConfigType.TEXTS,
                "replace", ConfigType.FLAG,
                "mode", ConfigType.TEXT,
                "ask_unclear", ConfigType.FLAG,
                "answer_within", ConfigType.DURATION);
    }

    @Override
    public EventData configDefaults() {
        return EventData.of(
                "paths", PRODUCTION, "replace", false, "mode", "ask", "ask_unclear", true, "answer_within", "5m");
    }

    @Override
    public boolean isGuard() {
        return true;
    }

    @Override
    public AutoCloseable mount(Mount mount, HookConfig config) throws Exception {
        PathWords words = new PathWords(Workspace.at(mount.workingDirectory()), HomeDirectories.places());
        ProtectedPaths production = new ProtectedPaths(words, paths(config));
        Judge judge = new Judge(config, production, new CommandJudge(words), mount.isConfined());
        mount.registerContributor(Opening.Source.CHANNEL, NAME, () -> judge.grants);
        ProtectedPlace closed = production::covers;
        mount.registerContributor(ProtectedPlace.CHANNEL, NAME, () -> closed);
        HookOptions options = HookOptions.forEvent(Events.TOOL_PRE)
                .name(NAME)
                .priority(-40)
                .timeout(Duration.ofSeconds(5))
                .guard();
        return Mounted.of(mount.hooks().on(Events.TOOL_PRE, config.options(options), (call, data) -> {
            if (WritingTools.isOne(call.toolName())) {
                return judge.ofFile(call);
            }
            return ShellGuard.isShell(call) ? judge.ofCommand(call) : null;
        }));
    }

    /** What is protected anyway stays so, unless the setting says that it replaces that. */
    private static List<String> paths(HookConfig config) {
        List<String> own = config.texts("paths", List.of());
        return config.flag("replace", false)
                ? own
                : Stream.concat(PRODUCTION.stream(), own.stream()).distinct().toList();
    }

    private static final class Judge {

        private final ProtectedPaths production;
        private final CommandJudge commands;
        private final boolean denying;
        private final boolean askUnclear;
        private final Duration answerWithin;
        private final boolean confined;
        private final AskedOpenings grants = new AskedOpenings();

        Judge(HookConfig config, ProtectedPaths production, CommandJudge commands, boolean confined) {
            this.production = production;
            this.commands = commands;
            this.confined = confined;
            denying = Choice.of(NAME, "mode", config.text("mode", "ask"), "ask", "deny")
                    .equals("deny");
            askUnclear = config.flag("ask_unclear", true);
            answerWithin = config.duration("answer_within", Duration.ofMinutes(5));
        }

        @Nullable
        HookResult ofFile(ToolPre call) throws IOException {
            Path touched = production.touchedFile(WritingTools.path(call));
            return touched == null
                    ? null
                    : decided("Allow write to production file: " + shown(touched) + "?", touched, true);
        }

        @Nullable
        HookResult ofCommand(ToolPre call) {
            String command = Objects.requireNonNull(call.toolInput().text("command"), "The command is missing");
            LineEffects effects = commands.effects(command);
            WordsOfChange words = WordsOfChange.of(command, effects);
            Set<Path> touched = touched(words);
            grants.keep(command, confined ? opening(touched) : Opening.NONE);
            String shown = VisibleText.inOneLine(command);
            if (!touched.isEmpty()) {
                String names =
                        touched.stream().limit(MOST_NAMED).map(Judge::shown).collect(Collectors.joining(", "));
                String more = touched.size() > MOST_NAMED ? " and " + (touched.size() - MOST_NAMED) + " more" : "";
                String prompt = "Allow a command that may change " + names + more + "? " + shown;
                return decided(prompt, touched.iterator().next(), effects.isClear());
            }
            return askUnclear && words.isOpen() && !confined // where the sandbox holds them, whatever a command runs
                    ? question("Allow a command that may change production files, which is not clear? " + shown, false)
                    : null;
        }

        /** A directory that was too large to look through is not opened as a whole: it may hold what others protect. */
        private Opening opening(Set<Path> touched) {
            Set<Path> own = new TreeSet<>(touched);
            own.removeIf(it -> !production.covers(it));
            return new Opening(own, Set.of(), false);
        }

        private Set<Path> touched(WordsOfChange words) {
            Set<Path> all = new TreeSet<>();
            words.words().forEach(word -> all.addAll(production.allTouched(word)));
            words.trees().forEach(word -> all.addAll(production.allBelow(word)));
            return all;
        }

        private HookResult decided(String prompt, Path touched, boolean lasting) {
            return denying
                    ? HookResult.deny("Production files are not changed here: " + shown(touched))
                    : question(prompt, lasting);
        }

        private static String shown(Path path) {
            return VisibleText.inOneLine(path.toString());
        }

        /** A yes to a line that cannot be parsed is for once: the same text may mean something else the next time. */
        private HookResult question(String prompt, boolean lasting) {
            HookResult.AskUser question = HookResult.ask(prompt)
                    .timeout(answerWithin)
                    .byDefault(Decision.DENY)
                    .reason("production files need a human");
            return lasting
                    ? question.options("Allow once", "Allow always", "Deny")
                    : question.options("Allow once", "Deny");
        }
    }
}
