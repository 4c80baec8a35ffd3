package dev.carabiner.engine.bundle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RuleFilesTest extends ClonedProject {

    private List<RuleFile> rulesOf(Path file) {
        return loader.load(file).session().get(SessionKeys.RULES);
    }

    @Nested
    class A_name {

        @Test
        void is_relative_to_the_bundles_directory() throws IOException {
            Files.createDirectories(temp.resolve("conf"));
            Path file = Files.writeString(
                    temp.resolve("conf/b.yaml"), "bundle: {name: b}\nsession: {rules: ../mine/./rules}\n");

            assertThat(rulesOf(file)).containsExactly(RuleFile.at(temp.resolve("mine/rules")));
        }

        @Test
        void may_be_absolute_or_below_the_users_home() throws IOException {
            Path file = Files.writeString(
                    temp.resolve("b.yaml"), "bundle: {name: b}\nsession: {rules: [/r/ules, ~/.carabiner/rules]}\n");

            assertThat(rulesOf(file))
                    .containsExactly(
                            RuleFile.at(Path.of("/r/ules")),
                            RuleFile.at(Path.of(System.getenv("HOME"), ".carabiner/rules")));
        }

        @Test
        void of_an_included_file_stays_beside_the_later_ones() throws IOException {
            Files.writeString(temp.resolve("base.yaml"), "session: {rules: theirs}\n");
            Path file = Files.writeString(
                    temp.resolve("b.yaml"), "bundle: {name: b}\nincludes: [./base.yaml]\nsession: {rules: mine}\n");

            assertThat(rulesOf(file))
                    .containsExactly(RuleFile.at(temp.resolve("theirs")), RuleFile.at(temp.resolve("mine")));
        }

        @Test
        void comes_back_from_the_printed_bundle() throws IOException {
            Path file = Files.writeString(temp.resolve("b.yaml"), "bundle: {name: b}\nsession: {rules: [one, /two]}\n");
            Path printed = Files.writeString(temp.resolve("printed.yaml"), BundleText.of(loader.load(file)));

            assertThat(rulesOf(printed)).isEqualTo(rulesOf(file));
        }

        @ParameterizedTest
        @ValueSource(strings = {"''", "5", "[5]", "{a: b}"})
        void must_be_one(String value) throws IOException {
            Path file =
                    Files.writeString(temp.resolve("b.yaml"), "bundle: {name: b}\nsession:\n  rules: " + value + "\n");

            assertThat(loader.check(file)).singleElement().asString().startsWith(file + ":3: session.rules ");
        }
    }

    @Nested
    class Of_a_project {

        private static final String RULES = "carabiner-rules 1\nend 0\n";

        private List<RuleFile> trusted() {
            return loader.load(((Trust.Trusted) trust.state(project)).files())
                    .session()
                    .get(SessionKeys.RULES);
        }

        @ParameterizedTest
        @ValueSource(strings = {"rules", "../rules"})
        void the_rules_are_shown_and_trusted_with_the_bundle(String name) throws IOException {
            write("bundle.yaml", "bundle: {name: b}\nsession: {rules: " + name + "}\n");
            write(name, RULES);

            assertThat(untrusted().files().texts()).containsEntry(name, RULES);
            trustAsItIs();
            assertThat(trusted())
                    .containsExactly(new RuleFile(
                            project.resolve(".carabiner").resolve(name).normalize(), RULES));
        }

        @Test
        void a_change_of_the_rules_ends_the_trust() throws IOException {
            write("bundle.yaml", "bundle: {name: b}\nsession: {rules: rules}\n");
            write("rules", RULES);
            trustAsItIs();
            write("rules", RULES + "\n");

            assertThat(untrusted().changed()).isTrue();
        }

        @Test
        void rules_that_appear_later_are_not_used() throws IOException {
            write("bundle.yaml", "bundle: {name: b}\nsession: {rules: rules}\n");
            trustAsItIs();

            assertThat(trusted()).extracting(RuleFile::trusted).containsExactly("");
            write("rules", RULES);
            assertThat(untrusted().changed()).isTrue();
        }

        @Test
        void rules_behind_a_link_cannot_be_trusted() throws IOException {
            write("bundle.yaml", "bundle: {name: b}\nsession: {rules: rules}\n");
            Path elsewhere = Files.writeString(temp.resolve("elsewhere"), RULES);
            Files.createSymbolicLink(project.resolve(".carabiner/rules"), elsewhere);

            assertThatThrownBy(() -> trust.trust(project, untrusted().digest()))
                    .isInstanceOf(TrustException.class)
                    .hasMessageContaining("through a link");
        }

        @Test
        void a_way_round_to_the_rules_is_no_way_round_the_trust() throws IOException {
            Path link = Files.createSymbolicLink(temp.resolve("link"), project);
            write("rules", RULES);
            write("bundle.yaml", "bundle: {name: b}\nsession: {rules: " + link + "/.carabiner/rules}\n");

            assertThatThrownBy(() -> trust.trust(project, untrusted().digest())).hasMessageContaining("through a link");
        }

        @Test
        void the_users_own_rules_are_read_anew() throws IOException {
            write("bundle.yaml", "bundle: {name: b}\nsession: {rules: " + temp + "/mine}\n");
            trustAsItIs();

            assertThat(trusted()).containsExactly(RuleFile.at(temp.resolve("mine")));
        }
    }
}
