package dev.carabiner.examples;

import dev.carabiner.context.Message;
import dev.carabiner.event.EventData;
import dev.carabiner.examples.host.FileTools;
import dev.carabiner.examples.host.JavaLinter;
import dev.carabiner.examples.host.ToolRunner;
import dev.carabiner.guard.path.Workspace;
import dev.carabiner.hook.HookOutcome;
import dev.carabiner.hook.HookRegistry;
import dev.carabiner.session.SessionCoordinator;
import java.nio.file.Files;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Flow: the agent writes a broken file, reads the linter's feedback in its very next request, and repairs the file, all
 * within one turn.
 */
public final class ImmediateInjection {

    private static final int MOST_ROUNDS = 10;

    private ImmediateInjection() {}

    /** Whatever answers a conversation. */
    @FunctionalInterface
    public interface Model {
        Message reply(List<Message> request);
    }

    /** One turn of an agent: ask the model, run what it wants, and again, until it wants nothing more. */
    public static String turn(SessionCoordinator session, ToolRunner tools, Model model, String prompt) {
        session.startTurn();
        HookOutcome submitted = session.emit("prompt:submit", Map.of("prompt", prompt));
        if (submitted.denied()) {
            return submitted.reason();
        }
        session.context().add(Message.user(FileTools.required(submitted.data(), "prompt")));
        for (int round = 0; round < MOST_ROUNDS; round++) {
            HookOutcome asking = session.emit("provider:request", Map.of("provider", "script"));
            if (asking.denied()) {
                return asking.reason();
            }
            Message reply = model.reply(session.context().forNextRequest());
            session.context().add(reply);
            session.emit("provider:response", Map.of("provider", "script"));
            if (reply.toolCalls().isEmpty()) {
                session.emit("prompt:complete", Map.of("prompt", prompt, "response", reply.text()));
                return reply.text();
            }
            reply.toolCalls().forEach(tools::run);
        }
        return "Stopped after " + MOST_ROUNDS + " rounds";
    }

    /**
     * Stands in for a model, and says the same each time. It knows how to repair three mistakes, but not that it has
     * made them: that it learns from the feedback, or not at all.
     */
    static final class ScriptedModel implements Model {

        private record Repair(String symptom, String oldText, String newText) {}

        private static final String DRAFT = """
                class Team {
                    int size(List names) {
                        return names.size()
                    }
                }
                """;

        private static final List<Repair> REPAIRS = List.of(
                new Repair("';' expected", "names.size()", "names.size();"),
                new Repair("symbol:   class List", "class Team", "import java.util.List;\n\nclass Team"),
                new Repair("[rawtypes]", "List names", "List<String> names"));

        private int calls;

        @Override
        public Message reply(List<Message> request) {
            Message last = request.getLast();
            if (request.stream().noneMatch(Message::isToolResult)) {
                return call("Write", EventData.of("file_path", "Team.java", "content", DRAFT));
            }
            if (!"hook".equals(last.metadata().get("source"))) {
                return Message.assistant("Team.java is written, and the linter has nothing to say.");
            }
            return REPAIRS.stream()
                    .filter(repair -> last.text().contains(repair.symptom()))
                    .findFirst()
                    .map(this::apply)
                    .orElseGet(() -> Message.assistant("I do not know how to repair this: " + last.text()));
        }

        private Message apply(Repair repair) {
            return call(
                    "Edit",
                    EventData.of(
                            "file_path", "Team.java",
                            "old_text", repair.oldText(),
                            "new_text", repair.newText()));
        }

        private Message call(String tool, EventData input) {
            return Message.toolCall("call-" + ++calls, tool, input);
        }
    }

    public static void main(String[] args) throws Exception {
        Stage.perform(ImmediateInjection::play);
    }

    static void play(Stage stage) throws Exception {
        Workspace workspace = Workspace.at(stage.directory());
        HookRegistry hooks = new HookRegistry();
        InjectFeedback.mount(hooks, workspace, JavaLinter.ofThisJdk());
        SessionCoordinator session = SessionCoordinator.builder()
                .hooks(hooks)
                .display(stage.display())
                .build();
        ToolRunner tools = new ToolRunner(session, new FileTools(workspace).all());

        stage.say("The user gives one prompt, and sees:");
        turn(session, tools, new ScriptedModel(), "Write a class Team that counts names.");

        stage.say("In that one turn:");
        session.context().messages().forEach(message -> tell(stage, message));
        stage.say("Team.java at the end:");
        stage.quote(Files.readString(stage.directory().resolve("Team.java")));
    }

    private static void tell(Stage stage, Message message) {
        if (message.isToolResult()) {
            return;
        }
        boolean fromHook = "hook".equals(message.metadata().get("source"));
        String who = fromHook
                ? String.valueOf(message.metadata().get("hook_name"))
                : message.role().name();
        String what = fromHook ? message.text().lines().skip(1).findFirst().orElse("") : message.text();
        String called = message.toolCalls().stream()
                .map(call -> call.name() + " " + call.input().get("file_path"))
                .collect(Collectors.joining(", "));
        stage.say(String.format("  %-10s %s%s", who.toLowerCase(Locale.ROOT), what, called));
    }
}
