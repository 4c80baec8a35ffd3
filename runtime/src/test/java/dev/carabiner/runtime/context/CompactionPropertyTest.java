package dev.carabiner.runtime.context;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.context.InjectionLimits;
import dev.carabiner.context.Message;
import dev.carabiner.context.Role;
import dev.carabiner.testkit.TestSeed;
import java.time.Clock;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Whatever was said, a shorter conversation is one that a model accepts. */
class CompactionPropertyTest {

    private static final TestSeed SEED = TestSeed.of(CompactionPropertyTest.class);

    @Test
    void every_shorter_conversation_keeps_the_rules() {
        int cases = TestSeed.cases(600);
        int shortened = 0;
        for (int i = 0; i < cases; i++) {
            Case one = new Case(SEED.forCase(i));
            one.check("case " + i + ", " + SEED);
            shortened += one.done.removedMessages() > 0 ? 1 : 0;
        }
        assertThat(shortened).isGreaterThan(cases / 4);
    }

    /** One conversation, before and after. */
    private static final class Case {

        private final ContextSettings settings;
        private final JournalRecorder journal = new JournalRecorder();
        private final SessionContext context;
        private final List<Message> before; // what was stored; what waits is not subject to compaction
        private final Compaction done;
        private final List<Message> after;
        private final BitSet kept = new BitSet();

        Case(SplittableRandom random) {
            settings = new ContextSettings(
                    1_000 + random.nextInt(4_000), 0.8, 0.1 + 0.6 * random.nextDouble(), 400, 1 + random.nextInt(8));
            context = new SessionContext(
                    settings,
                    InjectionLimits.DEFAULT,
                    Clock.systemUTC(),
                    TokenCounter.approximate(),
                    journal,
                    List.of());
            new RandomConversation(random, context).happen(random.nextInt(120));
            before = List.copyOf(journal.messages());
            done = context.compact();
            after = List.copyOf(journal.messages());
        }

        void check(String name) {
            order(name);
            rules(name);
            protection(name);
            numbers(name);
            resumption(name);
        }

        /** What is there was there, in that order; each text begins with a number of its own. */
        private void order(String name) {
            int at = 0;
            for (Message message : after) {
                if (isNote(message)) {
                    continue;
                }
                while (at < before.size() && !isSame(before.get(at), message)) {
                    at++;
                }
                assertThat(at).as("%s: order, %s", name, message.text()).isLessThan(before.size());
                kept.set(at++);
            }
        }

        private void rules(String name) {
            Spans spans = new Spans(before);
            for (int i = 0; i < before.size(); i++) {
                int caller = spans.caller(i);
                if (caller >= 0) {
                    assertThat(kept.get(i))
                            .as("%s: the call at %d and its result at %d", name, caller, i)
                            .isEqualTo(kept.get(caller));
                }
                if (spans.inFlight.get(i)) {
                    assertThat(kept.get(i))
                            .as("%s: the call in flight at %d", name, i)
                            .isTrue();
                }
            }
        }

        private void protection(String name) {
            Spans spans = new Spans(before);
            BitSet precious = new BitSet();
            precious.or(spans.inFlight);
            IntStream.range(0, before.size())
                    .takeWhile(i -> before.get(i).role() == Role.SYSTEM)
                    .forEach(precious::set);
            IntStream.range(0, before.size())
                    .filter(i -> before.get(i).role() == Role.USER)
                    .max()
                    .ifPresent(precious::set);
            precious.set(Math.max(0, before.size() - settings.keepLast()), before.size());
            boolean couldGo = tokens(after) > settings.targetTokens() && !after.equals(before);
            for (BitSet span : spans.all()) {
                if (span.intersects(precious)) {
                    assertThat(kept.get(span.nextSetBit(0)))
                            .as("%s: %s has to stay", name, span)
                            .isTrue();
                } else if (couldGo) {
                    assertThat(kept.intersects(span))
                            .as("%s: %s could have gone", name, span)
                            .isFalse();
                }
            }
            if (after.equals(before) && tokens(after) > settings.targetTokens()) {
                int gain = spans.all().stream()
                        .filter(span -> !span.intersects(precious))
                        .mapToInt(span ->
                                tokens(span.stream().mapToObj(before::get).toList()))
                        .sum();
                assertThat(gain).as("%s: not worth a note", name).isLessThan(20);
            }
        }

        private static int tokens(List<Message> messages) {
            return new MessageTokens(TokenCounter.approximate()).of(messages);
        }

        private void numbers(String name) {
            List<Message> notes = after.stream().filter(Case::isNote).toList();
            int removed = before.size() - kept.cardinality();
            assertThat(done.removedMessages()).as(name).isEqualTo(removed);
            assertThat(notes).as(name).hasSize(removed == 0 ? 0 : 1);
            assertThat(notes)
                    .as(name)
                    .allSatisfy(note -> assertThat(note.text()).contains("[" + removed + " "));
            assertThat(done.currentTokens()).as(name).isEqualTo(context.tokens());
            assertThat(done.currentTokens()).as(name).isLessThanOrEqualTo(done.previousTokens());
            assertThat(done.messages()).as(name).isEqualTo(context.messages().size());
        }

        /** Who goes on from what was written down has the same conversation, also later. */
        private void resumption(String name) {
            JournalRecorder other = new JournalRecorder();
            SessionContext resumed = new SessionContext(
                    settings,
                    InjectionLimits.DEFAULT,
                    Clock.systemUTC(),
                    TokenCounter.approximate(),
                    other,
                    context.messages());
            assertThat(resumed.messages()).as(name).isEqualTo(context.messages());
            List<String> now = new ArrayList<>(journal.written());
            for (SessionContext one : List.of(context, resumed)) {
                one.add(Message.toolResult("c0", "late"));
                one.add(Message.assistant("well then"));
                one.add(Message.user("go on"));
            }
            assertThat(resumed.messages()).as(name).isEqualTo(context.messages());
            assertThat(other.written())
                    .as(name)
                    .isEqualTo(journal.written()
                            .subList(now.size(), journal.written().size()));
        }

        private static boolean isNote(Message message) {
            return "compaction".equals(message.metadata().get("source"));
        }

        private static boolean isSame(Message one, Message other) {
            return number(one).equals(number(other)) && one.role() == other.role();
        }

        private static String number(Message message) {
            return message.text().substring(0, message.text().indexOf(' '));
        }
    }
}
