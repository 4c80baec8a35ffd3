package dev.carabiner.runtime.context;

import dev.carabiner.context.Message;
import dev.carabiner.context.Role;
import dev.carabiner.event.EventData;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes a conversation shorter, by what hurts least: first old tool results are cut, then the oldest turns go, then the
 * oldest steps of the turn that runs. The instructions, the last prompt, the newest messages and calls in flight stay;
 * only if with these alone the conversation is still full, their tool results are cut too.
 */
final class Compactor {

    private static final String SOURCE = "source";
    private static final String OURS = "compaction";
    private static final String REMOVED = "removed_messages";

    /** What is left of an old tool result. */
    private static final int OLD_RESULT_TOKENS = 120;

    /** The note takes less, however many messages it counts, without the calls it lists. */
    private static final int NOTE_TOKENS = 50;

    /** For the calls that a note lists; less, if the conversation is to be short. */
    private static final int LIST_TOKENS = 600;

    private static final int LIST_PART = 3;

    private final ContextSettings settings;
    private final MessageTokens tokens;
    private final ResultCutter cutter;

    Compactor(ContextSettings settings, MessageTokens tokens) {
        this.settings = settings;
        this.tokens = tokens;
        this.cutter = new ResultCutter(tokens.counter());
    }

    /** The shorter conversation, and how many messages it lacks. */
    record Outcome(List<Message> messages, int removed) {}

    Outcome compact(List<Message> messages) {
        Work work = new Work(messages);
        work.cutOldResults();
        work.dropOldest();
        work.cutKeptResults();
        List<Message> shorter = work.result();
        return tokens.of(shorter) < tokens.of(messages)
                ? new Outcome(shorter, work.dropped.cardinality() - work.droppedNotes)
                : new Outcome(messages, 0);
    }

    private static boolean isNote(Message message) {
        return OURS.equals(message.metadata().get(SOURCE));
    }

    private static boolean isPrompt(Message message) {
        return message.role() == Role.USER && !message.metadata().containsKey(SOURCE);
    }

    private static int lastPrompt(List<Message> messages) {
        for (int i = messages.size() - 1; i >= 0; i--) {
            if (isPrompt(messages.get(i))) {
                return i;
            }
        }
        return -1;
    }

    private static int leadingInstructions(List<Message> messages) {
        int count = 0;
        while (count < messages.size() && messages.get(count).role() == Role.SYSTEM && !isNote(messages.get(count))) {
            count++;
        }
        return count;
    }

    /** One compaction: the messages as they become, and which of them are to go. */
    private final class Work {

        private final List<Message> messages;
        private final List<Block> blocks;
        private final BitSet kept = new BitSet();
        private final BitSet dropped = new BitSet();
        private final RemovedCalls calls = new RemovedCalls();
        private final int prompt;
        private final long before;
        private int droppedNotes;
        private long earlierRemoved;
        private long total;

        Work(List<Message> conversation) {
            messages = new ArrayList<>(conversation);
            blocks = MessageBlocks.of(conversation);
            prompt = lastPrompt(conversation);
            before = tokens.of(conversation);
            total = before;
            protect();
            dropNotes();
        }

        /** Calls in flight are in the last block, and that has the newest message. */
        private void protect() {
            int instructions = leadingInstructions(messages);
            int newest = messages.size() - settings.keepLast();
            for (Block block : blocks) {
                boolean stays = block.from() < instructions
                        || block.to() > newest
                        || (block.from() <= prompt && prompt < block.to());
                if (stays) {
                    kept.set(block.from(), block.to());
                }
            }
        }

        /** The note of an earlier compaction: its count and its calls go into the new one. */
        private void dropNotes() {
            for (int i = 0; i < messages.size(); i++) {
                if (isNote(messages.get(i))) {
                    earlierRemoved +=
                            messages.get(i).metadata().get(REMOVED) instanceof Number count ? count.longValue() : 0;
                    calls.addAllOf(messages.get(i), i > prompt);
                    droppedNotes++;
                    drop(i, i + 1);
                }
            }
        }

        void cutOldResults() {
            for (int i = 0; i < messages.size() && isOver(settings.targetTokens()); i++) {
                if (!kept.get(i)) {
                    cutResult(i);
                }
            }
        }

        void cutKeptResults() {
            for (int i = 0; i < messages.size() && isOver(settings.fullTokens() - 1); i++) {
                if (kept.get(i)) {
                    cutResult(i);
                }
            }
        }

        private void cutResult(int index) {
            Message message = messages.get(index);
            if (message.isToolResult() && !dropped.get(index)) {
                Message shorter = cutter.cut(message, OLD_RESULT_TOKENS);
                total += tokens.of(shorter) - tokens.of(message);
                messages.set(index, shorter);
            }
        }

        /** Turn by turn; of a turn in which something stays, block by block. */
        void dropOldest() {
            int next = 0;
            while (next < blocks.size() && isOver(settings.targetTokens())) {
                int end = turnEnd(next);
                int firstKept = kept.nextSetBit(blocks.get(next).from());
                boolean whole =
                        firstKept < 0 || firstKept >= blocks.get(end - 1).to();
                for (Block block : blocks.subList(next, end)) {
                    if (whole || isOver(settings.targetTokens())) {
                        drop(block);
                    }
                }
                next = end;
            }
        }

        /** The block behind the turn that begins with this one. */
        private int turnEnd(int first) {
            int end = first + 1;
            while (end < blocks.size() && !isPrompt(messages.get(blocks.get(end).from()))) {
                end++;
            }
            return end;
        }

        private void drop(Block block) {
            if (!kept.get(block.from())) {
                calls.addAllOf(messages.subList(block.from(), block.to()), block.from() > prompt);
                drop(block.from(), block.to());
            }
        }

        private void drop(int from, int to) {
            for (int i = from; i < to; i++) {
                if (!dropped.get(i)) {
                    dropped.set(i);
                    total -= tokens.of(messages.get(i));
                }
            }
        }

        private boolean isOver(int limit) {
            return total + NOTE_TOKENS + (calls.isEmpty() ? 0 : mostListed()) > limit;
        }

        private int mostListed() {
            return Math.min(LIST_TOKENS, settings.targetTokens() / LIST_PART);
        }

        /** With one note, in the place of what went first; behind the last prompt, if anything went there. */
        List<Message> result() {
            List<Message> result = new ArrayList<>();
            long removed = earlierRemoved + dropped.cardinality() - droppedNotes;
            int ofThisTurn = dropped.nextSetBit(prompt + 1);
            int place = removed == 0 ? -1 : ofThisTurn >= 0 ? ofThisTurn : dropped.nextSetBit(0);
            for (int i = 0; i < messages.size(); i++) {
                if (i == place) {
                    result.add(note(removed, result));
                } else if (!dropped.get(i)) {
                    result.add(messages.get(i));
                }
            }
            return result;
        }

        /** Where there are only system messages yet it is the user's: some models want the user to speak first. */
        private Message note(long removed, List<Message> said) {
            long gained = before - total - NOTE_TOKENS; // the list must not take what the removal has given
            String listed = calls.listed((int) Math.min(mostListed(), gained / 2), tokens.counter());
            String text = "[" + removed + " earlier messages were removed here to make room." + listed + "]";
            boolean first = said.stream().allMatch(message -> message.role() == Role.SYSTEM);
            Map<String, @Nullable Object> metadata = new LinkedHashMap<>();
            metadata.put(SOURCE, OURS);
            metadata.put(REMOVED, removed);
            metadata.putAll(calls.metadata());
            return (first ? Message.user(text) : Message.system(text)).withMetadata(EventData.of(metadata));
        }
    }
}
