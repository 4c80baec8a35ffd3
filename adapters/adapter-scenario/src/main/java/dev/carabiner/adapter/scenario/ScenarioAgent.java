package dev.carabiner.adapter.scenario;

/** An agent of a framework that plays the scenario, in one conversation. */
public interface ScenarioAgent extends AutoCloseable {

    /** The agent's answer to the prompt. */
    String ask(String prompt);

    /** Ends the conversation, so that its log is closed. */
    @Override
    void close();
}
