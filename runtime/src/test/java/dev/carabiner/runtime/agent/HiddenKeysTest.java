package dev.carabiner.runtime.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.context.ToolCall;
import dev.carabiner.event.EventData;
import dev.carabiner.runtime.provider.ModelAnswer;
import dev.carabiner.runtime.provider.Provider;
import dev.carabiner.runtime.provider.ProviderException;
import dev.carabiner.runtime.provider.ProviderModule;
import dev.carabiner.runtime.provider.Usage;
import dev.carabiner.runtime.store.SessionStore;
import dev.carabiner.session.ConfigType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HiddenKeysTest {

    private static final String KEY = "sk-very-secret-0123456789";

    @TempDir
    private Path directory;

    private final Stage stage = new Stage();

    private Script say(String tool) {
        return Script.of(Script.calls(Script.call("1", tool)), Script.text("done"));
    }

    /** A provider module that the bundle does not name: its key is hidden all the same. */
    private static final class Keyed implements ProviderModule {

        @Override
        public String name() {
            return "provider-keyed";
        }

        @Override
        public Map<String, ConfigType> configKeys() {
            return Map.of();
        }

        @Override
        public List<String> keyVariables() {
            return List.of("OPENAI_API_KEY");
        }

        @Override
        public Provider create(EventData settings, UnaryOperator<String> environment) {
            throw new UnsupportedOperationException("no test uses it");
        }
    }

    private void happen(Script script, String value) {
        try (Session session = stage.builder(script)
                .catalog(AgentCatalog.of(List.of(), List.of(new Keyed()), List.of()))
                .store(SessionStore.at(directory))
                .environment(name -> name.equals("OPENAI_API_KEY") ? value : null)
                .start()) {
            session.prompt("go");
        }
    }

    private List<Path> filesWith(String text) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> {
                        try {
                            return Files.readString(file, java.nio.charset.StandardCharsets.ISO_8859_1)
                                    .contains(text);
                        } catch (IOException e) {
                            throw new java.io.UncheckedIOException(e);
                        }
                    })
                    .toList();
        }
    }

    @Test
    void a_key_in_a_result_reaches_neither_hook_nor_disk_nor_model() throws IOException {
        stage.tool(Stage.tool("Peek", false, (input, run) -> "OPENAI_API_KEY=" + KEY + "\nHOME=/x"));
        Script script = say("Peek");
        happen(script, KEY + "\n");

        EventData result = stage.only("tool:post").object("tool_result");
        assertThat(String.valueOf(result)).contains("OPENAI_API_KEY=" + Secrets.MARK, "HOME=/x");
        assertThat(stage.seen.toString()).doesNotContain(KEY);
        assertThat(script.requests().getLast().messages().toString()).doesNotContain(KEY);
        assertThat(filesWith(KEY)).isEmpty();
        assertThat(filesWith("HOME=/x")).isNotEmpty();
    }

    @Test
    void a_key_in_an_error_is_hidden_too() throws IOException {
        stage.tool(Stage.tool("Peek", false, (input, run) -> {
            throw new IOException("401 for " + KEY);
        }));
        happen(say("Peek"), KEY);

        assertThat(String.valueOf(stage.only("error:tool").get("error"))).contains("401 for " + Secrets.MARK);
        assertThat(filesWith(KEY)).isEmpty();
    }

    @Test
    void a_key_in_an_answer_is_hidden_whoever_told_the_model() throws IOException {
        stage.tool(Stage.echo());
        Script script = Script.of(
                Script.calls(Script.call("1", "Echo", "text", "with " + KEY)), Script.text("yours is " + KEY + "!"));
        happen(script, KEY);

        assertThat(stage.seen.toString())
                .contains("with " + Secrets.MARK, "yours is " + Secrets.MARK + "!")
                .doesNotContain(KEY);
        assertThat(filesWith(KEY)).isEmpty();
        assertThat(filesWith("yours is " + Secrets.MARK)).isNotEmpty();
    }

    @Test
    void a_key_for_the_name_of_a_tool_is_hidden_too() throws IOException {
        happen(say(KEY), KEY);

        assertThat(stage.seen.toString()).contains(Secrets.MARK).doesNotContain(KEY);
        assertThat(filesWith(KEY)).isEmpty();
    }

    @Test
    void a_key_in_what_a_provider_complains_of_is_hidden_too() throws IOException {
        happen(
                Script.of(request -> {
                    throw new ProviderException(
                            "provider-script", ProviderException.Kind.UNAUTHORIZED, "401 for " + KEY, null);
                }),
                KEY);

        assertThat(String.valueOf(stage.only("error:provider").get("error"))).contains("401 for " + Secrets.MARK);
        assertThat(stage.seen.toString()).doesNotContain(KEY);
        assertThat(filesWith(KEY)).isEmpty();
    }

    @Test
    void a_key_is_hidden_in_whatever_else_comes_with_an_answer() throws IOException {
        stage.tool(Stage.echo());
        ToolCall call = new ToolCall("id-" + KEY, "Echo", EventData.of("text", "x"));
        Script script = Script.of(
                request -> new ModelAnswer(
                        "", List.of(call), Usage.NONE, "stopped by " + KEY, EventData.of("signature", "of " + KEY)),
                Script.text("done"));
        happen(script, KEY);

        assertThat(stage.seen.toString()).doesNotContain(KEY);
        assertThat(filesWith(KEY)).isEmpty();
        assertThat(filesWith("of " + Secrets.MARK)).isNotEmpty();
    }

    @Test
    void a_key_that_comes_in_pieces_is_hidden_in_them() throws IOException {
        String key = "sk very secret 0123456789";
        stage.streaming();
        happen(Script.of(Script.text("yours is sk very " + key + " and sk very")), key);

        assertThat(stage.all("content_block:delta").stream()
                        .map(it -> it.text("delta"))
                        .collect(Collectors.joining()))
                .isEqualTo("yours is sk very " + Secrets.MARK + " and sk very");
        assertThat(filesWith("secret")).isEmpty();
    }

    @Test
    void what_is_too_short_for_a_key_stays() {
        stage.tool(Stage.tool("Peek", false, (input, run) -> "ollama is up"));
        happen(say("Peek"), "ollama");

        assertThat(String.valueOf(stage.only("tool:post"))).contains("ollama is up");
    }
}
