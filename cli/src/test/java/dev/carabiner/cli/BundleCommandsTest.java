package dev.carabiner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.guard.rule.ApprovalRule;
import dev.carabiner.guard.rule.ApprovalRules;
import dev.carabiner.guard.rule.InputPattern;
import dev.carabiner.guard.rule.RuleStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code carabiner bundle} and {@code carabiner trust}. */
class BundleCommandsTest extends TypedCommands {

    private Path bundle(String text) throws Exception {
        Files.createDirectories(project.resolve(".carabiner"));
        return Files.writeString(project.resolve(".carabiner/bundle.yaml"), text);
    }

    @Test
    void with_problems_are_told_all_of_them_with_their_lines() throws Exception {
        bundle("bundle: {name: x, version: 1}\nhooks:\n  - module: no-such-hook\nsesion: {}\n");

        assertThat(carabiner("bundle", "validate", ".carabiner/bundle.yaml")).isEqualTo(1);
        assertThat(err()).contains("bundle.yaml:3:").contains("no-such-hook").contains("bundle.yaml:4:");
        assertThat(err()).contains("2 problems").doesNotContain("\tat ");
    }

    @Test
    void that_are_missing_are_named() {
        assertThat(carabiner("bundle", "validate", "nope.yaml")).isEqualTo(1);
        assertThat(err()).contains("There is no file").contains("nope.yaml");
    }

    @Test
    void of_a_project_are_trusted_by_digest() throws Exception {
        bundle("bundle: {name: mine, version: 1} # \u202E[2J\n");

        assertThat(carabiner("trust")).isEqualTo(2);
        assertThat(out()).contains("name: mine").contains("\\u202E[2J").doesNotContain("\u202E");
        String digest = out().replaceAll("(?s).*digest ([0-9a-f]{64}).*", "$1");
        assertThat(err()).contains("CARABINER_TRUST_UNATTENDED=1 carabiner trust --yes " + digest);
        assertThat(carabiner("trust", "--yes", digest)).isEqualTo(2);
        assertThat(err()).contains("--yes needs a terminal").contains("CARABINER_TRUST_UNATTENDED=1");

        bundle("bundle: {name: other, version: 1}\n");
        environment.put("CARABINER_TRUST_UNATTENDED", "1");
        assertThat(carabiner("trust", "--yes", digest)).isEqualTo(1);
        assertThat(err()).contains("is not what was shown");

        typed = "y\n";
        assertThat(carabiner("trust")).isEqualTo(3);
        typed = "yes\n";
        assertThat(carabiner("trust")).isZero();
        assertThat(carabiner("trust", "--revoke")).isZero();
        typed = "no\n";
        assertThat(carabiner("trust")).isEqualTo(3);
    }

    @Test
    void that_are_long_are_shown_by_pages_with_what_they_run_first() throws Exception {
        bundle("bundle: {name: mine, version: 1}\n" + "# filler\n".repeat(3000) + """
            hooks:
              - module: command
                config:
                  command:
                    - sh
                    - -c
                    - touch sprung
                  events: ["tool:pre"]
            """);

        assertThat(carabiner("trust")).isEqualTo(2);
        assertThat(out().lines().limit(5))
                .anyMatch(line -> line.contains("What it names to be run"))
                .anyMatch(line -> line.contains(":3005") && line.contains("command:"))
                .anyMatch(line -> line.contains("- touch sprung"));
        assertThat(out().lines().count()).as("without a terminal, all of it").isGreaterThan(3000);

        typed = "\nq\n";
        assertThat(carabiner("trust")).isEqualTo(3);
        assertThat(out())
                .contains("more lines: Enter for the next")
                .contains("Not trusted: it was not read to its end");
        assertThat(out().lines().count()).as("two pages").isLessThan(100);
        typed = "all\nyes\n";
        assertThat(carabiner("trust")).isZero();
    }

