package dev.carabiner.providers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.event.EventData;
import dev.carabiner.providers.WireServer.Reply;
import dev.carabiner.runtime.provider.Provider;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.FieldSource;

/** A key is sent to the service and nowhere else, even if the service shouts it back. */
@ParameterizedClass
@FieldSource("dev.carabiner.providers.Service#ALL")
class KeySecrecyTest {

    private static final String KEY = "kq-Q7x9ZpLmN4vB2cR8wT";

    /** As services show keys that they refuse. */
    private static final String MASKED = "kq-Q7***********cR8wT";

    /** No longer part of the key may show, in any case. */
    private static final int TELLING = 5;

    @Parameter
    Service service;

    private final LogCapture log = new LogCapture();
    private WireServer server;
    private Provider provider;

    @BeforeEach
    void start() {
        log.attach();
        server = new WireServer();
        provider = service.module()
                .create(
                        EventData.of(
                                        "model",
                                        service.model(),
                                        "base_url",
                                        server.address(),
                                        "api_key",
                                        KEY,
                                        "timeout",
                                        "200ms")
                                .overlaidWith(EventData.of(service.settings())),
                        name -> null);
    }

    @AfterEach
    void stop() throws IOException {
        log.detach();
        provider.close();
        server.close();
    }

    @Test
    void no_failure_tells_the_key() {
        List<String> told = new ArrayList<>();
        for (Reply reply : hostileReplies()) {
            for (boolean streaming : List.of(false, true)) {
                server.reply(reply);
                told.addAll(textsOf(call(streaming)));
            }
        }

        System.getLogger("dev.carabiner.test").log(System.Logger.Level.DEBUG, "the capture works");
        assertThat(log.texts()).contains("the capture works");
        assertThat(told).isNotEmpty().allSatisfy(KeySecrecyTest::assertClean);
        assertThat(log.texts()).allSatisfy(KeySecrecyTest::assertClean);
    }

    @Test
    void no_object_of_a_provider_tells_the_key() {
        assertThat(stringsWithin(provider)).allSatisfy(KeySecrecyTest::assertClean);
    }

    /** Everything a service could do to get the key printed. */
    private List<Reply> hostileReplies() {
        String said = "key " + KEY + " or " + MASKED + " or " + KEY.toUpperCase(Locale.ROOT);
        List<Reply> replies = new ArrayList<>();
        for (int status : new int[] {302, 400, 401, 403, 404, 429, 500, 503, 529}) {
            replies.add(Replies.json(status, service.error(said), "Location: http://127.0.0.1:1/" + KEY));
            replies.add(Replies.json(status, said));
        }
        replies.add(Replies.json(200, said));
        replies.add(Replies.json(200, "{\"" + said + "\":" + KEY));
        replies.add(Replies.json(
                200,
                "{\"choices\":\"" + said + "\",\"content\":\"" + said + "\",\"candidates\":\"" + said
                        + "\",\"message\":\"" + said + "\"}"));
        replies.add(Replies.json(200, "{\"error\":{\"type\":\"" + KEY + "\",\"message\":\"" + said + "\"}}"));
        replies.add(Replies.stream(service.streamType(), List.of("data: " + said + "\n\n")));
        replies.add(Replies.stream(
                service.streamType(), List.of("event: message_delta\ndata: {\"delta\":\"" + said + "\"}\n\n")));
        replies.add(Replies.stream(service.streamType(), service.brokenStream(said)));
        if (!service.argumentsAreText()) {
            replies.add(Replies.stream(service.streamType(), service.streamedNonsense()));
        }
        replies.add(Replies.raw("HTTP/1.1 " + KEY + " " + KEY + "\r\n\r\n"));
        replies.add(Replies.raw("HTTP/1.1 200 OK\r\n" + KEY + "\r\nContent-Length: " + KEY + "\r\n\r\n"));
        replies.add(Replies.raw(KEY + "\r\n\r\n"));
        replies.add(Replies.raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + KEY + "\r\n"));
        replies.add(Replies.nothing());
        return replies;
    }

    private Throwable call(boolean streaming) {
        try {
            Object answer = streaming
                    ? provider.stream(Conversations.LONG, new RecordingSink())
                    : provider.answer(Conversations.LONG);
            return new AssertionError("answered " + answer);
        } catch (RuntimeException | InterruptedException e) {
            return e;
        }
    }

    private static List<String> textsOf(Throwable failure) {
        assertThat(failure).isNotInstanceOf(AssertionError.class);
        StringWriter trace = new StringWriter();
        failure.printStackTrace(new PrintWriter(trace));
        return List.of(trace.toString(), String.valueOf(failure.getMessage()), failure.toString());
    }

    private static void assertClean(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        String key = KEY.toLowerCase(Locale.ROOT);
        for (int i = 0; i + TELLING <= key.length(); i++) {
            assertThat(lower).doesNotContain(key.substring(i, i + TELLING));
        }
    }

    /** What each of our own objects below this one says of itself. */
    private static List<String> stringsWithin(Object root) {
        List<String> strings = new ArrayList<>();
        Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        Deque<Object> open = new ArrayDeque<>(List.of(root));
        while (!open.isEmpty()) {
            Object object = open.pop();
            if (!seen.add(object)) {
                continue;
            }
            strings.add(String.valueOf(object));
            if (object.getClass().getName().startsWith("dev.carabiner.")) {
                open.addAll(fieldsOf(object));
            }
        }
        assertThat(strings.size()).isGreaterThan(5);
        return strings;
    }

    private static List<Object> fieldsOf(Object object) {
        List<Object> values = new ArrayList<>();
        for (Field field : object.getClass().getDeclaredFields()) {
            // the one place where it must be
            boolean key = object instanceof ApiKey && field.getType() == String.class;
            if (Modifier.isStatic(field.getModifiers()) || field.getType().isPrimitive() || key) {
                continue;
            }
            try {
                field.setAccessible(true);
                Object value = field.get(object);
                if (value != null) {
                    values.add(value);
                }
            } catch (IllegalAccessException e) {
                throw new AssertionError(e);
            }
        }
        return values;
    }

    /** Every record of every logger, with its exception. */
    private static final class LogCapture extends Handler {

        private final List<String> texts = new CopyOnWriteArrayList<>();
        private final Logger root = Logger.getLogger("");
        private Level before = Level.INFO;

        void attach() {
            before = root.getLevel();
            root.setLevel(Level.ALL);
            setLevel(Level.ALL);
            root.addHandler(this);
        }

        void detach() {
            root.removeHandler(this);
            root.setLevel(before);
        }

        List<String> texts() {
            return texts;
        }

        @Override
        public void publish(LogRecord record) {
            StringWriter text = new StringWriter().append(String.valueOf(record.getMessage()));
            if (record.getParameters() != null) {
                text.append(List.of(record.getParameters()).toString());
            }
            if (record.getThrown() != null) {
                record.getThrown().printStackTrace(new PrintWriter(text));
            }
            texts.add(text.toString());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}
