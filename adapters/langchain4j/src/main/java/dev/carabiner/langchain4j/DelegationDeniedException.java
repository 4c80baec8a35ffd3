package dev.carabiner.langchain4j;

import dev.carabiner.event.CarabinerException;
import dev.carabiner.session.ToolAnswer;

/** A sub-agent that a hook would not have. The tool that called it ends with it, and its result says so. */
final class DelegationDeniedException extends CarabinerException {

    private static final long serialVersionUID = 1L;

    private final String reason;

    DelegationDeniedException(String reason) {
        super(ToolAnswer.denial(reason), null);
        this.reason = reason;
    }

    String reason() {
        return reason;
    }
}
