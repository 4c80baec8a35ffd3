package dev.carabiner.runtime.tool;

import dev.carabiner.session.SessionCoordinator;

/** The circumstances of one run. */
public record ToolRun(SessionCoordinator session) {}
