package dev.carabiner.approvals;

import dev.carabiner.context.ToolCall;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookRegistry;
import dev.carabiner.hook.HookResult;
import dev.carabiner.session.SessionCoordinator;
import dev.carabiner.session.ToolAnswer;
import dev.carabiner.session.ToolResult;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** A program of many agents, each in a session of its own. Each asks about one operation, waits, runs it and says so. */
final class KilledAgents {

    private KilledAgents() {}

    /** What the operation of that agent leaves behind: a line for each time it ran. */
    static Path trace(Path directory, int agent) {
        return directory.resolve("ran-" + agent);
    }

    static String session(int agent) {
        return "s-" + agent;
    }

    public static void main(String[] args) throws Exception {
        Path directory = Path.of(args[0]);
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        ApprovalDatabase database = ApprovalDatabase.sqlite(directory.resolve("approvals.db"));
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            int agent = i;
            Thread.ofVirtual().start(() -> out.println("done " + agent + " " + call(directory, database, agent) + "."));
        }
        Thread.sleep(Long.MAX_VALUE);
    }

    private static ToolAnswer.Status call(Path directory, ApprovalDatabase database, int agent) {
        HookRegistry hooks = new HookRegistry();
        hooks.register("tool:pre", 0, "guard", (event, data) -> HookResult.ask("Run this?"));
        SessionCoordinator session = SessionCoordinator.builder()
                .sessionId(session(agent))
                .hooks(hooks)
                .approvalStore(database.store())
                .channels(List.of(pending -> () -> {})) // the store is where it is answered
                .build();
        ToolCall call = new ToolCall("call-" + agent, "Bash", EventData.of("command", "run " + agent));
        return session.call(call, input -> ran(trace(directory, agent))).status();
    }

    private static ToolResult ran(Path trace) throws IOException, InterruptedException {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        Thread.sleep(random.nextInt(10));
        Files.writeString(trace, "ran\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        Thread.sleep(random.nextInt(10));
        return ToolResult.of("done");
    }
}
