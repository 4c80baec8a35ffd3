package dev.carabiner.engine.bundle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.audit.AuditFailurePolicy;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.FailurePolicy;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BundleTextTest {

    private static final Position NOWHERE = new Position("", 1);

    @TempDir
    Path temp;

    private Bundle loaded(String yaml) throws IOException {
        return new BundleLoader(TestModules.catalog()).load(Files.writeString(temp.resolve("b.yaml"), yaml));
    }

    /** What is in force is the same; where it stands is not. */
    private void assertComesBack(Bundle bundle) throws IOException {
        String text = BundleText.of(bundle);
        Bundle back = loaded(text);

        assertThat(back)
                .as(text)
                .usingRecursiveComparison()
                .ignoringFieldsOfTypes(Position.class, SectionValues.class)
                .ignoringFields("notices")
                .withEqualsForType(EventData::equals, EventData.class)
                .isEqualTo(bundle);
        assertSame(SessionKeys.SECTION, back.session(), bundle.session());
        for (int i = 0; i < bundle.hooks().size(); i++) {
            assertSame(
                    HookKeys.SECTION,
                    back.hooks().get(i).mounting(),
                    bundle.hooks().get(i).mounting());
        }
    }

    private static void assertSame(Section section, SectionValues back, SectionValues values) {
        for (Key<?> key : section.keys()) {
            if (values.valueOf(key) instanceof SectionValues nested) {
                assertSame(AuditKeys.SECTION, (SectionValues) back.valueOf(key), nested);
            } else {
                assertThat(back.valueOf(key))
                        .as(key.name())
                        .usingRecursiveComparison()
                        .ignoringFieldsOfTypes(Position.class)
                        .isEqualTo(values.valueOf(key));
            }
        }
    }

    private static Bundle bundle(String text, EventData settings) {
        SectionValues audit = SectionValues.NONE
                .with(AuditKeys.ON_FAILURE, AuditFailurePolicy.CONTINUE)
                .with(AuditKeys.SECRETS, List.of(text))
                .with(
                        AuditKeys.ANCHORS,
                        List.of(
                                new AnchorSpec.Directory(Path.of("/" + text)),
                                new AnchorSpec.Program(List.of("send", text)),
                                new AnchorSpec.Address(URI.create("https://u:p@witness.example/token?q=1#f"))));
        SectionValues session = SectionValues.NONE
                .with(SessionKeys.STREAMING, false)
                .with(SessionKeys.CONTEXT, new ModuleSpec("context-simple", EventData.of("keep_last", 3), NOWHERE))
                .with(SessionKeys.INSTRUCTIONS, text)
                .with(SessionKeys.MAX_ROUNDS, 3)
                .with(SessionKeys.INJECTION_SIZE, Integer.MAX_VALUE)
                .with(SessionKeys.INJECTION_BUDGET, 5)
                .with(SessionKeys.INJECTION_WARNING, 0)
                .with(SessionKeys.AUDIT, audit);
        SectionValues mounting = SectionValues.NONE
                .with(HookKeys.PRIORITY, -1)
                .with(HookKeys.ON_FAILURE, FailurePolicy.ASK)
                .with(HookKeys.TIMEOUT, Duration.ofMillis(1500))
                .with(HookKeys.REQUIRED, true);
        return new Bundle(
                NOWHERE,
                "name" + text,
                "v" + text,
                text,
                session,
                List.of(new ModuleSpec("provider-other", EventData.of("model", text), NOWHERE)),
                List.of(new ModuleSpec("tool-files", EventData.empty(), NOWHERE)),
                List.of(new HookSpec("guard", settings, mounting, NOWHERE)),
                List.of(new AgentSpec("agent" + text, text, text, List.of("Read"), NOWHERE)),
                List.of());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "plain",
                "true",
                "Null",
                "~",
                "5",
                "1.5",
                "-",
                "<<",
                "a: b",
                "# no comment",
                " leading",
                "trailing ",
                "two\nlines",
                "two\n\n\nlines\n\n",
                "\n",
                "\t",
                "tab\there",
                "'",
                "\"",
                "\\n",
                "*a",
                "&a",
                "!!str x",
                "%",
                "@",
                "`",
                "ü€😀",
                "\u0085",
                "\u2028",
                "\uFEFF",
                "\u200b",
                "\u001b[31m",
                "\r\n",
                "yes",
                "0x1F",
                "0o7",
                "1e3",
                ".inf",
                "=",
                "---",
                "..."
            })
    void any_text_comes_back(String text) throws IOException {
        assertComesBack(
                bundle(text, EventData.of("text", text, "texts", List.of(text, text), "object", Map.of(text, text))));
    }

    @Test
    void random_settings_come_back() throws IOException {
        Random random = new Random(7);
        for (int round = 0; round < 60; round++) {
            assertComesBack(bundle("x", EventData.of("object", Map.of("value", value(random, 4)))));
        }
    }

    private static Object value(Random random, int depth) {
        return switch (random.nextInt(depth > 0 ? 8 : 6)) {
            case 0 -> text(random);
            case 1 -> random.nextInt();
            case 2 -> random.nextLong();
            case 3 -> random.nextBoolean();
            case 4 -> BigDecimal.valueOf(random.nextInt(), 3);
            case 5 -> new BigInteger(90, random);
            case 6 ->
                random.ints(random.nextInt(4), 0, 9)
                        .mapToObj(it -> value(random, depth - 1))
                        .toList();
            default -> {
                Map<String, Object> fields = new LinkedHashMap<>();
                for (int i = random.nextInt(4); i > 0; i--) {
                    fields.put(text(random), value(random, depth - 1));
                }
                yield fields;
            }
        };
    }

    private static String text(Random random) {
        String alphabet = "aé:-[]{}&*!|>'\"%@`#,? \n\t0.\\<~=😀\u2028";
        int[] points = alphabet.codePoints().toArray();
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(12); i > 0; i--) {
            text.appendCodePoint(points[random.nextInt(points.length)]);
        }
        return text.toString();
    }

    @Test
    void includes_and_defaults_are_written_out() throws IOException {
        String text = BundleText.of(loaded("bundle: {name: b}\nincludes: [test-base]\n"));

        assertThat(text.replaceFirst("memory_mb: [1-9][0-9]+", "memory_mb: as there is"))
                .isEqualTo("""
                bundle:
                  name: b
                  version: '0'
                session:
                  streaming: true
                  context: context-simple
                  instructions: Be brief.
                  max_rounds: 7
                  injection_size_limit: 10240
                  injection_budget_per_turn: 10000
                  injection_budget_warning: 1000
                  canary_interval: 5m
                  audit:
                    on_failure: deny
                  sandbox: auto
                  network: on
                  sandbox_limits:
                    processes: 512
                    memory_mb: as there is
                    file_mb: 4096
                    growth_mb: 8192
                    temporary_mb: 1024
                tools:
                  - module: tool-files
                hooks:
                  - module: guard
                    priority: 1
                    required: false
                  - module: linter
                    required: false
                """);
    }

    @Test
    void secrets_are_left_out_for_people() throws IOException {
        String yaml = "bundle: {name: b}\nproviders: [{module: provider-other, config: {api_key: sk-1, model: m}}]\n"
                + "hooks: [{module: guard, config: {api_key: sk-2, object: {a: [{password: sk-3, max_tokens: 5}]}}}]\n";

        assertThat(BundleText.withoutSecrets(loaded(yaml)))
                .doesNotContain("sk-")
                .contains("api_key: (hidden)", "model: m", "max_tokens: 5");
    }

    @Test
    void names_and_passwords_in_addresses_are_left_out_for_people() throws IOException {
        String yaml = "bundle: {name: b}\n"
                + "hooks: [{module: guard, config: {text: 'http://u:sk-1/a@b@host:8/v1', texts: ['https://host/v1']}}]\n";

        assertThat(BundleText.withoutSecrets(loaded(yaml)))
                .doesNotContain("sk-", "u:")
                .contains("http://(hidden)@host:8/v1", "https://host/v1");
        assertThat(BundleText.of(loaded(yaml))).contains("http://u:sk-1/a@b@host:8/v1");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 999, 1000, 1500, 60_000, 61_000, 3_600_000, 3_660_000, 86_400_000})
    void durations_come_back(long millis) throws IOException {
        Bundle bundle = loaded("bundle: {name: b}\nhooks: [{module: guard, timeout: " + millis + "ms}]\n");

        assertComesBack(bundle);
    }
}
