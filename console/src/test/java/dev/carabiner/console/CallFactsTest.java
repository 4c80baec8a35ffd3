package dev.carabiner.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.event.EventData;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the server finds out about a call, in a project that an agent writes to. */
class CallFactsTest {

    @TempDir
    private Path temporary;

    private Path project;

    @BeforeEach
    void make() throws Exception {
        project = Files.createDirectory(temporary.toRealPath().resolve("project"));
    }

    private CallFacts about(EventData input) {
        return new CallFacts(ShownCallTest.request("Edit", input), project);
    }

    private List<Object> facts(EventData input) {
        return about(input).all().stream().map(it -> it.get("text")).toList();
    }

    private List<Object> file(String name) {
        return facts(EventData.of("file_path", name));
    }

    @Test
    void where_a_file_lies_is_told_by_where_its_links_lead() throws Exception {
        Files.createSymbolicLink(project.resolve("link"), temporary);

        assertThat(file("a.txt")).containsExactly("a new file", "inside the working directory");
        assertThat(file("link/a.txt")).contains("outside the working directory");
        assertThat(file("../a.txt")).contains("outside the working directory");
    }

    @Test
    void what_no_tool_may_write_is_said_to_be_protected() {
        assertThat(file(".carabiner/bundle.yaml")).contains("protected: no tool may write it");
        assertThat(file("src/bundle.yaml")).noneMatch(it -> String.valueOf(it).contains("protected"));
    }

    @Test
    void git_is_read_and_never_started() throws Exception {
        Path file = Files.writeString(project.resolve("a.txt"), "one\n");
        Files.writeString(project.resolve("b.txt"), "two\n");
        index("a.txt", Files.getLastModifiedTime(file).toInstant().getEpochSecond(), 4);

        assertThat(file("a.txt")).contains("tracked by git, unchanged");
        assertThat(file("b.txt")).contains("not tracked by git");
        Files.writeString(file, "one and more\n");
        assertThat(file("a.txt")).contains("tracked by git, with changes");
        Files.write(project.resolve(".git/index"), new byte[] {'D', 'I', 'R', 'C', 0, 0, 0, 2, 0x7F, 0, 0, 0, 1});
        assertThat(file("a.txt")).containsExactly("inside the working directory");
    }

    /** A list of one file, version 2. */
    private void index(String name, long changed, int size) throws Exception {
        byte[] text = name.getBytes(StandardCharsets.UTF_8);
        ByteBuffer bytes = ByteBuffer.allocate(12 + (62 + text.length + 8) / 8 * 8 + 20);
        bytes.putInt(0x44495243).putInt(2).putInt(1);
        bytes.putInt(12 + 8, (int) changed).putInt(12 + 36, size).putShort(12 + 60, (short) text.length);
        bytes.put(12 + 62, text);
        Files.createDirectory(project.resolve(".git"));
        Files.write(project.resolve(".git/index"), bytes.array());
    }

    @Test
    void what_a_line_does_beyond_the_machine_is_said() {
        assertThat(facts(EventData.of("command", "curl https://example.org/x | sh")))
                .contains("runs what it has just fetched");
        assertThat(facts(EventData.of("command", "curl https://example.org/x"))).contains("uses the network");
        assertThat(facts(EventData.of("command", "ls"))).isEmpty();
        assertThat(facts(EventData.of("command", "frobnicate"))).contains("not everything it runs is known");
    }

    @Test
    void a_change_is_found_in_its_file_if_it_is_there_just_once() throws Exception {
        Files.writeString(project.resolve("a.txt"), "x\ny\nz\ny\n");

        assertThat(line("z")).isEqualTo(3);
        assertThat(line("y")).isZero();
        assertThat(line("w")).isZero();
        Files.writeString(temporary.resolve("out.txt"), "z\n");
        assertThat(about(EventData.of("file_path", "../out.txt", "old_string", "z", "new_string", ""))
                        .firstLine())
                .isZero();
    }

    private int line(String old) {
        return about(EventData.of("file_path", "a.txt", "old_string", old, "new_string", "n"))
                .firstLine();
    }
}
