package dev.carabiner.testkit;

import dev.carabiner.display.Display;
import dev.carabiner.display.HookOutput;
import dev.carabiner.display.Level;
import dev.carabiner.display.UserMessage;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A display that remembers what it was given, in order. */
public final class RecordingDisplay implements Display {

    private final List<UserMessage> messages = new CopyOnWriteArrayList<>();
    private final List<HookOutput> outputs = new CopyOnWriteArrayList<>();

    @Override
    public void show(UserMessage message) {
        messages.add(message);
    }

    @Override
    public void output(HookOutput output) {
        outputs.add(output);
    }

    /** The messages so far. */
    public List<UserMessage> messages() {
        return List.copyOf(messages);
    }

    /** Their texts. */
    public List<String> texts() {
        return messages.stream().map(UserMessage::text).toList();
    }

    /** The texts of those with this level. */
    public List<String> texts(Level level) {
        return messages.stream()
                .filter(it -> it.level() == level)
                .map(UserMessage::text)
                .toList();
    }

    /** What hooks have written to the standard streams, where the session captures these. */
    public List<HookOutput> outputs() {
        return List.copyOf(outputs);
    }
}
