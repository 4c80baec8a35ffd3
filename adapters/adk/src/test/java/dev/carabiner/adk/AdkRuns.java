package dev.carabiner.adk;

import com.google.adk.agents.LlmAgent;
import com.google.adk.agents.RunConfig;
import com.google.adk.events.Event;
import com.google.adk.plugins.Plugin;
import com.google.adk.runner.InMemoryRunner;
import com.google.adk.runner.Runner;
import com.google.genai.types.Content;
import com.google.genai.types.Part;
import io.reactivex.rxjava3.core.Flowable;
import java.util.List;

/** Runs of agents in tests: each has a runner and a session of its own. */
final class AdkRuns {

    private AdkRuns() {}

    /** What an agent with these plugins does with a prompt, as soon as it is subscribed to. */
    static Flowable<Event> of(LlmAgent agent, String prompt, RunConfig config, List<? extends Plugin> plugins) {
        InMemoryRunner runner = new InMemoryRunner(agent, "app", plugins);
        return runner.runAsync("ann", session(runner), Content.fromParts(Part.fromText(prompt)), config);
    }

    /** The same from its beginning to its end. */
    static List<Event> ask(LlmAgent agent, String prompt, Plugin... plugins) {
        return of(agent, prompt, RunConfig.builder().build(), List.of(plugins))
                .toList()
                .blockingGet();
    }

    /** The text of the last event. */
    static String answer(List<Event> events) {
        return AdkContents.texts(events.getLast().content().orElseThrow());
    }

    /** A new session, by its id. */
    static String session(Runner runner) {
        return runner.sessionService().createSession("app", "ann").blockingGet().id();
    }
}
