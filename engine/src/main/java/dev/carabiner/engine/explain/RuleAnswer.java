package dev.carabiner.engine.explain;

import dev.carabiner.approval.Decision;
import org.jspecify.annotations.Nullable;

/**
 * What the standing rules would answer to a question.
 *
 * @param hook the name of the handler that asks
 * @param decision null if no rule applies, so that a human is asked
 * @param rule the id of the rule that decides; empty if none does
 */
public record RuleAnswer(String hook, @Nullable Decision decision, String rule) {}
