package dev.carabiner.cli.command;

import dev.carabiner.approval.Decision;
import dev.carabiner.cli.terminal.Surroundings;
import dev.carabiner.display.VisibleText;
import dev.carabiner.guard.rule.ApprovalRule;
import dev.carabiner.guard.rule.ApprovalRules;
import dev.carabiner.guard.rule.InputPattern;
import dev.carabiner.guard.rule.RuleOrigin;
import dev.carabiner.guard.rule.RuleText;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code carabiner rules add}. */
@Command(
        name = "add",
        sortOptions = false,
        description = "Adds a rule. It says for which hook, which tool and which input it answers.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  carabiner rules add --allow --hook shell-guard --tool Bash --shell \"git log *\" --ends 8h",
            "  carabiner rules add --allow --hook production-guard --tool Edit --directory /srv/app/docs --uses 5",
            "  carabiner rules add --deny --tool WebFetch --host \"*.example.org\""
        })
final class AddRuleCommand extends StoreCommand {

    @ArgGroup(multiplicity = "1")
    private Answer answer = new Answer();

    @Option(names = "--hook", paramLabel = "NAME", description = "The hook that asks. Preset: any.")
    private String hook = ApprovalRule.EVERY;

    @Option(names = "--tool", paramLabel = "NAME", description = "The tool it is about. Preset: any.")
    private String tool = ApprovalRule.EVERY;

    @ArgGroup
    private @Nullable What what;

    @Option(names = "--field", paramLabel = "NAME", description = "The field of the input that is looked at.")
    private @Nullable String field;

    @Option(names = "--ends", paramLabel = "TIME", description = "When it ends, as in 30m or 8h. Preset: never.")
    private @Nullable Duration ends;

    @Option(names = "--uses", paramLabel = "N", description = "How often it may answer. Preset: any number.")
    private @Nullable Integer uses;

    @Option(names = "--id", paramLabel = "ID", description = "Its name in the record. Preset: a new one.")
    private @Nullable String id;

    @Option(names = "--as", paramLabel = "NAME", description = "Who makes it. Preset: your user.")
    private @Nullable String name;

    /** One of them must be said. */
    static final class Answer {

        @Option(names = "--allow", description = "It allows what surely fits.")
        private boolean allow;

        @Option(names = "--deny", description = "It denies what might fit, whatever allows it.")
        @SuppressWarnings("UnusedVariable") // picocli sees that one of them is said
        private boolean deny;
    }

    /** One of them at most. */
    static final class What {

        @Option(names = "--shell", paramLabel = "WORDS", description = "A command: its words, or these and ' *'.")
        private @Nullable String shell;

        @Option(names = "--directory", paramLabel = "DIR", description = "What is below a directory.")
        private @Nullable Path directory;

        @Option(names = "--file", paramLabel = "FILE", description = "One file.")
        private @Nullable Path file;

        @Option(names = "--host", paramLabel = "HOST", description = "A host, or *. and those below it.")
        private @Nullable String host;
    }

    AddRuleCommand(Surroundings here) {
        super(here);
    }

    @Override
    int run(SharedStore store) {
        String person = StoreOptions.name(name);
        if (uses != null && uses < 1) {
            throw CommandException.usage("--uses " + uses + ": a rule that may answer less than once answers nothing");
        }
        if (ends != null && ends.isZero()) {
            throw CommandException.usage(
                    "--ends: a rule that is over at once answers nothing; expected a time such as 8h");
        }
        Decision decision = answer.allow ? Decision.ALLOW : Decision.DENY;
        ApprovalRule rule = new ApprovalRule(
                id == null ? "rule-" + UUID.randomUUID().toString().substring(0, 8) : id,
                decision,
                hook,
                tool,
                pattern(),
                ends == null ? null : Instant.now().plus(ends),
                uses);
        new ApprovalRules(store.database().rules(), here.directory()).add(rule, new RuleOrigin(person, ""));
        here.out().println(VisibleText.inOneLine(rule.id() + ": " + RuleText.of(rule)));
        return ExitCode.DONE;
    }

    private InputPattern pattern() {
        if (what == null) {
            return InputPattern.any();
        }
        if (what.shell != null) {
            return InputPattern.shell(fieldOr("command"), what.shell);
        }
        if (what.directory != null) {
            return InputPattern.directory(
                    fieldOr("file_path"), here.resolve(what.directory).toString());
        }
        if (what.file != null) {
            return InputPattern.file(
                    fieldOr("file_path"), here.resolve(what.file).toString());
        }
        return InputPattern.host(fieldOr("url"), String.valueOf(what.host));
    }

    private String fieldOr(String usual) {
        return field == null ? usual : field;
    }
}
