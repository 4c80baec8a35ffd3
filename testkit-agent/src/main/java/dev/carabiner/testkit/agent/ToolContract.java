package dev.carabiner.testkit.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.event.EventData;
import dev.carabiner.guard.path.Workspace;
import dev.carabiner.runtime.tool.Tool;
import dev.carabiner.runtime.tool.ToolBox;
import dev.carabiner.runtime.tool.ToolInputException;
import dev.carabiner.runtime.tool.ToolRun;
import dev.carabiner.session.PermitException;
import dev.carabiner.session.SessionCoordinator;
import dev.carabiner.session.ToolGate;
import dev.carabiner.session.ToolPermit;
import dev.carabiner.session.ToolResult;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What every tool promises to the agent and to its hooks: the model can be told of it, it runs on a permit only and with an
 * input that fits its schema, whatever comes in it ends in a result or an exception with words, and an interruption ends it.
 */
@Timeout(120)
public abstract class ToolContract {

    private static final int LARGEST_OUTPUT = 1_000_000;

    /** The directory that the tool works in; the test may put files there. */
    @TempDir
    protected Path directory;

    private SessionCoordinator session = SessionCoordinator.builder().build();

    /** A new tool. */
    protected abstract Tool newTool(Workspace workspace) throws Exception;

    /** An input with which it succeeds, time and again, in {@link #directory}. */
    protected abstract EventData usualInput() throws Exception;

    @BeforeEach
    void begin() {
        session = SessionCoordinator.builder().workingDirectory(directory).build();
    }

    private Tool tool() throws Exception {
        return newTool(workspace());
    }

    private Workspace workspace() throws IOException {
        return Workspace.at(directory);
    }

    private ToolResult run(Tool tool, EventData input) throws Exception {
        return new ToolBox(List.of(tool)).run(permit(tool, input), new ToolRun(session));
    }

    private ToolPermit permit(Tool tool, EventData input) {
        return ((ToolGate.Permitted) session.permitTool(tool.name(), input)).permit();
    }

    @Test
    void a_model_can_be_told_of_it() throws Exception {
        Tool tool = tool();

        assertThat(tool.name()).matches("[A-Za-z][A-Za-z0-9_-]{0,63}");
        assertThat(tool.description()).isNotBlank();
        assertThat(tool.inputSchema().text("type")).isEqualTo("object");
    }

    @Test
    void what_its_schema_requires_is_among_its_properties() throws Exception {
        EventData schema = tool().inputSchema();
        EventData properties = schema.object("properties");
        List<?> required = schema.get("required") instanceof List<?> list ? list : List.of();

        assertThat(properties == null ? List.of() : properties.asMap().keySet()).containsAll(strings(required));
    }

    private static List<String> strings(List<?> list) {
        return list.stream().map(String::valueOf).toList();
    }

    @Test
    void its_usual_input_fits_and_it_succeeds_with_it() throws Exception {
        EventData input = usualInput();
        Tool tool = tool();

        assertThat(new ToolBox(List.of(tool)).check(tool.name(), input)).isEmpty();
        assertThat(run(tool, input)).satisfies(result -> {
            assertThat(result.success()).as("%s", result).isTrue();
            assertThat(result.output().length()).isLessThan(LARGEST_OUTPUT);
        });
    }

    @Test
    void an_input_without_what_it_requires_is_refused_and_named() throws Exception {
        Tool tool = tool();
        List<?> required = tool.inputSchema().get("required") instanceof List<?> list ? list : List.of();
        for (Object key : required) {
            EventData input = usualInput().without(String.valueOf(key));

            assertThat(new ToolBox(List.of(tool)).check(tool.name(), input).toString())
                    .contains(String.valueOf(key));
            assertThatThrownBy(() -> run(tool, input)).isInstanceOf(ToolInputException.class);
        }
    }

    @Test
    void a_permit_is_good_for_one_run() throws Exception {
        Tool tool = tool();
        ToolPermit permit = permit(tool, usualInput());
        ToolBox box = new ToolBox(List.of(tool));
        box.run(permit, new ToolRun(session));

        assertThatThrownBy(() -> box.run(permit, new ToolRun(session))).isInstanceOf(PermitException.class);
    }

    @Test
    void hostile_values_end_in_a_result_or_in_words() throws Exception {
        Tool tool = tool();
        ToolBox box = new ToolBox(List.of(tool));
        for (String key : usualInput().asMap().keySet()) {
            for (Object value : hostile()) {
                EventData input = usualInput().with(key, value);
                try {
                    ToolResult result = box.run(permit(tool, input), new ToolRun(session));
                    assertThat(result.output().length()).isLessThan(LARGEST_OUTPUT);
                } catch (Exception e) {
                    assertThat(e.getMessage())
                            .as("%s with %s: %s", tool.name(), key, e)
                            .isNotBlank();
                }
            }
        }
    }

    /** Texts only: what has another type does not fit the schema. */
    private static List<Object> hostile() {
        return List.of(
                "",
                "x".repeat(20_000),
                "\u0000\u001B[2J\u202E\uD800%s{0}",
                "../../../../../../etc/passwd",
                "/dev/zero",
                "(a+)+$",
                "~/.ssh/id_rsa",
                -1,
                Long.MAX_VALUE,
                true,
                List.of(),
                Map.of());
    }

    @Test
    void if_it_may_run_beside_others_it_can() throws Exception {
        Tool tool = tool();
        if (!tool.parallel()) {
            return; // its calls come one after another
        }
        EventData input = usualInput();
        Callable<ToolResult> call = () -> run(tool, input);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<ToolResult> done :
                    threads.invokeAll(IntStream.range(0, 20).mapToObj(i -> call).toList())) {
                assertThat(done.get().success()).isTrue();
            }
        }
    }

    @Test
    void an_interruption_ends_it() throws Exception {
        Tool tool = tool();
        EventData input = usualInput();
        Thread running = Thread.ofVirtual().start(() -> {
            try {
                run(tool, input);
            } catch (Exception e) {
                Thread.currentThread().interrupt();
            }
        });
        running.interrupt();

        assertThat(running.join(Duration.ofSeconds(20))).as("it has ended").isTrue();
    }
}
