package dev.carabiner.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jline.terminal.Terminal;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrompterTest {

    @TempDir
    private Path directory;

    private Pty pty;
    private Prompter prompter;

    @BeforeEach
    void open() throws Exception {
        pty = new Pty(80, 24);
        prompter = new Prompter(pty.terminal(), Styles.PLAIN, directory.resolve("own/history"), directory);
    }

    @AfterEach
    void close() throws Exception {
        pty.close();
    }

    private Prompter.Entry read(String keys) throws Exception {
        return read(() -> pty.type(keys));
    }

    private Prompter.Entry read(Runnable action) throws Exception {
        int before = pty.raw().length();
        CompletableFuture<Prompter.Entry> entry = CompletableFuture.supplyAsync(() -> prompter.read());
        pty.await(screen -> pty.raw().indexOf("❯", before) >= 0, "a prompt");
        action.run();
        return entry.get(20, TimeUnit.SECONDS);
    }

    private static Prompter.Entry text(String text) {
        return new Prompter.Entry.Text(text);
    }

    @Test
    void quotes_and_exclamation_marks_mean_nothing() throws Exception {
        assertThat(read("don't say \"hello!\r")).isEqualTo(text("don't say \"hello!"));
    }

    @Test
    void what_is_pasted_is_one_prompt() throws Exception {
        assertThat(read("\u001B[200~first\nsecond\u001B[201~\r")).isEqualTo(text("first\nsecond"));
    }

    @Test
    void a_backslash_asks_for_another_line() throws Exception {
        assertThat(read("first \\\rsecond\r")).isEqualTo(text("first \\\nsecond"));
    }

    @Test
    void commands_and_file_names_are_completed() throws Exception {
        Files.createFile(directory.resolve("README.md"));
        assertThat(read("/com\t\r")).isEqualTo(text("/compact "));
        assertThat(read("read REA\t\r")).isEqualTo(text("read README.md "));
    }

    @Test
    void the_history_is_kept_for_the_owner_alone() throws Exception {
        read("remember me\r");
        Path history = directory.resolve("own/history");

        assertThat(Files.readString(history)).contains("remember me");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(history)))
                .isEqualTo("rw-------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(history.getParent())))
                .isEqualTo("rwx------");
        assertThat(read("\u0010\r")).isEqualTo(text("remember me"));
    }

    @Test
    void control_c_forgets_and_control_d_ends() throws Exception {
        assertThat(read(() -> pty.terminal().raise(Terminal.Signal.INT)))
                .isInstanceOf(Prompter.Entry.Interrupted.class);
        assertThat(read("\u0004")).isInstanceOf(Prompter.Entry.End.class);
    }
}
