package dev.carabiner.examples;

import dev.carabiner.event.EventData;
import dev.carabiner.event.Events;
import dev.carabiner.examples.host.FileTools;
import dev.carabiner.examples.host.ToolRunner;
import dev.carabiner.guard.path.Workspace;
import dev.carabiner.hook.FailurePolicy;
import dev.carabiner.hook.HookOptions;
import dev.carabiner.hook.HookRegistry;
import dev.carabiner.hook.HookResult;
import dev.carabiner.hook.Registration;
import dev.carabiner.session.SessionCoordinator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Deny: no tool writes where keys and system settings live, by whatever path it tries. */
public final class DenySensitivePaths {

    /** Protected wherever they are. */
    private static final List<String> NAMES = List.of(".ssh", ".gnupg");

    private DenySensitivePaths() {}

    /** A guard: if it cannot tell where a path leads, the call is denied. */
    public static Registration mount(HookRegistry hooks, Workspace workspace, List<Path> protectedPlaces) {
        HookOptions options = HookOptions.forEvent(Events.TOOL_PRE)
                .name("sensitive-paths")
                .priority(-50)
                .timeout(Duration.ofSeconds(5))
                .onFailure(FailurePolicy.DENY);
        return hooks.on(Events.TOOL_PRE, options, (call, data) -> {
            if (!FileTools.WRITING.contains(call.toolName())) {
                return HookResult.proceed();
            }
            Path file = workspace.canonical(FileTools.required(call.toolInput(), "file_path"));
            return isSensitive(file, workspace, protectedPlaces)
                    ? HookResult.deny("Access denied: " + file + " is in a protected directory")
                    : HookResult.proceed();
        });
    }

    /** Both sides are canonical: {@code /etc} itself may be a link, as it is on some systems. */
    private static boolean isSensitive(Path file, Workspace workspace, List<Path> places) throws IOException {
        for (Path place : places) {
            if (Workspace.isWithin(file, workspace.canonical(place.toString()))) {
                return true;
            }
        }
        return NAMES.stream().anyMatch(name -> Workspace.hasName(file, name));
    }

    public static void main(String[] args) throws Exception {
        Stage.perform(DenySensitivePaths::play);
    }

    static void play(Stage stage) throws Exception {
        Path keys =
                Files.createDirectories(stage.directory().resolve("home/.ssh")).resolve("authorized_keys");
        Files.writeString(keys, "the owner's key\n");
        Files.createDirectory(stage.directory().resolve("drafts"));
        Files.createSymbolicLink(stage.directory().resolve("drafts/notes"), keys.getParent());

        Workspace workspace = Workspace.at(stage.directory());
        HookRegistry hooks = new HookRegistry();
        mount(hooks, workspace, List.of(Path.of("/etc"), Path.of("/root")));
        SessionCoordinator session = SessionCoordinator.builder().hooks(hooks).build();
        ToolRunner tools = new ToolRunner(session, new FileTools(workspace).all());

        stage.say("The agent tries to write to:");
        String told = "";
        for (String path : List.of(
                "drafts/report.txt",
                "home/.ssh/authorized_keys",
                "drafts/../home/.SSH/authorized_keys",
                "drafts/notes/authorized_keys",
                "/etc/hosts")) {
            ToolRunner.Called called = tools.call("Write", EventData.of("file_path", path, "content", "my own key\n"));
            stage.say(String.format("  %-36s %s", path, called.ran() ? "written" : "denied"));
            told = path.startsWith("drafts/notes") ? called.result() : told;
        }
        stage.say("The fourth is a link into .ssh: its text says nothing, where it leads does. The agent was told:");
        stage.quote(told);
        stage.say("authorized_keys still holds: " + Files.readString(keys).strip());
    }
}
