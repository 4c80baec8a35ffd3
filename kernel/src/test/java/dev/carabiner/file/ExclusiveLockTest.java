package dev.carabiner.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Among the threads of one process. What uses the lock is tested among processes. */
@Timeout(60)
class ExclusiveLockTest {

    @TempDir
    Path directory;

    Path file;

    @BeforeEach
    void choose_a_file() {
        file = directory.resolve("lock");
    }

    @Test
    void refuses_a_second_holder_until_the_first_gives_it_back() throws IOException {
        try (ExclusiveLock lock = ExclusiveLock.take(file)) {
            assertThatThrownBy(() -> ExclusiveLock.take(file))
                    .isInstanceOfSatisfying(
                            LockedException.class, e -> assertThat(e.holder()).isEqualTo("this process"));
            assertThatThrownBy(() -> ExclusiveLock.await(file, Duration.ofMillis(10)))
                    .isInstanceOf(LockedException.class);
        }
        ExclusiveLock.take(file).close();
    }

    @Test
    void is_one_lock_under_two_names_of_the_directory() throws IOException {
        Path alias = Files.createSymbolicLink(directory.resolve("alias"), directory);
        try (ExclusiveLock lock = ExclusiveLock.take(file)) {
            assertThatThrownBy(() -> ExclusiveLock.take(alias.resolve("lock"))).isInstanceOf(LockedException.class);
        }
    }

    @Test
    void goes_from_one_waiting_thread_to_the_next() {
        AtomicInteger holders = new AtomicInteger();
        AtomicInteger done = new AtomicInteger();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 20; i++) {
                threads.submit(() -> {
                    try (ExclusiveLock lock = ExclusiveLock.await(file, Duration.ofSeconds(30))) {
                        assertThat(holders.incrementAndGet()).isEqualTo(1);
                        Thread.sleep(1);
                        holders.decrementAndGet();
                        done.incrementAndGet();
                    }
                    return null;
                });
            }
        }
        assertThat(done).hasValue(20);
    }

    @Test
    void is_awaited_by_an_interrupted_thread_which_stays_interrupted() throws Exception {
        ExclusiveLock first = ExclusiveLock.take(file);
        Thread.ofVirtual().start(() -> {
            try {
                Thread.sleep(20);
                first.close();
            } catch (InterruptedException | IOException e) {
                throw new IllegalStateException(e);
            }
        });
        Thread.currentThread().interrupt();

        ExclusiveLock.await(file, Duration.ofSeconds(30)).close();

        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void takes_permissions_away_that_its_file_should_not_have() throws IOException {
        Files.createFile(file);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));

        ExclusiveLock.take(file, PrivateFiles.WRITE_ONLY).close();

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("-w-------");
    }

    @Test
    void does_not_follow_a_link() throws IOException {
        Files.createSymbolicLink(file, directory.resolve("elsewhere"));

        assertThatThrownBy(() -> ExclusiveLock.take(file)).isInstanceOf(IOException.class);
        assertThat(directory.resolve("elsewhere")).doesNotExist();
    }

    @Test
    void does_not_wait_for_a_pipe() throws Exception {
        assertThat(new ProcessBuilder("mkfifo", file.toString()).start().waitFor())
                .isZero();

        assertTimeoutPreemptively(
                Duration.ofSeconds(20),
                () -> assertThatThrownBy(() -> ExclusiveLock.take(file)).hasMessageContaining("not a regular file"));
    }
}
