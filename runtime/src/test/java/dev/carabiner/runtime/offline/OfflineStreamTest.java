package dev.carabiner.runtime.offline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.context.Message;
import dev.carabiner.event.EventData;
import dev.carabiner.runtime.provider.AnswerSink;
import dev.carabiner.runtime.provider.ModelAnswer;
import dev.carabiner.runtime.provider.Provider;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(20)
class OfflineStreamTest {

    @Nested
    class Streaming {

        private final List<String> pieces = new ArrayList<>();

        private final AnswerSink sink = new AnswerSink() {
            @Override
            public void start(int index, String blockType) {
                pieces.add(index + " start " + blockType);
            }

            @Override
            public void delta(int index, String piece) {
                pieces.add(index + "+" + piece);
            }

            @Override
            public void end(int index, String blockType, String text) {
                pieces.add(index + " end " + blockType + " " + text);
            }
        };

        @Test
        void gives_words_one_by_one() throws InterruptedException {
            Talk talk = new Talk();
            talk.messages.add(Message.user("run x"));
            talk.messages.add(Message.toolCall("call-1", "Bash", EventData.of("command", "x")));
            talk.messages.add(Message.toolResult("call-1", "two  words\n"));

            ModelAnswer answer = OfflineProvider.following(Duration.ZERO).stream(talk.request(), sink);

            assertThat(pieces)
                    .containsExactly(
                            "0 start text",
                            "0+Done: ",
                            "0+Bash ",
                            "0+`x`: ",
                            "0+two ",
                            "0+words",
                            "0 end text " + answer.text());
            assertThat(answer.stopReason()).isEqualTo("end_turn");
        }

        @Test
        void gives_calls_as_blocks_of_their_own() throws InterruptedException {
            Talk talk = new Talk();
            talk.messages.add(Message.user("read a\nread b"));

            ModelAnswer answer = OfflineProvider.following(Duration.ZERO).stream(talk.request(), sink);

            String first = "{\"file_path\":\"a\"}";
            String second = "{\"file_path\":\"b\"}";
            assertThat(pieces)
                    .containsExactly(
                            "0 start tool_use",
                            "0+" + first,
                            "0 end tool_use " + first,
                            "1 start tool_use",
                            "1+" + second,
                            "1 end tool_use " + second);
            assertThat(answer.stopReason()).isEqualTo("tool_use");
        }

        @Test
        void answers_the_same_as_without() throws InterruptedException {
            Talk talk = new Talk();
            talk.messages.add(Message.user("read a\nhello"));
            Provider provider = OfflineProvider.following(Duration.ZERO);

            assertThat(provider.stream(talk.request(), sink)).isEqualTo(provider.answer(talk.request()));
        }

        @ParameterizedTest
        @ValueSource(strings = {"", " ", "a", "  a  b ", "😀😀 x", "\n\na"})
        void loses_nothing(String text) {
            assertThat(String.join("", WordPieces.of(text))).isEqualTo(text);
        }

        @Test
        void splits_what_has_no_spaces_between_characters() {
            List<String> words = WordPieces.of("😀".repeat(500));

            assertThat(words).hasSizeGreaterThan(5).allMatch(it -> !Character.isLowSurrogate(it.charAt(0)));
            assertThat(String.join("", words)).isEqualTo("😀".repeat(500));
        }
    }

    @Nested
    class Time {

        @Test
        void passes_as_configured_also_when_streaming() throws InterruptedException {
            Talk talk = new Talk();
            talk.messages.add(Message.user("hello"));
            Provider provider = OfflineProvider.following(Duration.ofMillis(60));

            for (boolean streaming : new boolean[] {false, true}) {
                long began = System.nanoTime();
                ModelAnswer answer =
                        streaming ? provider.stream(talk.request(), new Quiet()) : provider.answer(talk.request());
                assertThat(Duration.ofNanos(System.nanoTime() - began))
                        .isBetween(Duration.ofMillis(60), Duration.ofSeconds(10));
                assertThat(answer.text()).isNotEmpty();
            }
        }

        @Test
        void ends_with_an_interruption() throws InterruptedException {
            Talk talk = new Talk();
            talk.messages.add(Message.user("hello"));
            CountDownLatch started = new CountDownLatch(1);
            AtomicReference<Throwable> thrown = new AtomicReference<>();
            Thread thread = Thread.ofVirtual().start(() -> {
                started.countDown();
                try {
                    OfflineProvider.following(Duration.ofHours(1)).answer(talk.request());
                } catch (Throwable e) {
                    thrown.set(e);
                }
            });
            started.await();
            thread.interrupt();
            thread.join();

            assertThat(thrown.get()).isInstanceOf(InterruptedException.class);
        }

        @Test
        void ends_with_an_interruption_in_the_middle_of_a_stream() {
            Talk talk = new Talk();
            talk.messages.add(Message.user("hello"));
            AnswerSink interrupting = new Quiet() {
                @Override
                public void delta(int index, String piece) {
                    Thread.currentThread().interrupt();
                }
            };

            assertThatThrownBy(() -> OfflineProvider.following(Duration.ZERO).stream(talk.request(), interrupting))
                    .isInstanceOf(InterruptedException.class);
            assertThat(Thread.interrupted()).isFalse();
        }
    }

    private static class Quiet implements AnswerSink {
        @Override
        public void start(int index, String blockType) {}

        @Override
        public void delta(int index, String piece) {}

        @Override
        public void end(int index, String blockType, String text) {}
    }
}
