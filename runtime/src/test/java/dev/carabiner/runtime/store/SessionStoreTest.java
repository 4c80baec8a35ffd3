package dev.carabiner.runtime.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.context.Message;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class SessionStoreTest extends StoredSessions {

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
}
