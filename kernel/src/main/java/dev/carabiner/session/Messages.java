package dev.carabiner.session;

import dev.carabiner.audit.AuditRecord.MessageShown;
import dev.carabiner.audit.AuditRecord.OutputCaught;
import dev.carabiner.display.Display;
import dev.carabiner.display.HookOutput;
import dev.carabiner.display.UserMessage;
import dev.carabiner.hook.EmitDepth;
import dev.carabiner.hook.HandlerRun;
import dev.carabiner.hook.HookOutcome;

/** What the user sees of an emit. A display that fails is on the record; the emit goes on. */
final class Messages {

    private final Display display;
    private final Recorder recorder;

    Messages(Display display, Recorder recorder) {
        this.display = display;
        this.recorder = recorder;
    }

    void show(HookOutcome outcome) {
        outcome.messages().forEach(message -> show(message, outcome.event()));
    }

    void show(UserMessage message, String event) {
        String level = Recorder.name(message.level());
        recorder.append(new MessageShown(
                recorder.session(),
                recorder.now(),
                message.source(),
                event,
                level,
                message.text(),
                EmitDepth.currentEmit()));
        recorder.call("display", event, () -> display.show(message));
    }

    /** For a module that shows something apart from any event: under its own name, and on the record. */
    Display asDisplayOf(String module) {
        return message -> show(message.fromHook(module), "");
    }

    /** What the hooks themselves wrote: always recorded, and shown unless the hook's result says otherwise. */
    void showOutput(HookOutcome outcome) {
        if (!outcome.hasOutput()) {
            return;
        }
        for (HandlerRun run : outcome.runs()) {
            if (!run.output().isEmpty()) {
                showOutput(run, outcome.event());
            }
        }
    }

    private void showOutput(HandlerRun run, String event) {
        boolean suppressed = run.outputSuppressed();
        recorder.append(new OutputCaught(
                recorder.session(),
                recorder.now(),
                run.name(),
                event,
                suppressed,
                run.output(),
                EmitDepth.currentEmit()));
        if (!suppressed) {
            HookOutput output = new HookOutput(run.output(), "hook:" + run.name(), event);
            recorder.call("display", event, () -> display.output(output));
        }
    }
}
