package dev.carabiner.runtime.context;

import dev.carabiner.context.Message;
import dev.carabiner.context.MessageJournal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Remembers what it was given, and can be made to fail. Its caller's lock is its own. */
final class JournalRecorder implements MessageJournal {

    private final List<String> written = new ArrayList<>();
    private final List<Message> messages = new ArrayList<>();
    private @Nullable RuntimeException failure;

    void failWith(RuntimeException problem) {
        failure = problem;
    }

    List<String> written() {
        return written;
    }

    /** The conversation, as the journal knows it. */
    List<Message> messages() {
        return messages;
    }

    @Override
    public void added(Message message) {
        write("added " + message.text());
        messages.add(message);
    }

    @Override
    public void held(Message message) {
        write("held " + message.text());
    }

    @Override
    public void compacted(List<Message> kept) {
        write("compacted to " + kept.size());
        messages.clear();
        messages.addAll(kept);
    }

    private void write(String entry) {
        if (failure != null) {
            throw failure;
        }
        written.add(entry);
    }
}
