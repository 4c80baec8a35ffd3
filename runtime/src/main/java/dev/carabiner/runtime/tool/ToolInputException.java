package dev.carabiner.runtime.tool;

import dev.carabiner.event.CarabinerException;

/** An input that a tool cannot work with. The message is for the model, so that it can do better. */
public final class ToolInputException extends CarabinerException {

    private static final long serialVersionUID = 1L;

    private final String toolName;

    public ToolInputException(String toolName, String problem) {
        super(problem);
        this.toolName = toolName;
    }

    public String toolName() {
        return toolName;
    }
}
