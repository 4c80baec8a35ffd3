package dev.carabiner.guard.shell;

/**
 * Something in a line that should not simply happen.
 *
 * @param denied whether nobody is to be asked about it
 * @param what what the line would do, as the end of a sentence that begins with the command
 * @param instead a command that is safer and does what was meant, or empty
 */
public record Finding(boolean denied, String what, String instead) {

    static Finding deny(String what) {
        return new Finding(true, what, "");
    }

    static Finding ask(String what) {
        return new Finding(false, what, "");
    }

    Finding instead(String command) {
        return new Finding(denied, what, command);
    }

    /** For the agent, and in the form that the offline provider follows. */
    public String correction() {
        return instead.isEmpty() ? "" : "; use `" + instead + "` instead";
    }
}
