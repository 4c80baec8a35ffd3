package dev.carabiner.bridge.dialect;

/** Reads what a hook of one agent has said by its exit code and its streams. */
@FunctionalInterface
public interface AnswerReader {

    /**
     * What it means.
     *
     * @param row the event that it was called for
     * @throws HookFailedException if it is no judgement: the agent would go on, and here the failure policy decides
     */
    HookAnswer read(EventRow row, Said said);

    /**
     * How a hook ended and what it wrote.
     *
     * @param missing whether the program that it names is not there
     */
    record Said(int exitCode, String output, String errors, boolean missing) {

        /**
         * What a service has answered with a status of success. Text counts only where that of a program would, and the page of a
         * proxy nowhere.
         *
         * @throws HookFailedException if it is neither an object nor such a text
         */
        public static Said ofService(EventRow row, String answer) {
            Said said = new Said(0, answer, "", false);
            String text = said.text();
            boolean isText = !text.isEmpty() && !text.startsWith("{");
            if (isText && (row.plainText() == EventRow.PlainText.IGNORED || text.startsWith("<"))) {
                throw new HookFailedException(
                        "the service answered what is no JSON object: " + AnswerFields.shown(text));
            }
            return said;
        }

        /** Standard output without what surrounds it; a byte order mark is no text. */
        String text() {
            String text = output.startsWith("\uFEFF") ? output.substring(1) : output;
            return text.strip();
        }

        String errorText() {
            return errors.strip();
        }
    }
}
