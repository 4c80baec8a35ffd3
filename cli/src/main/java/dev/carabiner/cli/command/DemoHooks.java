package dev.carabiner.cli.command;

import dev.carabiner.event.EventData;
import dev.carabiner.hook.FailurePolicy;
import dev.carabiner.hook.HookOptions;
import dev.carabiner.hook.HookRegistry;
import dev.carabiner.hook.HookResult;
import java.time.Duration;
import java.util.Objects;
import java.util.regex.Pattern;

/** The hooks that the demo adds to those of the default bundle. */
final class DemoHooks {

    /** Long enough to read the question, short enough to see what happens without an answer. */
    static final Duration TO_ANSWER = Duration.ofSeconds(8);

    private static final Pattern TOKEN = Pattern.compile("(token=)\\S+");

    private DemoHooks() {}

    static void register(HookRegistry hooks) {
        hooks.register(guard("secret-keeper"), DemoHooks::keepSecrets);
        hooks.register(guard("deploy-gate"), DemoHooks::askBeforeDeploying);
        hooks.register(HookOptions.forEvent("tool:post").name("quiet-counter"), DemoHooks::countQuietly);
    }

    private static HookOptions guard(String name) {
        return HookOptions.forEvent("tool:pre").name(name).onFailure(FailurePolicy.DENY);
    }

    /** Modifies: what the tool gets is not what the model wrote. */
    private static HookResult keepSecrets(String event, EventData data) {
        EventData input = Objects.requireNonNullElse(data.object("tool_input"), EventData.empty());
        String content = input.text("content");
        if (content == null || !TOKEN.matcher(content).find()) {
            return HookResult.proceed();
        }
        EventData redacted = input.with("content", TOKEN.matcher(content).replaceAll("$1[redacted]"));
        return HookResult.modify(data.with("tool_input", redacted).asMap())
                .userMessage("a token was taken out of " + input.text("file_path"));
    }

    /** Asks. */
    private static HookResult askBeforeDeploying(String event, EventData data) {
        EventData input = Objects.requireNonNullElse(data.object("tool_input"), EventData.empty());
        String command = input.text("command");
        return command == null || !command.contains("deploy")
                ? HookResult.proceed()
                : HookResult.ask("Deploy to production?")
                        .options("Allow once", "Deny")
                        .timeout(TO_ANSWER);
    }

    /** Writes to standard output, and keeps that off the screen: it is in the audit log only. */
    @SuppressWarnings("SystemOut") // that a hook prints is the point
    private static HookResult countQuietly(String event, EventData data) {
        System.out.println("quiet-counter: one more " + data.text("tool_name"));
        return HookResult.proceed().suppressOutput();
    }
}
