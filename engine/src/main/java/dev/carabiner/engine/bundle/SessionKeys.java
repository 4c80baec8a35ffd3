package dev.carabiner.engine.bundle;

import dev.carabiner.context.InjectionLimits;
import dev.carabiner.engine.bundle.Key.Rule;
import dev.carabiner.event.EventData;
import dev.carabiner.process.Network;
import dev.carabiner.process.SandboxMode;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The keys of a bundle's {@code session}: how its sessions run. */
public final class SessionKeys {

    static final Section SECTION = new Section();

    private static final InjectionLimits USUAL = InjectionLimits.DEFAULT;

    /** Whether the loop takes answers piece by piece. {@code orchestrator} is its other spelling. */
    public static final Key<Boolean> STREAMING = SECTION.add("streaming", Shapes.FLAG, true, Rule.LATER);

    /** How the conversation is kept. */
    public static final Key<ModuleSpec> CONTEXT = SECTION.add(
            "context",
            new ModuleShape(ModuleKind.CONTEXT),
            new ModuleSpec("context-simple", EventData.empty(), new Position("the default", 1)),
            Rule.LATER);

    /** The system message; empty for none. */
    public static final Key<String> INSTRUCTIONS = SECTION.add("instructions", Shapes.TEXT, "", Rule.LATER);

    /** How many times the model may be called for one prompt. */
    public static final Key<Integer> MAX_ROUNDS =
            SECTION.add("max_rounds", Shapes.atLeast(1, Shapes.NUMBER), 50, Rule.LEAST);

    /** The largest injection, in bytes; {@link Integer#MAX_VALUE} for no limit, as in the next two. */
    public static final Key<Integer> INJECTION_SIZE =
            SECTION.add("injection_size_limit", Shapes.LIMIT, USUAL.bytes(), Rule.LEAST);

    /** All injections of a turn together, in tokens. */
    public static final Key<Integer> INJECTION_BUDGET =
            SECTION.add("injection_budget_per_turn", Shapes.LIMIT, USUAL.tokensPerTurn(), Rule.LEAST);

    /** From how many tokens a turn on there is a warning. */
    public static final Key<Integer> INJECTION_WARNING =
            SECTION.add("injection_budget_warning", Shapes.LIMIT, USUAL.warningTokens(), Rule.LEAST);

    /** Files with approval rules, which answer questions before a human is asked. A later file can only add to them. */
    public static final Key<List<RuleFile>> RULES = SECTION.add("rules", new RuleShape(), List.of(), Rule.BOTH);

    /** How often the canaries of the guards go through, after the first time at the start. */
    public static final Key<Duration> CANARY_INTERVAL = SECTION.add(
            "canary_interval",
            Shapes.atLeast(Duration.ofSeconds(1), Shapes.DURATION),
            Duration.ofMinutes(5),
            Rule.LEAST);

    /** Where questions wait for their answers, and how many must give one: {@link ApprovalKeys}. */
    public static final Key<SectionValues> APPROVALS =
            SECTION.add("approvals", ApprovalKeys.SECTION, SectionValues.NONE, Rule.EACH);

    /** How the audit log is kept: {@link AuditKeys}. */
    public static final Key<SectionValues> AUDIT =
            SECTION.add("audit", AuditKeys.SECTION, SectionValues.NONE, Rule.EACH);

    /** Whether what tools and hooks run is confined by the system. */
    public static final Key<SandboxMode> SANDBOX = SECTION.add(
            "sandbox",
            Shapes.oneOf(Map.of("auto", SandboxMode.AUTO, "required", SandboxMode.REQUIRED, "off", SandboxMode.OFF)),
            SandboxMode.AUTO,
            Rule.LATER);

    /** How far a confined command reaches over the network. */
    public static final Key<Network> NETWORK = SECTION.add(
            "network",
            Shapes.oneOf(Map.of("off", Network.OFF, "loopback", Network.LOOPBACK, "on", Network.ON)),
            Network.ON,
            Rule.LATER);

    /** Files and directories that a confined command can read though they lie in the hidden home directory. */
    public static final Key<List<String>> SANDBOX_SHOWS =
            SECTION.add("sandbox_shows", Shapes.TEXTS, List.of(), Rule.LATER);

    /** How much a confined command may take: {@link SandboxKeys}. */
    public static final Key<SectionValues> SANDBOX_LIMITS =
            SECTION.add("sandbox_limits", SandboxKeys.SECTION, SectionValues.NONE, Rule.EACH);

    static {
        SECTION.alsoWritten(
                "orchestrator", STREAMING, Shapes.oneOf(Map.of("loop-basic", false, "loop-streaming", true)));
    }

    private SessionKeys() {}

    /** The three limits of injections together. */
    public static InjectionLimits injections(SectionValues session) {
        return new InjectionLimits(
                session.get(INJECTION_SIZE), session.get(INJECTION_BUDGET), session.get(INJECTION_WARNING));
    }
}
