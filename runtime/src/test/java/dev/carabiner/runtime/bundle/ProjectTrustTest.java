package dev.carabiner.runtime.bundle;

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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProjectTrustTest {

    @TempDir
    Path temp;

    Path project;
    Path store;
    ProjectTrust trust;
    final BundleLoader loader = new BundleLoader(TestModules.catalog());

    @BeforeEach
    void clone_a_project() throws IOException {
        temp = temp.toRealPath();
        project = Files.createDirectory(temp.resolve("project"));
        store = temp.resolve("home/.carabiner/trust");
        trust = new ProjectTrust(store);
    }

    private void write(String name, String yaml) throws IOException {
        Path file = project.resolve(".carabiner").resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, yaml);
    }

    private Trust.Untrusted untrusted() {
        return (Trust.Untrusted) trust.state(project);
    }

    private void trustAsItIs() {
        trust.trust(project, untrusted().digest());
    }

    @Nested
    class ABundle {

        @Test
        void that_is_not_there_needs_no_trust() {
            assertThat(trust.state(project)).isEqualTo(new Trust.NoBundle());
            assertThat(store).doesNotExist();
        }

        @Test
        void is_untrusted_at_first() throws IOException {
            write("bundle.yaml", "bundle: {name: b}\n");

            Trust.Untrusted state = untrusted();

            assertThat(state.changed()).isFalse();
            assertThat(state.digest()).matches("[0-9a-f]{64}");
            assertThat(state.files().texts()).containsEntry("bundle.yaml", "bundle: {name: b}\n");
        }

        @Test
        void is_trusted_once_somebody_says_so_also_for_the_next_process() throws IOException {
            write("bundle.yaml", "bundle: {name: b}\n");
            trustAsItIs();

            assertThat(new ProjectTrust(store).state(project)).isInstanceOf(Trust.Trusted.class);
        }

        @Test
        void is_loaded_from_the_bytes_that_were_compared() throws IOException {
            write("bundle.yaml", "bundle: {name: b}\nincludes: [more.yaml]\n");
            write("more.yaml", "session: {max_rounds: 3}\n");
            trustAsItIs();
            Trust.Trusted state = (Trust.Trusted) trust.state(project);
            write("bundle.yaml", "bundle: {name: evil}\n");
            write("more.yaml", "session: {max_rounds: 666}\n");

            Bundle bundle = loader.load(state.files());

            assertThat(bundle.name()).isEqualTo("b");
            assertThat(bundle.session().maxRounds()).isEqualTo(3);
        }

        @Test
        void that_names_what_is_not_installed_can_be_trusted_and_still_not_loaded() throws IOException {
            write("bundle.yaml", "bundle: {name: b}\nhooks: [nope]\n");
            trustAsItIs();

            Trust.Trusted state = (Trust.Trusted) trust.state(project);

            assertThatThrownBy(() -> loader.load(state.files())).isInstanceOf(BundleException.class);
        }
    }

    @Nested
    class AChange {

        @BeforeEach
        void trust_two_files() throws IOException {
            write("bundle.yaml", "bundle: {name: b}\nincludes: [more.yaml]\n");
            write("more.yaml", "session: {max_rounds: 3}\n");
            trustAsItIs();
        }

        @Test
        void of_the_bundle_ends_the_trust() throws IOException {
            write("bundle.yaml", "bundle: {name: b}\nincludes: [more.yaml]\n#\n");

            assertThat(untrusted().changed()).isTrue();
        }

        @Test
        void of_an_included_file_ends_the_trust() throws IOException {
            write("more.yaml", "session: {max_rounds: 4}\n");

            assertThat(untrusted().changed()).isTrue();
        }

        @Test
        void of_where_the_content_stands_ends_the_trust() throws IOException {
            String before = ((Trust.Trusted) trust.state(project)).files().digest();
            write("bundle.yaml", "bundle: {name: b}\nincludes: [less.yaml]\n");
            Files.move(project.resolve(".carabiner/more.yaml"), project.resolve(".carabiner/less.yaml"));

            assertThat(untrusted().digest()).isNotEqualTo(before);
        }

        @Test
        void back_to_the_trusted_content_is_trusted() throws IOException {
            write("more.yaml", "session: {max_rounds: 4}\n");
            write("more.yaml", "session: {max_rounds: 3}\n");

            assertThat(trust.state(project)).isInstanceOf(Trust.Trusted.class);
        }

        @Test
        void between_showing_and_trusting_is_noticed() throws IOException {
            write("more.yaml", "session: {max_rounds: 4}\n");
            String shown = untrusted().digest();
            write("more.yaml", "session: {max_rounds: 666}\n");

            assertThatThrownBy(() -> trust.trust(project, shown))
                    .isInstanceOf(TrustException.class)
                    .hasMessageContaining("is not what was shown");
            assertThat(trust.state(project)).isInstanceOf(Trust.Untrusted.class);
        }

        @Test
        void of_mind_is_possible() {
            trust.revoke(project);

            assertThat(untrusted().changed()).isFalse();
        }

        @Test
        void of_place_ends_the_trust_because_the_commands_there_are_others() throws IOException {
            Path copy = Files.createDirectories(temp.resolve("copy/.carabiner"));
            for (String name : List.of("bundle.yaml", "more.yaml")) {
                Files.copy(project.resolve(".carabiner").resolve(name), copy.resolve(name));
            }

            assertThat(trust.state(temp.resolve("copy"))).isInstanceOf(Trust.Untrusted.class);
        }

        @Test
        void of_the_way_to_the_project_does_not_matter() throws IOException {
            Path link = Files.createSymbolicLink(temp.resolve("link"), project);

            assertThat(trust.state(link)).isInstanceOf(Trust.Trusted.class);
        }
    }

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
            assertThat(store.getParent()).isDirectoryNotContaining("glob:**.tmp");
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

            assertThatThrownBy(() -> trust.state(project)).hasMessageContaining("is a link");
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
