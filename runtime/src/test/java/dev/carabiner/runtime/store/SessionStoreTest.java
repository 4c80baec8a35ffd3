package dev.carabiner.runtime.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.context.Message;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class SessionStoreTest {

    private static final Instant NOON = Instant.parse("2026-11-15T12:00:00Z");

    @TempDir
    Path directory;

    private SessionStore store;

    @BeforeEach
    void begin() {
        store = SessionStore.at(directory.resolve("carabiner/sessions"));
    }

    private static SessionMetadata metadata(String id) {
        return SessionMetadata.begin(id, NOON, Path.of("/work"), "default");
    }

    private SessionDirectory create(String id) {
        return store.create(metadata(id));
    }

    @Nested
    class A_session {

        @Test
        void goes_on_where_it_was() {
            try (SessionDirectory session = create("s-1")) {
                session.transcript().added(Message.user("hello"));
                session.update(known -> known.withName("greeting").withUse(1, 20));
            }
            try (SessionDirectory session = store.open("s-1")) {
                assertThat(session.transcript().messages()).containsExactly(Message.user("hello"));
                assertThat(session.metadata())
                        .isEqualTo(metadata("s-1").withName("greeting").withUse(1, 20));
                assertThat(session.auditDirectory()).isEqualTo(session.path().resolve("audit"));
            }
        }

        @Test
        void is_its_owners_alone() throws Exception {
            try (SessionDirectory session = create("s-1")) {
                for (Path path : List.of(store.root(), session.path())) {
                    assertThat(Files.getPosixFilePermissions(path))
                            .as(path.toString())
                            .hasToString("[OWNER_READ, OWNER_WRITE, OWNER_EXECUTE]");
                }
                try (var files = Files.list(session.path())) {
                    assertThat(files)
                            .hasSize(3)
                            .allSatisfy(file -> assertThat(Files.getPosixFilePermissions(file))
                                    .as(file.toString())
                                    .hasToString("[OWNER_READ, OWNER_WRITE]"));
                }
            }
        }

        @Test
        void can_be_read_while_it_is_open() {
            try (SessionDirectory session = create("s-1")) {
                session.transcript().added(Message.user("hello"));

                assertThat(store.messages("s-1")).containsExactly(Message.user("hello"));
                assertThat(store.metadata("s-1").status()).isEqualTo(SessionStatus.RUNNING);
            }
        }

        @Test
        void is_not_made_twice() {
            create("s-1").close();

            assertThatThrownBy(() -> create("s-1"))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("already");
            assertThat(store.root().toFile().list()).containsExactly("s-1");
        }

        @Test
        void that_is_not_there_cannot_be_opened() {
            assertThatThrownBy(() -> store.open("s-1"))
                    .isInstanceOf(StoreException.class)
                    .hasMessage("There is no session s-1 in " + store.root());
        }

        @Test
        void keeps_its_id() {
            try (SessionDirectory session = create("s-1")) {
                assertThatThrownBy(() -> session.update(known -> metadata("s-2")))
                        .isInstanceOf(IllegalArgumentException.class);
            }
        }

        @Test
        void that_is_closed_is_not_changed_any_more() {
            SessionDirectory session = create("s-1");
            session.close();
            session.close();

            assertThatThrownBy(() -> session.update(known -> known.withName("late")))
                    .hasMessageContaining("is closed");
        }

        @Test
        void can_be_made_and_changed_by_an_interrupted_thread() {
            Thread.currentThread().interrupt();
            try (SessionDirectory session = create("s-1")) {
                session.transcript().added(Message.user("hello"));
                session.update(known -> known.withName("interrupted"));
                assertThat(session.transcript().messages()).hasSize(1);
            } finally {
                assertThat(Thread.interrupted()).isTrue();
            }
            assertThat(store.metadata("s-1").name()).isEqualTo("interrupted");
        }
    }

    @Nested
    class An_id {

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "", ".", "..", "../s-1", "a/b", "a\\b", "/etc", ".hidden", "-rf", "a b", "a\n", "a\0", "ä", "C:",
                    "a.", "~"
                })
        void that_could_lead_elsewhere_is_refused(String id) {
            assertThatThrownBy(() -> store.open(id))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("no session id");
            assertThatThrownBy(() -> metadata(id)).isInstanceOf(StoreException.class);
        }

        @Test
        void is_refused_when_it_is_too_long_and_shown_without_tricks() {
            assertThatThrownBy(() -> store.open("a".repeat(129))).isInstanceOf(StoreException.class);
            assertThatThrownBy(() -> store.open("\u001B[31m\u202E")).message().doesNotContain("\u001B", "\u202E");
        }

        @Test
        void of_a_link_is_no_session() throws Exception {
            create("s-1").close();
            Files.createSymbolicLink(store.root().resolve("link"), store.root().resolve("s-1"));

            assertThatThrownBy(() -> store.open("link")).hasMessageContaining("There is no session");
            assertThat(store.list()).hasSize(1);
        }
    }

    @Nested
    class The_lock {

        @Test
        void refuses_a_second_opener_in_this_process_until_the_first_closes() {
            SessionDirectory first = create("s-1");
            assertThatThrownBy(() -> store.open("s-1"))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("is open already, in this process");
            first.close();

            store.open("s-1").close();
        }

        @Test
        void refuses_another_process_and_is_given_back_when_it_dies() throws Exception {
            create("s-1").close();
            Process holder = Child.start(Holder.class, store.root().toString());
            try (BufferedReader out =
                    new BufferedReader(new InputStreamReader(holder.getInputStream(), StandardCharsets.UTF_8))) {
                assertThat(out.readLine()).isEqualTo("open");

                assertThatThrownBy(() -> store.open("s-1"))
                        .isInstanceOf(StoreException.class)
                        .hasMessageContaining("is open already, in another process");
                assertThat(store.list()).hasSize(1);
            } finally {
                holder.destroyForcibly().waitFor();
            }
            store.open("s-1").close();
        }

        @Test
        void goes_to_one_of_many_who_come_at_once() throws Exception {
            create("s-1").close();
            try (var threads = Executors.newFixedThreadPool(8)) {
                for (int round = 0; round < 50; round++) {
                    List<Callable<Boolean>> openers = new ArrayList<>();
                    List<SessionDirectory> opened = java.util.Collections.synchronizedList(new ArrayList<>());
                    for (int i = 0; i < 8; i++) {
                        openers.add(() -> tryOpen(opened));
                    }
                    int winners = 0;
                    for (Future<Boolean> opener : threads.invokeAll(openers)) {
                        winners += opener.get() ? 1 : 0;
                    }
                    assertThat(winners).isEqualTo(1);
                    opened.forEach(SessionDirectory::close);
                }
            }
        }

        private boolean tryOpen(List<SessionDirectory> opened) {
            try {
                opened.add(store.open("s-1"));
                return true;
            } catch (StoreException e) {
                assertThat(e).hasMessageContaining("is open already");
                return false;
            }
        }
    }

    @Nested
    class A_list {

        @Test
        void of_a_store_that_was_never_used_is_empty() {
            assertThat(store.list()).isEmpty();
        }

        @Test
        void has_the_one_used_last_first() {
            for (String id : List.of("a", "b", "c")) {
                create(id).close();
            }
            try (SessionDirectory session = store.open("b")) {
                session.update(known -> known.withUpdated(NOON.plusSeconds(1)));
            }
            assertThat(store.list()).extracting(ListedSession::id).containsExactly("b", "a", "c");
        }

        @ParameterizedTest
        @ValueSource(strings = {"", "{", "{}", "[]", "{\"id\":\"other\"}", "\0\0"})
        void shows_a_damaged_session_as_such_and_the_others_as_ever(String json) throws Exception {
            create("a").close();
            create("b").close();
            Files.writeString(store.root().resolve("a/metadata.json"), json);
            Files.createDirectory(store.root().resolve("c"));
            Files.writeString(store.root().resolve("a file"), "");

            List<ListedSession> list = store.list();

            assertThat(list).extracting(ListedSession::id).containsExactly("b", "a", "c");
            assertThat(list.get(0)).isInstanceOf(ListedSession.Known.class);
            assertThat(list.get(1))
                    .isInstanceOfSatisfying(
                            ListedSession.Damaged.class,
                            damaged -> assertThat(damaged.problem()).contains("metadata.json is damaged"));
            assertThat(list.get(2))
                    .isInstanceOfSatisfying(
                            ListedSession.Damaged.class,
                            damaged -> assertThat(damaged.problem()).contains("metadata.json is missing"));
            assertThatThrownBy(() -> store.open("a"))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("damaged");
        }

        @Test
        void shows_metadata_that_was_moved_from_another_session_as_damaged() throws Exception {
            create("a").close();
            create("b").close();
            Files.copy(
                    store.root().resolve("a/metadata.json"),
                    store.root().resolve("b/metadata.json"),
                    java.nio.file.StandardCopyOption.REPLACE_EXISTING);

            assertThat(store.list().getLast()).isInstanceOf(ListedSession.Damaged.class);
        }

        @Test
        void never_sees_metadata_half_written() throws Exception {
            AtomicBoolean over = new AtomicBoolean();
            try (SessionDirectory session = create("s-1")) {
                Thread writer = Thread.ofPlatform().start(() -> {
                    for (int i = 0; i < 300; i++) {
                        String name = "x".repeat(i % 200);
                        session.update(known -> known.withName(name));
                    }
                    over.set(true);
                });
                while (!over.get()) {
                    assertThat(store.list()).singleElement().isInstanceOf(ListedSession.Known.class);
                }
                writer.join();
            }
        }

        @Test
        void never_sees_a_session_half_made() throws Exception {
            AtomicBoolean over = new AtomicBoolean();
            Thread maker = Thread.ofPlatform().start(() -> {
                for (int i = 0; i < 100; i++) {
                    create("s-" + i).close();
                }
                over.set(true);
            });
            while (!over.get()) {
                assertThat(store.list()).allSatisfy(it -> assertThat(it).isInstanceOf(ListedSession.Known.class));
            }
            maker.join();
            assertThat(store.list()).hasSize(100);
        }
    }

    /** Run in a process of its own: opens a session and never closes it. */
    static final class Holder {

        public static void main(String[] args) throws Exception {
            SessionDirectory session = SessionStore.at(Path.of(args[0])).open("s-1");
            System.out.println("open");
            Thread.sleep(60_000);
            session.close();
        }
    }
}
