package dev.carabiner.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.audit.AuditRecord.Emitted;
import dev.carabiner.audit.AuditRecord.PermitMinted;
import dev.carabiner.examples.host.ToolRunner.Called;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DenySensitivePathsTest {

    @TempDir
    private Path directory;

    private Path keys;
    private Rehearsal rehearsal;

    @BeforeEach
    void set_up() throws Exception {
        keys = Files.createDirectory(directory.resolve(".ssh")).resolve("keys");
        Files.writeString(keys, "old\n");
        Files.createDirectories(directory.resolve("vault/deep"));
        Files.createDirectories(directory.resolve("drafts"));
        Files.createDirectories(directory.resolve("vault-notes"));
        Files.createSymbolicLink(directory.resolve("drafts/notes"), keys.getParent());
        Files.createSymbolicLink(directory.resolve("drafts/deep"), directory.resolve("vault/deep"));
        Files.createSymbolicLink(directory.resolve("drafts/dead"), directory.resolve("nowhere/at-all"));
        rehearsal = new Rehearsal(directory);
        DenySensitivePaths.mount(rehearsal.hooks, rehearsal.workspace, List.of(directory.resolve("vault")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ".ssh/keys",
                "./.ssh//keys",
                "drafts/../.ssh/keys",
                "missing/../.ssh/keys",
                "drafts/notes/keys",
                "drafts/notes/new-key",
                "drafts/deep/../gold.txt",
                "vault/gold.txt",
                "vault/../vault/deep/gold.txt",
                "VAULT/gold.txt",
                ".SSH/keys",
                ".s\u200Bsh/keys",
                ".\uFF53sh/keys",
                "other/.gnupg/ring",
            })
    void denies_whatever_leads_into_a_protected_directory(String path) {
        Called called = rehearsal.write(path);
        assertThat(called.ran()).isFalse();
        assertThat(called.result())
                .startsWith("Denied by hook: Access denied: ")
                .endsWith("protected directory");
        assertThat(rehearsal.records(PermitMinted.class)).isEmpty();
        assertThat(keys).hasContent("old");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"drafts/a.txt", "vault-notes/a.txt", "ssh", ".sshd", "drafts/../vault.txt", "drafts/.ssh.txt"})
    void lets_pass_what_only_looks_alike(String path) {
        assertThat(rehearsal.write(path).result()).startsWith("Wrote ");
    }

    @Test
    void denies_a_path_that_leads_nobody_knows_where() {
        Called called = rehearsal.write("drafts/dead");
        assertThat(called.result()).startsWith("Denied by hook: Guard sensitive-paths unavailable");
        assertThat(directory.resolve("nowhere")).doesNotExist();
    }

    @Test
    void denies_a_call_without_a_path_and_the_record_tells_it_apart_from_its_own_deny() {
        assertThat(rehearsal.call("Write", "content", "x").ran()).isFalse();
        Emitted emitted = rehearsal.records(Emitted.class).getFirst();
        assertThat(emitted.action()).isEqualTo("deny");
        assertThat(emitted.runs().getFirst().failure()).contains("no file_path");
    }

    @Test
    void denies_a_path_that_is_no_text() {
        assertThat(rehearsal
                        .call("Write", "file_path", List.of(".ssh/keys"), "content", "x")
                        .ran())
                .isFalse();
        assertThat(keys).hasContent("old");
    }

    @Test
    void covers_every_tool_that_writes() {
        assertThat(rehearsal
                        .call("Edit", "file_path", ".ssh/keys", "old_text", "old", "new_text", "x")
                        .ran())
                .isFalse();
        assertThat(keys).hasContent("old");
    }

    @Test
    void the_program_writes_the_report_and_nothing_else(@TempDir Path stage) throws Exception {
        String said = Rehearsal.play(DenySensitivePaths::play, stage);
        assertThat(said.lines().filter(line -> line.endsWith(" denied"))).hasSize(4);
        assertThat(said).contains("authorized_keys still holds: the owner's key");
        assertThat(stage.resolve("drafts/report.txt")).exists();
    }
}
