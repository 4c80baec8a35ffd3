package dev.carabiner.process;

/** How far a confined program reaches over the network. */
public enum Network {
    /** No network socket at all. */
    OFF,
    /** A loopback of its own: programs within one command reach each other, and nothing else. */
    LOOPBACK,
    /** As far as the host, whose loopback it shares. */
    ON
}
