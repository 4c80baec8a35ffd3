package dev.carabiner.engine.bundle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.approval.Quorum;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ApprovalKeysTest {

    @TempDir
    Path temp;

    private SectionValues load(String approvals) throws IOException {
        Path file =
                Files.writeString(temp.resolve("bundle.yaml"), "bundle: {name: b}\nsession: {approvals: " + approvals);
        return new BundleLoader(TestModules.catalog()).load(file).session().get(SessionKeys.APPROVALS);
    }

    @Nested
    class The_store {

        @Test
        void is_an_absolute_file_one_below_the_home_directory_or_a_server() throws IOException {
            assertThat(load("{store: /x/../approvals.db}}").get(ApprovalKeys.STORE))
                    .isEqualTo("/approvals.db");
            assertThat(load("{store: ~/a.db}}").get(ApprovalKeys.STORE))
                    .isEqualTo(Path.of(System.getenv("HOME"), "a.db").toString());
            assertThat(load("{store: 'postgresql://ann@db:5432/approvals?sslmode=verify-full', password_file: /p}}")
                            .get(ApprovalKeys.STORE))
                    .isEqualTo("postgresql://ann@db:5432/approvals?sslmode=verify-full");
        }

        @Test
        void is_nowhere_that_an_agent_may_write() {
            assertThatThrownBy(() -> load("{store: approvals.db}}"))
                    .hasMessageContaining(
                            "bundle.yaml:2: session.approvals.store is \"approvals.db\"; expected an absolute");
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "postgresql://ann:hunter2@db/approvals",
                    "postgresql://ann:hunter2/x@db/approvals",
                    "postgresql://db/approvals?user=ann&password=hunter2",
                    "postgresql://db/approvals?sslpassword=hunter2"
                })
        void holds_no_password_and_the_error_repeats_none(String address) {
            assertThatThrownBy(() -> load("{store: '" + address + "'}}"))
                    .hasMessageContaining("bundle.yaml:2: session.approvals.store holds a password")
                    .hasMessageContaining("CARABINER_APPROVALS_PASSWORD")
                    .hasMessageNotContaining("hunter2");
        }

        @Test
        void is_of_a_kind_that_is_known() {
            assertThatThrownBy(() -> load("{store: 'mysql://db/approvals'}}"))
                    .hasMessageContaining("expected postgresql://user@host/database, or a file");
        }
    }

    @Nested
    class The_quorum {

        @Test
        void is_for_all_hooks_or_for_those_it_names() throws IOException {
            SectionValues approvals = load("""
                    {quorum: [
                      {needed: 2, of: [on-call, release, security], hooks: [production-guard]},
                      {needed: 1, of: [on-call]}]}}
                    """);

            assertThat(ApprovalKeys.quorum(approvals, "production-guard"))
                    .isEqualTo(new Quorum(2, List.of("on-call", "release", "security")));
            assertThat(ApprovalKeys.quorum(approvals, "shell-guard")).isEqualTo(new Quorum(1, List.of("on-call")));
        }

        @Test
        void is_one_where_none_is_said() throws IOException {
            assertThat(ApprovalKeys.quorum(load("{}}"), "shell-guard")).isEqualTo(Quorum.ONE);
            assertThat(ApprovalKeys.quorum(load("{quorum: {needed: 2, hooks: [a]}}}"), "b"))
                    .isEqualTo(Quorum.ONE);
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "{needed: 3, of: [a, b]}",
                    "{needed: 0}",
                    "{needed: 2, of: [a, a]}",
                    "{of: [a]}",
                    "{needed: 1, of: [kernel]}"
                })
        void that_could_not_be_met_is_an_error(String quorum) {
            assertThatThrownBy(() -> load("{quorum: " + quorum + "}}"))
                    .hasMessageContaining("bundle.yaml:2: session.approvals.quorum");
        }
    }
}
