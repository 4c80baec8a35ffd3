package dev.carabiner.guard.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.approval.StandingAnswers.Ruling;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FileRuleStoreTest implements RuleStoreContract {

    private static final ApprovalRule RULE = ApprovalRule.deny("r1", "*", "bash", InputPattern.any());
    private static final String LINE = "r1\tdeny\t*\tbash\tany\t-\t-\t-\t-\n";

    @TempDir
    Path temp;

    Path file;

    @BeforeEach
    void choose_a_file() {
        file = temp.resolve("conf/rules");
    }

    @Override
    public RuleStore store() {
        return RuleStore.inFile(file);
    }

    private void write(String content) throws IOException {
        Files.createDirectories(
                file.getParent(), PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Files.writeString(file, content, StandardCharsets.ISO_8859_1);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    @Nested
    class TheFile {

        @Test
        void is_readable_text() throws IOException {
            store().update(none -> List.of(RULE));

            assertThat(file).hasContent("carabiner-rules 1\n" + LINE + "end 1\n");
        }

        @Test
        void belongs_to_its_owner_alone() throws IOException {
            store().update(none -> List.of(RULE));

            for (Path each : List.of(file, file.resolveSibling("rules.lock"))) {
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(each)))
                        .isEqualTo("rw-------");
            }
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file.getParent())))
                    .isEqualTo("rwx------");
        }

        @Test
        void is_not_made_by_reading() {
            store().load();

            assertThat(file.getParent()).doesNotExist();
        }

        @Test
        void is_left_without_remains() throws IOException {
            store().update(none -> List.of(RULE));
            Files.writeString(file.resolveSibling(".rules.new"), "half");
            store().update(rules -> List.of());

            try (Stream<Path> files = Files.list(file.getParent())) {
                assertThat(files.map(it -> it.getFileName().toString()))
                        .containsExactlyInAnyOrder("rules", "rules.lock");
            }
        }

        @Test
        void is_missed_once_it_was_there() throws IOException {
            RuleStore store = store();
            store.update(none -> List.of(RULE));
            Files.delete(file);

            assertThatThrownBy(store::load)
                    .isInstanceOf(RuleStoreException.class)
                    .hasMessageContaining("is gone");
        }
    }

    @Nested
    class Refused {

        private void refuses(String part) {
            assertThatThrownBy(store()::load)
                    .isInstanceOf(RuleStoreException.class)
                    .hasMessageContaining(part);
            assertThatThrownBy(() -> store().update(rules -> List.of(RULE))).hasMessageContaining(part);
            assertThatThrownBy(() -> new ApprovalRules(store(), temp)).hasMessageContaining(part);
        }

        @Test
        void is_a_symbolic_link() throws IOException {
            write("carabiner-rules 1\nend 0\n");
            Files.move(file, temp.resolve("elsewhere"));
            Files.createSymbolicLink(file, temp.resolve("elsewhere"));

            refuses("symbolic link");
            assertThat(temp.resolve("elsewhere")).hasContent("carabiner-rules 1\nend 0\n");
        }

        @Test
        void is_a_link_to_nowhere() throws IOException {
            write("");
            Files.delete(file);
            Files.createSymbolicLink(file, temp.resolve("elsewhere"));

            refuses("symbolic link");
            assertThat(temp.resolve("elsewhere")).doesNotExist();
        }

        @Test
        void is_a_directory() throws IOException {
            write("");
            Files.delete(file);
            Files.createDirectory(file);

            refuses("not a regular file");
        }

        @ParameterizedTest
        @ValueSource(strings = {"rw--w----", "rw-----w-", "rw-rw-rw-"})
        void is_a_file_that_others_can_write(String permissions) throws IOException {
            write("carabiner-rules 1\nend 0\n");
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));

            refuses("can be written by others");
        }

        @ParameterizedTest
        @ValueSource(strings = {"rwxrwx---", "rwx----w-", "rwxrwxrwx"})
        void is_a_directory_that_others_can_write(String permissions) throws IOException {
            write("carabiner-rules 1\nend 0\n");
            Files.setPosixFilePermissions(file.getParent(), PosixFilePermissions.fromString(permissions));

            refuses("can be written by others");
        }

        @Test
        void is_a_lock_file_that_is_a_link() throws IOException {
            write("carabiner-rules 1\nend 0\n");
            Files.createSymbolicLink(file.resolveSibling("rules.lock"), temp.resolve("elsewhere"));

            assertThatThrownBy(() -> store().update(rules -> List.of(RULE))).isInstanceOf(RuleStoreException.class);
            assertThat(temp.resolve("elsewhere")).doesNotExist();
        }
    }

    @Nested
    class Corrupt {

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "",
                    "\n",
                    "end 0\n",
                    "carabiner-rules 2\nend 0\n",
                    "carabiner-rules 1",
                    "carabiner-rules 1\n",
                    "carabiner-rules 1\nend 0",
                    "carabiner-rules 1\nend 1\n",
                    "carabiner-rules 1\nend 0\n\n",
                    "carabiner-rules 1\nend 0\nx\n",
                    "carabiner-rules 1\r\nend 0\r\n",
                    "\u00efcarabiner-rules 1\nend 0\n",
                    "carabiner-rules 1\n" + LINE,
                    "carabiner-rules 1\n" + LINE + "end 0\n",
                    "carabiner-rules 1\n" + LINE + LINE + "end 2\n",
                    "carabiner-rules 1\n\nend 1\n",
                    "carabiner-rules 1\n# comment\nend 1\n",
                    "carabiner-rules 1\nr1\tdeny\nend 1\n",
                    "carabiner-rules 1\nr1\tDENY\t*\tbash\tany\t-\t-\t-\t-\nend 1\n",
                    "carabiner-rules 1\nr1\task\t*\tbash\tany\t-\t-\t-\t-\nend 1\n",
                    "carabiner-rules 1\nr1\tallow\t*\t*\tany\t-\t-\t-\t-\nend 1\n",
                    "carabiner-rules 1\nr 1\tdeny\t*\tbash\tany\t-\t-\t-\t-\nend 1\n",
                    "carabiner-rules 1\nr1\tdeny\t*\tbash\tany\tx\t-\t-\t-\nend 1\n",
                    "carabiner-rules 1\nr1\tdeny\t*\tbash\tglob\tx\ty\t-\t-\nend 1\n",
                    "carabiner-rules 1\nr1\tdeny\t*\tbash\tshell\tx\ta;b\t-\t-\nend 1\n",
                    "carabiner-rules 1\nr1\tallow\t*\tbash\tshell\tx\tsudo *\t-\t-\nend 1\n",
                    "carabiner-rules 1\nr1\tdeny\t*\tbash\tany\t-\t-\ttomorrow\t-\nend 1\n",
                    "carabiner-rules 1\nr1\tdeny\t*\tbash\tany\t-\t-\t2026-01-01T00:00:00.000Z\t-\nend 1\n",
                    "carabiner-rules 1\nr1\tdeny\t*\tbash\tany\t-\t-\t-\t-1\nend 1\n",
                    "carabiner-rules 1\nr1\tdeny\t*\tbash\tany\t-\t-\t-\t01\nend 1\n",
                    "carabiner-rules 1\nr1\tdeny\t*\tbash\tany\t-\t-\t-\t9999999999\nend 1\n",
                    "carabiner-rules 1\nr1\tdeny\t*\tb%61sh\tany\t-\t-\t-\t-\nend 1\n",
                    "carabiner-rules 1\nr1\tdeny\t*\tb%\tany\t-\t-\t-\t-\nend 1\n",
                    "carabiner-rules 1\nr1\tdeny\t*\tb\u00e9\tany\t-\t-\t-\t-\nend 1\n",
                    "carabiner-rules 1\nr1\tdeny\t*\tb%FF\tany\t-\t-\t-\t-\nend 1\n",
                    "carabiner-rules 1\nr1\tdeny\t*\tb\u0000\tany\t-\t-\t-\t-\nend 1\n",
                    "carabiner-rules 1\nr1\tdeny\t*\tbash\tany\t-\t-\t-\t-\t-\nend 1\n",
                    "carabiner-rules 1\n r1\tdeny\t*\tbash\tany\t-\t-\t-\t-\nend 1\n"
                })
        void is_refused_as_a_whole_naming_file_and_line(String content) throws IOException {
            write(content);

            assertThatThrownBy(() -> new ApprovalRules(store(), temp))
                    .isInstanceOf(RuleStoreException.class)
                    .hasMessageMatching("(?s).*rules, line \\d+: .*(expected|must be|cannot cover).*");
        }

        @Test
        void is_never_overwritten() throws IOException {
            write("garbage");

            assertThatThrownBy(() -> store().update(rules -> List.of(RULE))).hasMessageContaining("line 1");
            assertThat(file).hasContent("garbage");
        }

        @Test
        void later_on_allows_nothing() throws IOException {
            store().update(none -> List.of(RuleWorld.allowShell("git log"), RULE));
            ApprovalRules rules = new ApprovalRules(store(), temp);
            rules.remove("r1");
            assertThat(RuleWorld.run(rules, "git log")).isEqualTo(new Ruling.Allowed("allow"));

            write("garbage");

            assertThat(RuleWorld.run(rules, "git log")).isEqualTo(new Ruling.None());
        }
    }
}
