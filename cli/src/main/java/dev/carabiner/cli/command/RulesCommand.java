package dev.carabiner.cli.command;

import dev.carabiner.approval.StandingAnswers.Ruling;
import dev.carabiner.cli.terminal.Suggestion;
import dev.carabiner.cli.terminal.Surroundings;
import dev.carabiner.cli.terminal.Table;
import dev.carabiner.display.VisibleText;
import dev.carabiner.event.EventData;
import dev.carabiner.guard.rule.ApprovalRule;
import dev.carabiner.guard.rule.ApprovalRules;
import dev.carabiner.guard.rule.KeptRule;
import dev.carabiner.guard.rule.RuleText;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code carabiner rules}: the answers that were given before the question, kept beside the approvals. */
@Command(
        name = "rules",
        synopsisSubcommandLabel = "COMMAND",
        description = {
            "Lists, adds and ends rules that answer hooks' questions without asking a person.",
            "A rule that denies beats one that allows. A rule is not changed: end it, and add another."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  carabiner rules list",
            "  carabiner rules add --allow --hook shell-guard --tool Bash --shell \"git log *\" --ends 8h",
            "  carabiner rules test --hook shell-guard --tool Bash --data '{\"command\":\"git log -1\"}'",
            "  carabiner rules end from-cb688544"
        })
final class RulesCommand extends CommandGroup {

    static CommandLine in(Surroundings here) {
        return new CommandLine(new RulesCommand())
                .addSubcommand(new ListCommand(here))
                .addSubcommand(new ShowCommand(here))
                .addSubcommand(new AddRuleCommand(here))
                .addSubcommand(new EndCommand(here))
                .addSubcommand(new TryCommand(here));
    }

    /** The rule that a person names: by its id, or an unmistakable beginning of it. */
    static KeptRule named(String wanted, List<KeptRule> all) {
        List<KeptRule> exact =
                all.stream().filter(each -> each.rule().id().equals(wanted)).toList();
        List<KeptRule> fitting = exact.isEmpty()
                ? all.stream()
                        .filter(each -> !wanted.isEmpty() && each.rule().id().startsWith(wanted))
                        .toList()
                : exact;
        if (fitting.size() == 1) {
            return fitting.getFirst();
        }
        throw CommandException.failed(
                fitting.isEmpty()
                        ? "There is no rule '" + wanted + "'"
                                + Suggestion.of(
                                        wanted,
                                        all.stream()
                                                .map(each -> each.rule().id())
                                                .toList())
                        : "'" + wanted + "' could be any of " + fitting.size() + " rules; give more of its id");
    }

