package dev.carabiner.runtime.offline;

import dev.carabiner.context.Message;
import dev.carabiner.context.Role;
import dev.carabiner.context.ToolCall;
import dev.carabiner.session.ToolAnswer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a request says of the present turn.
 *
 * @param prompt the last that the user said; what hooks said in the user's place does not count
 * @param steps the tool calls since then, in order
 * @param removed the ids of calls before these, which are not in the conversation any more
 * @param notes what hooks have added since then
 * @param nextId the number of the next call; higher than any in the conversation
 */
record PresentTurn(String prompt, List<Step> steps, List<String> removed, List<String> notes, int nextId) {

    private static final Pattern ID = Pattern.compile("call-([0-9]{1,8})(-fix)?");
    private static final String FIX = "-fix";

    /**
     * A call that was made, and what came of it.
     *
     * @param result null if there is none yet
     */
    record Step(ToolCall call, @Nullable String result, boolean isError) {

        boolean denied() {
            return result != null && result.startsWith(ToolAnswer.DENIED_BY_HOOK);
        }

        /** Why, of a call that was denied. */
        String denial() {
            return result == null || !denied() ? "" : result.substring(ToolAnswer.DENIED_BY_HOOK.length());
        }

        boolean isCorrection() {
            return call.id().endsWith(FIX);
        }
    }

    static PresentTurn of(List<Message> messages) {
        int begin = messages.size();
        while (begin > 0 && !isPrompt(messages.get(begin - 1))) {
            begin--;
        }
        String prompt = begin == 0 ? "" : messages.get(begin - 1).text();
        List<Message> since = messages.subList(begin, messages.size());
        List<String> removed = removed(since);
        return new PresentTurn(prompt, steps(since), removed, notes(since), nextId(messages, removed));
    }

    static String id(int number, boolean isCorrection) {
        return "call-" + number + (isCorrection ? FIX : "");
    }

    /** How many of the prompt's instructions have been turned into calls. */
    int followed() {
        return steps.size() + removed.size() - corrections();
    }

    int corrections() {
        long seen = steps.stream().filter(Step::isCorrection).count();
        return (int) (seen + removed.stream().filter(id -> id.endsWith(FIX)).count());
    }

    private static boolean isPrompt(Message message) {
        return message.role() == Role.USER && !message.metadata().containsKey("source");
    }

    private static boolean isFromHook(Message message) {
        return "hook".equals(message.metadata().get("source"));
    }

    private static List<Step> steps(List<Message> since) {
        Map<String, Message> results = new HashMap<>();
        for (Message message : since) {
            if (message.toolCallId() != null) {
                results.put(message.toolCallId(), message);
            }
        }
        List<Step> steps = new ArrayList<>();
        for (Message message : since) {
            for (ToolCall call : message.toolCalls()) {
                Message result = results.get(call.id());
                steps.add(new Step(
                        call,
                        result == null ? null : result.text(),
                        result != null && Boolean.TRUE.equals(result.metadata().get("is_error"))));
            }
        }
        return steps;
    }

    /** What a compaction has noted. */
    private static List<String> removed(List<Message> since) {
        return since.stream()
                .map(Message::metadata)
                .filter(metadata -> "compaction".equals(metadata.get("source")))
                .flatMap(metadata ->
                        metadata.get("removed_call_ids") instanceof List<?> ids ? ids.stream() : Stream.of())
                .map(String::valueOf)
                .toList();
    }

    private static List<String> notes(List<Message> since) {
        return since.stream().filter(PresentTurn::isFromHook).map(Message::text).toList();
    }

    private static int nextId(List<Message> messages, List<String> removed) {
        Stream<String> present = messages.stream()
                .flatMap(message -> message.toolCalls().stream())
                .map(ToolCall::id);
        return 1
                + Stream.concat(present, removed.stream())
                        .map(ID::matcher)
                        .filter(Matcher::matches)
                        .mapToInt(id -> Integer.parseInt(id.group(1)))
                        .max()
                        .orElse(0);
    }
}
