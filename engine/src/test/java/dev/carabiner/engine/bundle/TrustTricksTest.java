package dev.carabiner.engine.bundle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TrustTricksTest extends ClonedProject {

    @Nested
    class Tricks {

        @Test
        void with_content_moved_over_the_border_of_two_files_change_the_digest() throws IOException {
            write("bundle.yaml", "includes: [a.yaml]\n#");
            write("a.yaml", "#x\nbundle: {name: b}\n");
            String one = untrusted().digest();
            write("bundle.yaml", "includes: [a.yaml]\n##x");
            write("a.yaml", "\nbundle: {name: b}\n");

            assertThat(untrusted().digest()).isNotEqualTo(one);
        }

        @Test
        void with_a_linked_file_are_not_followed() throws IOException {
            Files.writeString(temp.resolve("other.yaml"), "bundle: {name: other}\n");
            Files.createDirectory(project.resolve(".carabiner"));
            Files.createSymbolicLink(project.resolve(".carabiner/bundle.yaml"), temp.resolve("other.yaml"));

            assertCannotBeTrusted();
        }

        @Test
        void with_a_linked_directory_are_not_followed() throws IOException {
            Path elsewhere = Files.createDirectory(temp.resolve("elsewhere"));
            Files.writeString(elsewhere.resolve("bundle.yaml"), "bundle: {name: other}\n");
            Files.createSymbolicLink(project.resolve(".carabiner"), elsewhere);

            assertCannotBeTrusted();
        }

        @Test
        void with_a_dead_link_are_not_taken_for_no_bundle() throws IOException {
            Files.createDirectory(project.resolve(".carabiner"));
            Files.createSymbolicLink(project.resolve(".carabiner/bundle.yaml"), temp.resolve("nowhere"));

            assertCannotBeTrusted();
        }

        @ParameterizedTest
        @ValueSource(
                strings = {"a: [", "includes: [../../x.yaml]", "includes: [nowhere.yaml]", "a: !!java.net.URL [x]"})
        void with_files_that_cannot_be_read_are_not_trusted(String yaml) throws IOException {
            write("bundle.yaml", yaml);

            assertCannotBeTrusted();
        }

        private void assertCannotBeTrusted() {
            Trust.Untrusted state = untrusted();

            assertThat(loader.check(state.files())).isNotEmpty();
            assertThatThrownBy(() -> trust.trust(project, state.digest())).isInstanceOf(TrustException.class);
            assertThat(trust.state(project)).isInstanceOf(Trust.Untrusted.class);
        }

        @Test
        void with_names_of_directories_do_not_forge_a_line() throws IOException {
            Path odd = Files.createDirectories(temp.resolve("a\n" + "0".repeat(64) + "\tproject/.carabiner"));
            Files.writeString(odd.resolve("bundle.yaml"), "bundle: {name: b}\n");
            write("bundle.yaml", "bundle: {name: b}\n");
            Path oddProject = odd.getParent();
            trust.trust(oddProject, ((Trust.Untrusted) trust.state(oddProject)).digest());

            assertThat(trust.state(oddProject)).isInstanceOf(Trust.Trusted.class);
            assertThat(Files.readAllLines(store)).hasSize(2);
            assertThat(trust.state(project)).isInstanceOf(Trust.Untrusted.class);
        }
    }

    @Nested
    class TheFile {

        @Test
        void belongs_to_its_owner_alone() throws IOException {
            write("bundle.yaml", "bundle: {name: b}\n");
            trustAsItIs();

            assertThat(permissions(store)).isEqualTo("rw-------");
            assertThat(permissions(store.getParent())).isEqualTo("rwx------");
            assertThat(store.getParent()).isDirectoryNotContaining("glob:**.new");
        }

        @Test
        void that_others_can_write_is_not_believed() throws IOException {
            write("bundle.yaml", "bundle: {name: b}\n");
            trustAsItIs();
            Files.setPosixFilePermissions(store, PosixFilePermissions.fromString("rw-rw-rw-"));

            assertThatThrownBy(() -> trust.state(project)).hasMessageContaining("can be written by others");
        }

        @Test
        void that_is_a_link_is_not_believed() throws IOException {
            write("bundle.yaml", "bundle: {name: b}\n");
            trustAsItIs();
            Path moved = Files.move(store, temp.resolve("moved"));
            Files.createSymbolicLink(store, moved);

            assertThatThrownBy(() -> trust.state(project)).hasMessageContaining("is a symbolic link");
        }

        @ParameterizedTest
        @ValueSource(strings = {"", "garbage", "carabiner-trust 1", "carabiner-trust 1\nx\n", "carabiner-trust 2\n"})
        void that_is_damaged_is_an_error_and_not_no_trust_at_all(String content) throws IOException {
            write("bundle.yaml", "bundle: {name: b}\n");
            trustAsItIs();
            Files.writeString(store, content);

            assertThatThrownBy(() -> trust.state(project)).isInstanceOf(TrustException.class);
        }

        @Test
        void loses_nothing_when_many_write_at_once() throws Exception {
            List<Path> projects = new ArrayList<>();
            for (int i = 0; i < 16; i++) {
                Path dir = Files.createDirectories(temp.resolve("many/" + i + "/.carabiner"));
                Files.writeString(dir.resolve("bundle.yaml"), "bundle: {name: b" + i + "}\n");
                projects.add(dir.getParent());
            }
            try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
                List<Future<?>> all = new ArrayList<>();
                for (Path each : projects) {
                    all.add(threads.submit(() -> {
                        ProjectTrust own = new ProjectTrust(store);
                        own.trust(each, ((Trust.Untrusted) own.state(each)).digest());
                    }));
                }
                for (Future<?> each : all) {
                    each.get();
                }
            }

            assertThat(projects).allMatch(each -> trust.state(each) instanceof Trust.Trusted);
        }

        private static String permissions(Path path) throws IOException {
            return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
        }
    }
}
