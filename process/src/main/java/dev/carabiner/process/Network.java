package dev.carabiner.process;

/** How far a confined program reaches over the network. */
public enum Network {
    /** Nothing but itself. On Linux that is the same as {@link #LOOPBACK}; on macOS it has no network at all. */
    OFF,
    /** A loopback of its own: programs within one command reach each other, and nothing else. */
    LOOPBACK,
    /** As far as the host, whose loopback it shares. */
    ON
}
