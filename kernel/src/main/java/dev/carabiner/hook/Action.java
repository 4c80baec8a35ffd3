package dev.carabiner.hook;

/** What a result asks for, weakest first: the strongest of an emit is the outcome's. */
public enum Action {
    CONTINUE("continue"),
    MODIFY("modify"),
    INJECT_CONTEXT("inject_context"),
    ASK_USER("ask_user"),
    DENY("deny");

    private final String literal;

    Action(String literal) {
        this.literal = literal;
    }

    /** The word for it in JSON and in the audit log. */
    public String literal() {
        return literal;
    }
}
