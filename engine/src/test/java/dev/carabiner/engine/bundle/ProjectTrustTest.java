package dev.carabiner.engine.bundle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class ProjectTrustTest extends ClonedProject {

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
            assertThat(bundle.session().get(SessionKeys.MAX_ROUNDS)).isEqualTo(3);
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
}
