package dev.carabiner.runtime.agent;

import dev.carabiner.context.ContextManager;
import dev.carabiner.context.Message;
import dev.carabiner.context.MessageData;
import dev.carabiner.event.EventData;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The messages of one request to the model. Hooks of {@code provider:request} are shown what would be sent; they may
 * change it, and what they inject meanwhile is sent too.
 */
final class RequestMessages {

    private final ContextManager context;
    private final int stored;
    private final List<Message> offered;
    private final List<EventData> shown;

    private RequestMessages(ContextManager context) {
        this.context = context;
        this.stored = context.messages().size();
        this.offered = context.forNextRequest();
        this.shown = offered.stream().map(MessageData::of).toList();
    }

    /** Takes what waits for the next request. From here on it is in this one or in none. */
    static RequestMessages take(ContextManager context) {
        return new RequestMessages(context);
    }

    List<EventData> shown() {
        return shown;
    }

    /**
     * What is sent in the end.
     *
     * @param answered the event's data as the hooks left it
     * @throws TurnEnd if they left something that is no conversation
     */
    List<Message> settled(EventData answered) throws TurnEndedException {
        List<Message> messages = new ArrayList<>(chosen(answered.get("messages")));
        List<Message> before = context.messages();
        List<Message> now = context.forNextRequest(); // with what the hooks of this very event have injected
        for (int i = 0; i < now.size(); i++) {
            if (i >= stored) {
                messages.add(now.get(i));
            } else if (!now.get(i).text().equals(before.get(i).text())) {
                append(
                        messages,
                        now.get(i).text().substring(before.get(i).text().length()));
            }
        }
        return messages;
    }

    private List<Message> chosen(@Nullable Object answered) throws TurnEndedException {
        if (!(answered instanceof List<?> list)) {
            throw new TurnEndedException(TurnStatus.DENIED, "A hook removed the messages of provider:request");
        }
        if (isUnchanged(list)) {
            return offered;
        }
        try {
            return list.stream().map(MessageData::read).toList();
        } catch (IllegalArgumentException e) {
            throw new TurnEndedException(TurnStatus.DENIED, "A hook left provider:request unusable: " + e.getMessage());
        }
    }

    private boolean isUnchanged(List<?> list) {
        if (list.size() != shown.size()) {
            return false;
        }
        for (int i = 0; i < list.size(); i++) {
            if (!Objects.equals(list.get(i), shown.get(i).asMap())) {
                return false;
            }
        }
        return true;
    }

    /** An injection that belongs to the last tool result. */
    private static void append(List<Message> messages, String text) {
        if (!messages.isEmpty() && messages.getLast().isToolResult()) {
            Message last = messages.removeLast();
            messages.add(last.withText(last.text() + text));
        } else {
            messages.add(Message.system(text.strip()));
        }
    }
}