    @Test
    void that_are_trusted_have_no_page_longer_than_a_small_screen() throws Exception {
        bundle("bundle: {name: mine, version: 1} # " + "x".repeat(20_000) + "\n");
        columns = 80;
        typed = "\nq\n";

        assertThat(carabiner("trust")).isEqualTo(3);
        assertThat(out().split("more lines: Enter for the next, all for the rest, q to stop: ", -1))
                .hasSize(3)
                .allSatisfy(page -> assertThat(page.lines())
                        .hasSizeLessThan(24)
                        .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(80)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "  - java: hooks/Sprung.java",
                "  - {module: command, config: {command: [sh], file: sprung.sh}}",
                "  - {module: command, config: {\"\\x63ommand\": [touch, sprung]}}",
                "  - module: command\n    config:\n      ? command\n      : [touch, sprung]"
            })
    void that_are_trusted_name_first_what_they_run_however_it_is_written(String hook) throws Exception {
        Files.createDirectories(project.resolve(".carabiner/hooks"));
        Files.writeString(project.resolve(".carabiner/hooks/Sprung.java"), "class Sprung {}\n");
        Files.writeString(project.resolve(".carabiner/sprung.sh"), "touch sprung\n");
        bundle("bundle: {name: mine, version: 1}\nhooks:\n" + hook + "\n");

        assertThat(carabiner("trust")).as(err()).isEqualTo(2);
        assertThat(out().lines().limit(4))
                .anyMatch(line -> line.contains("What it names to be run"))
                .anyMatch(line -> line.toLowerCase(Locale.ROOT).contains("sprung"));
    }

