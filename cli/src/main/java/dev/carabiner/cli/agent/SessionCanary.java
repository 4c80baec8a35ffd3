package dev.carabiner.cli.agent;

/** What the name of an agent's session says of its canary, behind the agent's name, to those who list sessions. */
public final class SessionCanary {

    static final String PASSED = ", canary passed";
    static final String FAILED = ", NO CANARY: ";
    static final String NOT_YET = ", no canary yet";

    private SessionCanary() {}

    /** Whether a session of that name ran without a canary that came back. */
    public static boolean isMissing(String name, String agent) {
        return name.startsWith(agent + FAILED) || name.equals(agent + NOT_YET);
    }
}
