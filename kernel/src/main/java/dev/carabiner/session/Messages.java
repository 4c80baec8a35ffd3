package dev.carabiner.session;

import dev.carabiner.audit.AuditRecord.MessageShown;
import dev.carabiner.audit.AuditRecord.OutputCaught;
import dev.carabiner.display.Display;
import dev.carabiner.display.HookOutput;
import dev.carabiner.display.UserMessage;
import dev.carabiner.hook.EmitDepth;
import dev.carabiner.hook.HandlerRun;
import dev.carabiner.hook.HookOutcome;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the user sees of an emit. A display that fails is on the record; the emit goes on. */
final class Messages {

    private final Display display;
    private final Recorder recorder;

    Messages(Display display, Recorder recorder) {
        this.display = display;
        this.recorder = recorder;
    }

    /** @param callId the tool call that the emit is about; null if it is about none */
    void show(HookOutcome outcome, @Nullable String callId) {
        outcome.messages().forEach(message -> show(message, outcome.event(), callId));
    }

    void show(UserMessage message, String event, @Nullable String callId) {
        String level = Recorder.name(message.level());
        recorder.append(new MessageShown(
                recorder.session(),
                recorder.now(),
                message.source(),
                event,
                level,
                message.text(),
                EmitDepth.currentEmit(),
                callId));
        recorder.call("display", event, callId, () -> display.show(message));
    }

    /** For a module that shows something apart from any event: under its own name, and on the record. */
    Display asDisplayOf(String module) {
        return message -> show(message.fromHook(module), "", null);
    }

    /** What the hooks themselves wrote: always recorded, and shown unless the hook's result says otherwise. */
    void showOutput(HookOutcome outcome, @Nullable String callId) {
        if (outcome.hasOutput()) {
            showOutput(outcome.runs(), outcome.event(), callId);
        }
    }

    void showOutput(List<HandlerRun> runs, String event, @Nullable String callId) {
        for (HandlerRun run : runs) {
            if (!run.output().isEmpty()) {
                showOutput(run, event, callId);
            }
        }
    }

    private void showOutput(HandlerRun run, String event, @Nullable String callId) {
        boolean suppressed = run.outputSuppressed();
        recorder.append(new OutputCaught(
                recorder.session(),
                recorder.now(),
                run.name(),
                event,
                suppressed,
                run.output(),
                EmitDepth.currentEmit(),
                callId));
        if (!suppressed) {
            HookOutput output = new HookOutput(run.output(), "hook:" + run.name(), event);
            recorder.call("display", event, callId, () -> display.output(output));
        }
    }
}