    @Test
    void that_cannot_be_read_are_not_offered_for_trust() throws Exception {
        bundle("bundle: {name: [\n");
        assertThat(carabiner("trust")).isEqualTo(1);
        assertThat(err())
                .contains("bundle.yaml:")
                .contains("before it can be read")
                .doesNotContain("--yes");

        Path elsewhere = Files.writeString(temporary.resolve("other.yaml"), "bundle: {name: x}\n");
        Files.delete(project.resolve(".carabiner/bundle.yaml"));
        Files.createSymbolicLink(project.resolve(".carabiner/bundle.yaml"), elsewhere);
        assertThat(carabiner("trust")).isEqualTo(1);
        assertThat(err()).contains("reached through a link").doesNotContain("--yes");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "shell-guard, config: {unclear: block}",
                "date-status, config: {zone: Mars/Base}",
                "linter-feedback, config: {linters: {js: [no-such-linter, --check]}}"
            })
    void with_values_that_a_module_does_not_take_are_told_of_them(String entry) throws Exception {
        bundle("bundle: {name: x, version: 1}\nincludes: default\nhooks:\n  - {module: " + entry + "}\n");

        assertThat(carabiner("bundle", "validate", ".carabiner/bundle.yaml")).isEqualTo(1);
        assertThat(err()).contains("bundle.yaml:4: the hook module ").contains("1 problem");
    }

    @Test
    void with_a_mistake_in_the_settings_of_a_guard_run_nothing() throws Exception {
        Path file = bundle("bundle: {name: x, version: 1}\nincludes: [default]\nhooks:\n"
                + "  - {module: shell-guard, config: {unclear: block}}\n");

        assertThat(carabiner("run", "--bundle", file.toString(), "write a.txt: x"))
                .isEqualTo(1);
        assertThat(err()).contains("shell-guard is required and cannot be mounted");
        assertThat(project.resolve("a.txt")).doesNotExist();
    }

    @Test
    void that_were_named_are_closed_to_the_tools_that_they_bring() throws Exception {
        String text = "bundle: {name: x, version: 1}\nincludes: [default, ./more.yaml]\n";
        Path conf = Files.createDirectory(project.resolve("conf"));
        Files.writeString(conf.resolve("mine.yaml"), text);
        Files.writeString(conf.resolve("more.yaml"), "session: {max_rounds: 9}\n");

        carabiner("run", "--bundle", "conf/mine.yaml", "write conf/mine.yaml: a\nwrite conf/more.yaml: b\nwrite c: c");

        assertThat(conf.resolve("mine.yaml")).hasContent(text);
        assertThat(conf.resolve("more.yaml")).hasContent("session: {max_rounds: 9}\n");
        assertThat(project.resolve("c")).exists();
    }

    @Test
    void that_add_a_provider_to_what_they_include_use_it() throws Exception {
        Path file = bundle("bundle: {name: x, version: 1}\nincludes: [default]\nproviders:\n"
                + "  - {module: provider-openai, config: {model: big}}\n");

        assertThat(carabiner("bundle", "show", ".carabiner/bundle.yaml"))
                .as(err())
                .isZero();
        assertThat(out()).startsWith("# The provider in use is provider-openai, from " + file + ":4\n");
        assertThat(carabiner("run", "--bundle", file.toString(), "hello")).isEqualTo(1);
        assertThat(err()).contains("OPENAI_API_KEY");
    }

    @Test
    void are_shown_with_the_defaults_of_every_module() throws Exception {
        Path file = bundle("bundle: {name: x, version: 1}\nincludes: [default]\n");

        assertThat(carabiner("bundle", "show", file.toString())).as(err()).isZero();
        assertThat(out())
                .startsWith("# The provider in use is provider-offline, from built-in:default:")
                .contains("unclear: ask", "max_timeout: 10m", "repeats: 3", "max_tokens: 128000", "- .env\n");
        String shown = out();
        Path again = Files.writeString(project.resolve("again.yaml"), shown);
        carabiner("bundle", "show", again.toString());
        assertThat(out().lines().skip(1))
                .containsExactlyElementsOf(shown.lines().skip(1).toList());
    }

    @Test
    void that_replace_what_a_guard_protects_say_so() throws Exception {
        Path file = bundle("bundle: {name: x, version: 1}\nincludes: [default]\nhooks:\n"
                + "  - {module: production-guard, config: {paths: [secret], replace: true}}\n");
        String notice = file + ":4: paths of production-guard replaces its default: [production, .env, *.env, .env.*]";

        assertThat(carabiner("bundle", "validate", file.toString())).isZero();
        assertThat(err()).isEqualTo("carabiner: warning: " + notice + "\n");
        carabiner("run", "--bundle", file.toString(), "hello");
        assertThat(out()).contains(notice);
    }

    private Path rules(Path file, ApprovalRule rule) {
        new ApprovalRules(RuleStore.inFile(file), project).add(rule);
        return file;
    }

    @Test
    void that_name_rules_have_their_questions_answered_by_them() throws Exception {
        Path conf = Files.createDirectory(project.resolve("conf"));
        Files.writeString(
                conf.resolve("mine.yaml"),
                "bundle: {name: x, version: 1}\nincludes: [default]\nsession: {rules: rules}\n");
        String asked = "run git push --force origin main";

        assertThat(carabiner("run", "--bundle", "conf/mine.yaml", asked)).isEqualTo(3);
        Path rules = rules(
                conf.resolve("rules"),
                ApprovalRule.allow(
                        "mine", "shell-guard", "Bash", InputPattern.shell("command", "git push --force origin main")));
        String before = Files.readString(rules);
        assertThat(carabiner("run", "--bundle", "conf/mine.yaml", asked))
                .as(out())
                .isNotEqualTo(3);
        carabiner("run", "--bundle", "conf/mine.yaml", "write conf/rules: carabiner-rules 1\\nend 0\\n");
        assertThat(rules).hasContent(before);
    }

    @Test
    void of_a_project_that_name_rules_are_trusted_with_them() throws Exception {
        bundle("bundle: {name: x, version: 1}\nincludes: [default]\nsession: {rules: rules}\n");
        rules(
                project.resolve(".carabiner/rules"),
                ApprovalRule.allow("mine", "shell-guard", "Bash", InputPattern.shell("command", "git push *")));
        typed = "yes\n";
        assertThat(carabiner("trust")).isZero();
        assertThat(out()).contains("git push *");
        assertThat(carabiner("run", "hello")).as(err()).isZero();

        rules(
                project.resolve(".carabiner/rules"),
                ApprovalRule.allow("more", "shell-guard", "Bash", InputPattern.shell("command", "git clean *")));
        assertThat(carabiner("run", "hello")).isEqualTo(2);
        assertThat(err()).contains("has changed since it was trusted");
    }

    @Test
    void of_a_project_are_used_everywhere_in_it() throws Exception {
        Path file = bundle("bundle: {name: mine, version: 1}\nincludes: [default]\n");
        Path below = Files.createDirectories(project.resolve("src/main"));

        assertThat(carabiner("run", "--cwd", below.toString(), "hello")).isEqualTo(2);
        assertThat(err()).contains(file + " is not trusted");
        typed = "yes\n";
        assertThat(carabiner("trust", "src/main")).isZero();
        assertThat(out()).contains(file + " is trusted");
        typed = "";
        assertThat(carabiner("run", "--json", "--cwd", below.toString(), "write a.txt: x\nwrite ../../b.txt: x"))
                .as(err())
                .isZero();
        assertThat(out()).contains("\"bundle\":\"mine\"");
        assertThat(below.resolve("a.txt")).exists();
        assertThat(project.resolve("b.txt")).doesNotExist();
        carabiner("run", "--json", "--cwd", below.toString(), "--bundle", "default", "hello");
        assertThat(out()).contains("\"bundle\":\"default\"");
    }

    @Test
    void at_home_belong_to_no_project_below() throws Exception {
        Files.createDirectories(home.resolve(".carabiner"));
        Files.writeString(home.resolve(".carabiner/bundle.yaml"), "bundle: {name: mine, version: 1}\n");
        Path below = Files.createDirectories(home.resolve("work"));

        carabiner("run", "--cwd", below.toString(), "hello");
        assertThat(err()).isEmpty();
    }

    @Test
    void that_do_not_exist_cannot_be_trusted() {
        assertThat(carabiner("trust")).isEqualTo(1);
        assertThat(err()).contains("has no .carabiner/bundle.yaml");
    }

    @Test
    void with_a_wrong_choice_say_what_came_and_what_is_possible() throws Exception {
        bundle("bundle: {name: x, version: 1}\nincludes: [default]\nhooks:\n"
                + "  - module: shell-guard\n    on_failure: maybe\n");

        assertThat(carabiner("run", "--bundle", "./.carabiner/../.carabiner/./bundle.yaml", "hello"))
                .isEqualTo(1);
        assertThat(err())
                .isEqualTo("carabiner: " + project.resolve(".carabiner/bundle.yaml")
                        + ":5: shell-guard.on_failure is \"maybe\"; expected ask, continue, deny\n");
    }

    @Test
    void are_files() throws Exception {
        assertThat(carabiner("bundle", "validate", ".")).isEqualTo(1);
        assertThat(err()).isEqualTo("carabiner: " + project + " is no file; expected a bundle in YAML\n");
    }

    @Test
    void are_counted_in_words() throws Exception {
        bundle("bundle: {name: x, version: 1}\ntools: [tool-search, tool-todo]\n");

        assertThat(carabiner("bundle", "validate", ".carabiner/bundle.yaml"))
                .as(err())
                .isZero();
        assertThat(out()).contains("1 provider, 2 tool modules, 0 hooks, 0 agents");
    }

    @Test
    void are_named_without_detours_unless_a_link_makes_them_another_file() throws Exception {
        carabiner("bundle", "validate", "./no/../nope.yaml");
        assertThat(err()).isEqualTo("carabiner: There is no file " + project.resolve("nope.yaml") + "\n");

        Path elsewhere = Files.createDirectories(temporary.resolve("elsewhere/below"));
        Files.createSymbolicLink(project.resolve("link"), elsewhere);
        Files.writeString(temporary.resolve("elsewhere/other.yaml"), "bundle: {name: 7}\n");
        carabiner("bundle", "validate", "link/../other.yaml");
        assertThat(err()).contains(project.resolve("link/../other.yaml") + ":1:");
    }
}
