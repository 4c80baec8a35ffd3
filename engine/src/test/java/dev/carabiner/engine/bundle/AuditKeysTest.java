package dev.carabiner.engine.bundle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.audit.AuditFailurePolicy;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AuditKeysTest {

    private static final String ONE_OF = "; expected one of {directory: …}, {command: […]} and {url: …}";

    @TempDir
    Path temp;

    private final BundleLoader loader = new BundleLoader(TestModules.catalog());

    private SectionValues load(String name, String yaml) throws IOException {
        Path file = Files.writeString(temp.resolve(name), "bundle: {name: b}\n" + yaml);
        return loader.load(file).session().get(SessionKeys.AUDIT);
    }

    @Test
    void a_bundle_says_what_is_secret_and_who_watches() throws IOException {
        SectionValues audit = load("bundle.yaml", """
                session:
                  audit:
                    secrets: [password, card]
                    anchors:
                      - directory: /x/../anchors
                      - directory: ~/anchors
                      - command: [send, --to, witness]
                      - url: https://witness.example/notes
                """);

        assertThat(audit.get(AuditKeys.ON_FAILURE)).isEqualTo(AuditFailurePolicy.DENY);
        assertThat(audit.get(AuditKeys.SECRETS)).containsExactly("password", "card");
        assertThat(audit.get(AuditKeys.ANCHORS))
                .containsExactly(
                        new AnchorSpec.Directory(Path.of("/anchors")),
                        new AnchorSpec.Directory(Path.of(System.getenv("HOME"), "anchors")),
                        new AnchorSpec.Program(List.of("send", "--to", "witness")),
                        new AnchorSpec.Address(URI.create("https://witness.example/notes")));
    }

    @Test
    void a_later_file_adds_to_it_and_takes_nothing_away() throws IOException {
        load("base.yaml", "session: {audit: {secrets: [a, b], anchors: [{directory: /one}]}}");
        SectionValues audit = load("bundle.yaml", """
                includes: [./base.yaml]
                session: {audit: {on_failure: continue, secrets: [b, c], anchors: [{directory: /two}]}}
                """);

        assertThat(audit.get(AuditKeys.ON_FAILURE)).isEqualTo(AuditFailurePolicy.CONTINUE);
        assertThat(audit.get(AuditKeys.SECRETS)).containsExactly("a", "b", "c");
        assertThat(audit.get(AuditKeys.ANCHORS))
                .containsExactly(new AnchorSpec.Directory(Path.of("/one")), new AnchorSpec.Directory(Path.of("/two")));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            secrets: [1]                | session.audit.secrets holds a number; expected text
            secret: [a]                 | session.audit has the unknown key "secret"; expected anchors, on_failure, secrets; did you mean "secrets"?
            anchors: /x                 | session.audit.anchors is text; expected a list
            anchors: [x]                | session.audit.anchors holds text ONE_OF
            anchors: [{}]               | session.audit.anchors holds an anchor with several keys, or none ONE_OF
            anchors: [{directory: x}]   | session.audit.anchors.directory is "x"; expected an absolute path, or one below ~/
            anchors: [{directory: 7}]   | session.audit.anchors.directory is a number; expected text; put it in quotes
            anchors: [{file: /x}]       | session.audit.anchors has the unknown key "file"; expected command, directory, url
            anchors: [{command: 5}]     | session.audit.anchors.command is a number; expected a list
            anchors: [{command: [5]}]   | session.audit.anchors.command holds a number; expected text
            anchors: [{command: []}]    | session.audit.anchors.command has no words; expected a program and its arguments
            anchors: [{url: "ftp://a/token"}]   | session.audit.anchors.url is no such address; expected one that begins with http:// or https:// and names a host
            anchors: [{url: "witness.example/token"}] | session.audit.anchors.url is no such address; expected one that begins with http:// or https:// and names a host
            anchors: [{url: "http://a b/token"}] | session.audit.anchors.url is no such address; expected one that begins with http:// or https:// and names a host
            """)
    void what_is_wrong_is_named_with_its_line(String line, String problem) throws IOException {
        Path file = Files.writeString(
                temp.resolve("bundle.yaml"), "bundle: {name: b}\nsession:\n  audit:\n    " + line + "\n");

        assertThat(loader.check(file))
                .extracting(BundleProblem::toString)
                .containsExactly(file + ":4: " + problem.replace(" ONE_OF", ONE_OF));
    }

    @Test
    void what_is_shown_to_people_holds_no_token_of_a_witness() throws IOException {
        Path file = Files.writeString(temp.resolve("bundle.yaml"), """
                bundle: {name: b}
                session: {audit: {anchors: [{url: "https://user:pass@witness.example:8443/T0KEN?k=T0KEN"}]}}
                """);

        assertThat(BundleText.withoutSecrets(loader.load(file)))
                .contains("https://witness.example:8443/(hidden)")
                .doesNotContain("T0KEN", "user", "pass");
    }
}
