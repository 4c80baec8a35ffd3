package dev.carabiner.engine.explain;

import dev.carabiner.hook.Action;

/**
 * A handler without which the outcome would be another.
 *
 * @param hook its name
 * @param action the outcome without it, all others being there
 * @param decidedBy who would have decided then; empty if none
 */
public record Flip(String hook, int priority, Action action, String decidedBy) {}
