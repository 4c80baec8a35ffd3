package dev.carabiner.examples;

import dev.carabiner.audit.AuditRecord.OutputCaught;
import dev.carabiner.event.EventData;
import dev.carabiner.event.Events;
import dev.carabiner.examples.host.Tool;
import dev.carabiner.examples.host.ToolRunner;
import dev.carabiner.hook.HookOptions;
import dev.carabiner.hook.HookRegistry;
import dev.carabiner.hook.HookResult;
import dev.carabiner.hook.Registration;
import dev.carabiner.session.SessionCoordinator;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Output control only: the user gets one clean line instead of everything the hook has to say while it works. */
public final class ProgressMessage {

    private ProgressMessage() {}

    /** Prints a line for each file, and hides that: what a hook prints is its own, and it may keep it quiet. */
    public static Registration mount(HookRegistry hooks) {
        HookOptions options = HookOptions.forEvent(Events.TOOL_POST).name("progress");
        return hooks.on(Events.TOOL_POST, options, (call, data) -> {
            EventData result = call.toolResult();
            if (result == null) {
                return HookResult.proceed();
            }
            List<String> files = String.valueOf(result.get("output")).lines().toList();
            files.forEach(file -> System.out.println("checked " + file));
            return HookResult.proceed()
                    .userMessage("Processed " + files.size() + " files successfully")
                    .suppressOutput();
        });
    }

    public static void main(String[] args) throws Exception {
        Stage.perform(ProgressMessage::play);
    }

    static void play(Stage stage) throws Exception {
        for (String name : List.of("ascent.txt", "descent.txt", "summit.txt")) {
            Files.writeString(stage.directory().resolve(name), "a page about the " + name + "\n");
        }
        Tool listFiles = input -> {
            try (Stream<Path> files = Files.list(stage.directory())) {
                return files.map(file -> file.getFileName().toString()).sorted().collect(Collectors.joining("\n"));
            }
        };
        StringBuilder printed = new StringBuilder();
        HookRegistry hooks = new HookRegistry();
        mount(hooks);
        SessionCoordinator session = SessionCoordinator.builder()
                .hooks(hooks)
                .captureOutput()
                .display(stage.display())
                .audit(record -> {
                    if (record instanceof OutputCaught caught) {
                        printed.append(caught.text());
                    }
                })
                .build();

        stage.say("A tool lists three files, and a hook looks at each. The user sees:");
        ToolRunner.Called called =
                new ToolRunner(session, Map.of("ListFiles", listFiles)).call("ListFiles", EventData.empty());
        stage.say("What the hook printed meanwhile is on the record and nowhere else:");
        stage.quote(printed.toString());
        stage.say("What the tool said is untouched by that; only its own words can a hook keep quiet:");
        stage.quote(called.result());
    }
}
