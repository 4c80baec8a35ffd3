package dev.carabiner.runtime.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.testkit.ChildJvm;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SessionLockTest extends StoredSessions {

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
            Process holder = ChildJvm.start(Holder.class, store.root().toString());
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
                    List<SessionDirectory> opened = Collections.synchronizedList(new ArrayList<>());
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
