package dev.carabiner.engine.bundle;

import dev.carabiner.context.InjectionLimits;

/**
 * How a bundle's sessions run.
 *
 * @param orchestrator {@code loop-basic} or {@code loop-streaming}
 * @param context how the conversation is kept; {@code context-simple}
 * @param instructions the system message, or empty for none
 * @param maxRounds how many times the model may be called for one prompt
 */
public record SessionSpec(
        ModuleSpec orchestrator,
        ModuleSpec context,
        String instructions,
        int maxRounds,
        InjectionLimits injections,
        AuditSpec audit) {}
