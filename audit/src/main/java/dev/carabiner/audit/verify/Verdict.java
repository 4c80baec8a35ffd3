package dev.carabiner.audit.verify;

/**
 * What a verifier says of a log.
 *
 * @param records how many whole records were read
 * @param badRecord the first bad record, or -1 if there is none, or what is bad is no record
 * @param explanation one line for a person
 */
public record Verdict(Result result, String log, long records, int segments, long badRecord, String explanation) {

    /** In the order in which they win over each other. */
    public enum Result {
        TAMPERED(1),
        TORN(2),
        NOT_ANCHORED(3),
        GOOD(0);

        private final int exitCode;

        Result(int exitCode) {
            this.exitCode = exitCode;
        }

        /** What a command that verifies a log exits with: 0 for {@link #GOOD} alone. */
        public int exitCode() {
            return exitCode;
        }
    }
}
