package dev.carabiner.runtime.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class SessionListTest extends StoredSessions {

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
                            damaged -> assertThat(damaged.problem())
                                    .contains("metadata.json is damaged: ")
                                    .doesNotContain("Source", "Unexpected", "token", "Not acceptable"));
            assertThat(list.get(2))
                    .isInstanceOfSatisfying(
                            ListedSession.Damaged.class,
                            damaged -> assertThat(damaged.problem()).contains("metadata.json is missing"));
            assertThatThrownBy(() -> store.metadata("c"))
                    .isInstanceOf(StoreException.class)
                    .hasMessageEndingWith("c/metadata.json is missing");
            Files.delete(store.root().resolve("b/transcript.jsonl"));
            assertThatThrownBy(() -> store.open("b"))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("b/transcript.jsonl is missing");
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
                    StandardCopyOption.REPLACE_EXISTING);

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
}
