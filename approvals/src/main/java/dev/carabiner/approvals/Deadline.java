package dev.carabiner.approvals;

/**
 * When the time of a request is over.
 *
 * @param expires by the clock on the wall, in microseconds since 1970
 * @param boot names the run of the machine that {@code monotonic} belongs to; empty if there is none
 * @param monotonic by the machine's own count of nanoseconds, which no one can set
 */
record Deadline(long expires, String boot, long monotonic) {}
