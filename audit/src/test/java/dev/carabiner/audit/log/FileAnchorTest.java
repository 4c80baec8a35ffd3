package dev.carabiner.audit.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.carabiner.audit.format.Note;
import dev.carabiner.audit.format.SigningKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileAnchorTest {

    @TempDir
    Path root;

    private Path file;

    @BeforeEach
    void choose() {
        file = root.resolve("anchor");
    }

    private static byte[] note(String log, long size) {
        SigningKey key = SigningKey.generate("carabiner-audit/" + log);
        return Note.checkpoint(key, size, new byte[32], null).bytes();
    }

    @Test
    void a_file_that_can_only_be_appended_to_will_do() throws Exception {
        Anchor.file(file).keep(note("demo", 1));
        assumeTrue(run("chattr", "+a", file.toString()), "no right to make a file append-only");
        try {
            Anchor.file(file).keep(note("demo", 2));
        } finally {
            run("chattr", "-a", file.toString());
        }

        assertThat(Files.readString(file)).contains("\n1\n").contains("\n2\n");
    }

    static boolean run(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(List.of(command))
                        .redirectErrorStream(true)
                        .start()
                        .waitFor()
                == 0;
    }

    @Test
    void notes_of_another_log_are_not_mixed_with_ours() throws Exception {
        Anchor ours = Anchor.file(file);
        Anchor theirs = Anchor.file(file);
        ours.keep(note("ours", 1));

        assertThatThrownBy(() -> theirs.keep(note("theirs", 1)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("another log");
        ours.keep(note("ours", 2));

        assertThat(Files.readString(file)).doesNotContain("theirs");
    }

    @Test
    void notes_of_another_log_are_noticed_whenever_they_come() throws Exception {
        Anchor ours = Anchor.file(file);
        ours.keep(note("ours", 1));
        Files.write(file, new byte[0]);
        Anchor.file(file).keep(note("theirs", 1));

        assertThatThrownBy(() -> ours.keep(note("ours", 2))).isInstanceOf(IOException.class);
    }

    @Test
    void the_name_of_a_new_file_lasts() throws Exception {
        List<String> done = new CopyOnWriteArrayList<>();
        Anchor anchor = new FileAnchor(file, new FailingStorage(what -> !done.add(what)));
        anchor.keep(note("demo", 1));
        anchor.keep(note("demo", 2));

        assertThat(done).containsOnlyOnce("force directory " + root.getFileName());
    }

    @Test
    void a_command_need_not_read_the_note() throws Exception {
        Anchor.command(List.of("true")).keep(new byte[1024 * 1024]);

        assertThatThrownBy(() -> Anchor.command(List.of("false")).keep(new byte[1024 * 1024]))
                .hasMessage("it ended with exit code 1");
    }
}
