package dev.carabiner.process;

/** Whether what a session runs is confined: {@code session.sandbox} of a bundle. */
public enum SandboxMode {
    /** It is where the system can do it; a line at the start says which it is. */
    AUTO,
    /** It is, and a session does not begin where the system cannot do it. */
    REQUIRED,
    /** It is not. */
    OFF
}