    private static String moment(@Nullable Instant time) {
        return time == null ? "never" : time.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    private static String end(ApprovalRule rule) {
        if (!rule.holdsAt(Instant.now())) {
            return "over";
        }
        return rule.expires() == null && rule.session() != null ? "with its session" : moment(rule.expires());
    }

    private static String uses(KeptRule kept) {
        Integer left = kept.rule().usesLeft();
        return kept.uses() + (left == null ? "" : ", " + left + " left");
    }

    @Command(
            name = "list",
            description = "Lists the rules of the store, in the order in which they were added.",
            footerHeading = "%nExamples:%n",
            footer = "  carabiner rules list")
    static final class ListCommand extends StoreCommand {

        ListCommand(Surroundings here) {
            super(here);
        }

        @Override
        int run(SharedStore store) {
            List<KeptRule> all = store.database().rules().kept();
            if (all.isEmpty()) {
                here.out()
                        .println("No rules in "
                                + VisibleText.inOneLine(store.place().toString())
                                + "; 'carabiner rules add' adds one");
                return ExitCode.DONE;
            }
            Table table = new Table(here.styles(), here.columns(), "RULE", "ENDS", "USES", "MADE BY", "WHAT");
            for (KeptRule kept : all) {
                ApprovalRule rule = kept.rule();
                table.row(rule.id(), end(rule), uses(kept), kept.origin().madeBy(), RuleText.of(rule));
            }
            here.out().print(table.text());
            return ExitCode.DONE;
        }
    }

    @Command(
            name = "show",
            description = "Shows a rule: what it covers, where it comes from, how often it has answered.",
            footerHeading = "%nExamples:%n",
            footer = "  carabiner rules show from-cb688544")
    static final class ShowCommand extends StoreCommand {

        @Parameters(paramLabel = "RULE", description = "Its id, or an unmistakable beginning of it.")
        @SuppressWarnings("NullAway.Init") // set by picocli, which requires it
        private String id;

        ShowCommand(Surroundings here) {
            super(here);
        }

        @Override
        int run(SharedStore store) {
            KeptRule kept = named(id, store.database().rules().kept());
            field("rule", kept.rule().id());
            field("what", RuleText.of(kept.rule()));
            field("ends", end(kept.rule()));
            field("uses", uses(kept));
            field("last used", moment(kept.lastUsed()));
            field("made by", kept.origin().madeBy());
            field("made at", moment(kept.made()));
            field("made of", kept.origin().request());
            return ExitCode.DONE;
        }

        private void field(String name, String value) {
            if (!value.isEmpty()) {
                here.out()
                        .println(here.styles().dim(String.format(Locale.ROOT, "%-11s", name))
                                + VisibleText.inOneLine(value));
            }
        }
    }

    @Command(
            name = "end",
            description = "Ends a rule: from now on it answers nothing.",
            footerHeading = "%nExamples:%n",
            footer = "  carabiner rules end from-cb688544")
    static final class EndCommand extends StoreCommand {

        @Parameters(paramLabel = "RULE", description = "Its id, or an unmistakable beginning of it.")
        @SuppressWarnings("NullAway.Init") // set by picocli, which requires it
        private String id;

        EndCommand(Surroundings here) {
            super(here);
        }

        @Override
        int run(SharedStore store) {
            String rule = named(id, store.database().rules().kept()).rule().id();
            boolean ended = new ApprovalRules(store.database().rules(), here.directory()).remove(rule);
            here.out().println(ended ? "Ended: " + rule : "It had ended before: " + rule);
            return ExitCode.DONE;
        }
    }

    @Command(
            name = "test",
            description = {
                "Says what the rules would answer to a question, without counting a use.",
                "Only the rules of the store; 'carabiner explain' tells what a whole policy says."
            },
            footerHeading = "%nExamples:%n",
            footer = "  carabiner rules test --hook shell-guard --tool Bash --data '{\"command\":\"git log -1\"}'")
    static final class TryCommand extends StoreCommand {

        @Option(names = "--hook", required = true, paramLabel = "NAME", description = "The hook that asks.")
        @SuppressWarnings("NullAway.Init") // set by picocli, which requires it
        private String hook;

        @Option(names = "--tool", required = true, paramLabel = "NAME", description = "The tool it is about.")
        @SuppressWarnings("NullAway.Init") // set by picocli, which requires it
        private String tool;

        @Option(
                names = "--data",
                required = true,
                paramLabel = "JSON|@FILE|-",
                description = "The tool's input: a JSON object, a file that holds one, or - for standard input.")
        @SuppressWarnings("NullAway.Init") // set by picocli, which requires it
        private String data;

        @Option(names = "--cwd", paramLabel = "DIR", description = "As if the agent worked there instead of here.")
        private @Nullable Path directory;

        TryCommand(Surroundings here) {
            super(here);
        }

        @Override
        int run(SharedStore store) throws IOException {
            EventData input = JsonArgument.read("--data", data, here);
            Path place = directory == null ? here.directory() : here.resolve(directory);
            ApprovalRules rules = new ApprovalRules(store.database().rules(), place);
            here.out().println(VisibleText.inOneLine(answer(rules.foresee(hook, tool, input), rules)));
            return ExitCode.DONE;
        }

        private static String answer(Ruling ruling, ApprovalRules rules) {
            return switch (ruling) {
                case Ruling.None none -> "No rule answers: a person is asked";
                case Ruling.Allowed(String id) -> "Allowed by rule " + id + ": " + text(id, rules);
                case Ruling.Denied(String id) -> "Denied by rule " + id + ": " + text(id, rules);
            };
        }

        private static String text(String id, ApprovalRules rules) {
            return rules.list().stream()
                    .filter(each -> each.id().equals(id))
                    .map(RuleText::of)
                    .findFirst()
                    .orElse("");
        }
    }
}
