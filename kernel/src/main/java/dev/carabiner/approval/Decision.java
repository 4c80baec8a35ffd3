package dev.carabiner.approval;

/** Yes or no, as a question's default. */
public enum Decision {
    ALLOW,
    DENY
}
