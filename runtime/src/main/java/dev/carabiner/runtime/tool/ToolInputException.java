package dev.carabiner.runtime.tool;

import dev.carabiner.event.CarabinerException;

/** An input that a tool cannot work with. The message is for the model, so that it can do better. */
public final class ToolInputException extends CarabinerException {

    private static final long serialVersionUID = 1L;

    private final String toolName;

    /** The problem is for the model: it names the tool, what was expected and what came. */
    public ToolInputException(String toolName, String problem) {
        super(problem);
        this.toolName = toolName;
    }

    /** The tool that did not run. */
    public String toolName() {
        return toolName;
    }
}
