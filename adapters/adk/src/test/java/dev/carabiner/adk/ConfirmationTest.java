package dev.carabiner.adk;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.adk.agents.LlmAgent;
import com.google.adk.events.Event;
import com.google.adk.runner.InMemoryRunner;
import com.google.adk.sessions.Session;
import com.google.adk.tools.Annotations.Schema;
import com.google.adk.tools.FunctionTool;
import com.google.genai.types.Content;
import com.google.genai.types.FunctionCall;
import com.google.genai.types.FunctionResponse;
import com.google.genai.types.Part;
import dev.carabiner.adapter.scenario.TestPolicy;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookResult;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Questions of hooks that ADK's own confirmation answers. Public, since ADK calls its method. */
@Timeout(60)
public class ConfirmationTest {

    private static final List<String> PAID = new CopyOnWriteArrayList<>();

    private final TestPolicy policy = new TestPolicy();
    private final AdkConfirmations confirmations = new AdkConfirmations();
    private InMemoryRunner runner;
    private CarabinerPlugin plugin;
    private List<String> options = List.of("Allow once", "Deny");
    private String user = "ann";
    private String session;

    public static Map<String, Object> pay(@Schema(name = "to") String to) {
        PAID.add(to);
        return Map.of("result", "paid " + to);
    }

    @BeforeEach
    void a_hook_asks() {
        PAID.clear();
        policy.on("tool:pre", (event, data) -> HookResult.ask("Pay?").options(options.toArray(String[]::new)));
        plugin = new CarabinerPlugin(policy.engine(List.of(confirmations)), confirmations);
        begin(FunctionTool.create(getClass(), "pay"), plugin, "eve");
        session = AdkRuns.session(runner);
    }

    private void begin(FunctionTool pay, CarabinerPlugin asking, String to) {
        LlmAgent agent = LlmAgent.builder()
                .name("assistant")
                .model(ScriptedLlm.of(ScriptedLlm.calls("c1", "pay", Map.of("to", to))))
                .tools(pay)
                .build();
        runner = new InMemoryRunner(agent, "app", List.of(asking));
    }

    /** A runner beside the first, with the same plugin and a session of the same id. */
    private void another(String ofUser, String to) {
        begin(FunctionTool.create(getClass(), "pay"), plugin, to);
        user = ofUser;
        Session same = runner.sessionService()
                .createSession("app", user, Map.of(), session)
                .blockingGet();
        assertThat(same.id()).isEqualTo(session);
    }

    private List<Event> run(Part part) {
        return runner.runAsync(user, session, Content.fromParts(part)).toList().blockingGet();
    }

    private static FunctionCall confirmation(List<Event> events) {
        return events.stream()
                .flatMap(it -> it.functionCalls().stream())
                .filter(it -> it.name().orElse("").equals("adk_request_confirmation"))
                .findFirst()
                .orElseThrow();
    }

    private List<Event> answer(FunctionCall asked, boolean confirmed) {
        return run(Part.builder()
                .functionResponse(FunctionResponse.builder()
                        .id(asked.id().orElseThrow())
                        .name("adk_request_confirmation")
                        .response(Map.of("confirmed", confirmed)))
                .build());
    }

    @Test
    void the_call_waits_and_its_question_shows_what_would_run() {
        FunctionCall asked = confirmation(run(Part.fromText("go")));

        assertThat(PAID).isEmpty();
        assertThat(String.valueOf(asked.args())).contains("Pay?").contains("eve");
    }

    @Test
    void a_confirmed_call_runs_once_and_the_user_is_on_the_record() {
        answer(confirmation(run(Part.fromText("go"))), true);

        assertThat(PAID).containsExactly("eve");
        EventData granted = policy.all("approval:granted", 1).getFirst();
        assertThat(granted.toString()).contains("adk user ann");
    }

    @Test
    void a_rejected_call_does_not_run() {
        answer(confirmation(run(Part.fromText("go"))), false);

        assertThat(PAID).isEmpty();
        assertThat(policy.all("approval:denied", 1)).hasSize(1);
    }

    @Test
    void an_answer_is_to_ones_own_question_where_sessions_and_calls_of_others_have_the_same_ids() {
        FunctionCall asked = confirmation(run(Part.fromText("go")));
        InMemoryRunner anns = runner;
        another("bob", "mallory");
        confirmation(run(Part.fromText("go")));

        runner = anns;
        user = "ann";
        answer(asked, true);

        assertThat(PAID).containsExactly("eve");
        assertThat(policy.all("approval:granted", 1)).hasSize(1);
    }

    @Test
    void a_confirmed_call_is_confirmed_once_whichever_option_comes_first() {
        options = List.of("Allow always", "Allow once", "Deny");
        answer(confirmation(run(Part.fromText("go"))), true);

        another("ann", "eve");
        answer(confirmation(run(Part.fromText("go"))), true);

        assertThat(PAID).containsExactly("eve", "eve");
    }

    @Test
    void an_answer_counts_once() {
        FunctionCall asked = confirmation(run(Part.fromText("go")));
        answer(asked, true);
        answer(asked, true);

        assertThat(PAID).containsExactly("eve");
    }

    /** On the page: a tool that asks by itself asks once more, after the hooks, and what is confirmed is judged again. */
    @Test
    void a_tools_own_confirmation_comes_after_the_hooks_and_the_confirmed_call_is_judged_again() {
        TestPolicy watching = new TestPolicy();
        begin(FunctionTool.create(getClass(), "pay", true), new CarabinerPlugin(watching.engine()), "eve");
        session = AdkRuns.session(runner);

        FunctionCall asked = confirmation(run(Part.fromText("go")));
        assertThat(PAID).isEmpty();
        assertThat(watching.tools("tool:pre")).containsExactly("pay");

        answer(asked, true);
        assertThat(PAID).containsExactly("eve");
        assertThat(watching.tools("tool:pre")).containsExactly("pay", "pay");
    }

    private FunctionCall confirmationOfBoth() {
        begin(FunctionTool.create(getClass(), "pay", true), plugin, "eve");
        session = AdkRuns.session(runner);
        return confirmation(run(Part.fromText("go")));
    }

    /** The hook's question and the tool's own are one: the user is shown the call, and confirms it. */
    @Test
    void a_tool_that_asks_by_itself_as_well_is_confirmed_once() {
        FunctionCall asked = confirmationOfBoth();
        assertThat(PAID).isEmpty();

        List<Event> events = answer(asked, true);

        assertThat(PAID).containsExactly("eve");
        assertThat(events).allMatch(it -> it.functionCalls().isEmpty());
        assertThat(policy.all("approval:granted", 1)).hasSize(1);
    }

    @Test
    void a_tool_that_asks_by_itself_as_well_does_not_run_if_the_user_rejects_it() {
        FunctionCall asked = confirmationOfBoth();

        answer(asked, false);

        assertThat(PAID).isEmpty();
        assertThat(policy.all("approval:denied", 1)).hasSize(1);
        assertThat(policy.all("approval:granted")).isEmpty();
    }
}
