package dev.carabiner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.carabiner.event.EventData;
import dev.carabiner.json.EventDataJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** {@code carabiner hooks validate} and {@code carabiner bundle show --effective}. */
class HooksCommandTest extends TypedCommands {

    private Path bundle(String hooks) throws IOException {
        return Files.writeString(
                project.resolve("bundle.yaml"), "bundle: {name: x, version: 1}\nincludes: [default]\nhooks:\n" + hooks);
    }

    @Test
    void the_default_bundle_has_no_finding() {
        assertThat(carabiner("hooks", "validate", "default")).as(out() + err()).isZero();
        assertThat(out()).endsWith("0 errors, 0 warnings, 0 notes\n");
    }

    @Test
    void findings_are_one_line_each_with_place_severity_and_fix() throws IOException {
        Path file = bundle("  - module: shell-guard\n    on_failure: continue\n    config: {allow: [rm -rf /]}\n");

        assertThat(carabiner("hooks", "validate", "bundle.yaml")).isEqualTo(1);
        assertThat(out().lines())
                .contains(file.toRealPath()
                        + ":5  error  shell-guard is a guard, and when it fails everything passes  → on_failure: deny")
                .anyMatch(line -> line.contains(":6  warning  allow of shell-guard: \"rm -rf /\" has no effect"))
                .anyMatch(line -> line.contains(":5  warning  shell-guard no longer denies when it fails"));
    }

    @Test
    void wrong_files_and_wrong_usage_have_codes_of_their_own() throws IOException {
        assertThat(carabiner("hooks", "validate", "no.yaml")).isEqualTo(1);
        assertThat(carabiner("hooks", "validate")).isEqualTo(2);
        assertThat(carabiner("hooks")).isEqualTo(2);
        Files.writeString(project.resolve("broken.yaml"), "bundle: [\n");
        assertThat(carabiner("hooks", "validate", "broken.yaml")).isEqualTo(1);
        assertThat(out()).contains("broken.yaml:", "  error  ");
    }

    @Test
    void as_JSON_they_have_a_schema_of_a_version() throws IOException {
        bundle("  - {module: shell-guard, on_failure: continue}\n");

        assertThat(carabiner("hooks", "validate", "--json", "bundle.yaml")).isEqualTo(1);
        EventData report = EventDataJson.read(out());
        assertThat(report.get("schema")).isEqualTo(1);
        assertThat(report.get("errors")).isEqualTo(1);
        assertThat(report.get("findings").toString())
                .contains("kind=fails-open", "severity=error", "line=4", "hooks=[shell-guard]");
    }

    @Test
    void as_SARIF_they_are_what_code_review_tools_read() throws IOException {
        bundle("  - {module: shell-guard, on_failure: continue}\n");
        assertThat(carabiner("hooks", "validate", "bundle.yaml", "--sarif", "findings.sarif"))
                .isEqualTo(1);

        String report = Files.readString(project.resolve("findings.sarif"));
        Schema schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(new String(
                        getClass().getResourceAsStream("sarif-parts.json").readAllBytes()));
        assertThat(schema.validate(report, InputFormat.JSON)).isEmpty();
        assertThat(report).contains("\"uri\":\"bundle.yaml\"", "\"ruleId\":\"fails-open\"");
        assertThat(schema.validate(report.replace("\"error\"", "\"bad\""), InputFormat.JSON))
                .isNotEmpty();
    }

    @Test
    void every_setting_in_force_is_shown_with_where_it_comes_from() throws IOException {
        Path file =
                bundle("  - module: shell-guard\n    config:\n      allow: [git log *]\nsession: {max_rounds: 9}\n");

        Path real = file.toRealPath();
        assertThat(carabiner("bundle", "show", "--effective", "bundle.yaml"))
                .as(err())
                .isZero();
        assertThat(out().lines())
                .anyMatch(line -> line.matches("session\\.max_rounds +9 +.*bundle\\.yaml:7"))
                .anyMatch(line -> line.matches("session\\.canary_interval +5m +default"))
                .anyMatch(line -> line.matches("hooks\\.shell-guard\\.config\\.allow +\\[git log \\*] +" + real + ":6"))
                .anyMatch(line -> line.matches("hooks\\.shell-guard\\.config\\.unclear +ask +default of shell-guard"))
                .anyMatch(line -> line.matches("hooks\\.shell-guard\\.on_failure +deny +built-in:default:\\d+"));
    }

    @Test
    void an_overlay_that_weakens_a_guard_is_a_finding_there_too() throws IOException {
        bundle("  - module: production-guard\n    config: {paths: [secret], replace: true}\n");

        assertThat(carabiner("bundle", "show", "--effective", "bundle.yaml")).isEqualTo(1);
        assertThat(err()).contains("bundle.yaml:5  warning  production-guard lets a canary pass: Write: {");
    }
}
