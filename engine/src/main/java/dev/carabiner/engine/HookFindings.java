package dev.carabiner.engine;

import dev.carabiner.engine.PolicyTrial.Mounted;
import dev.carabiner.engine.bundle.Canary;
import dev.carabiner.engine.bundle.HookSpec;
import dev.carabiner.engine.bundle.ModuleCatalog;
import dev.carabiner.engine.bundle.NearMiss;
import dev.carabiner.engine.bundle.Position;
import dev.carabiner.engine.bundle.SettingOrigins;
import dev.carabiner.engine.check.Finding;
import dev.carabiner.engine.check.Finding.Kind;
import dev.carabiner.engine.check.UsualTools;
import dev.carabiner.event.EventNames;
import dev.carabiner.event.Events;
import dev.carabiner.hook.FailurePolicy;
import dev.carabiner.hook.HookOptions;
import dev.carabiner.session.ConfigType;
import dev.carabiner.session.HookConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is to say about one hook that is mounted. */
record HookFindings(Mounted hook, SettingOrigins origins, ModuleCatalog catalog) {

    /** How long other agents wait for a hook unless they are told otherwise. */
    private static final Duration CALLER = Duration.ofSeconds(60);

    List<Finding> all() {
        List<Finding> findings = new ArrayList<>();
        failsOpen(findings);
        events(findings);
        tools(findings);
        timeouts(findings);
        if (hook.module().isGuarding()) {
            findings.addAll(new PatternProbes(hook, origins).findings());
        }
        canaries(findings);
        return findings;
    }

    private HookSpec spec() {
        return hook.spec();
    }

    private Position at(String key) {
        return origins.near("hooks." + spec().name() + "." + key, spec().at());
    }

    private void failsOpen(List<Finding> findings) {
        boolean guards = hook.module().isGuarding() || !spec().canaries().isEmpty();
        boolean open = hook.module().registered().stream()
                .anyMatch(options -> options.isGuard() && options.onFailure() == FailurePolicy.CONTINUE);
        boolean undeclared = hook.module().registered().stream().noneMatch(HookOptions::isGuard)
                && hook.module().registered().stream().anyMatch(it -> it.onFailure() == FailurePolicy.CONTINUE);
        if (guards && (open || undeclared)) {
            findings.add(Finding.error(
                    at("on_failure"),
                    Kind.FAILS_OPEN,
                    spec().name() + " is a guard, and when it fails everything passes",
                    "on_failure: deny"));
        }
        if (guards && !spec().required()) {
            findings.add(Finding.warning(
                    at("required"),
                    Kind.FAILS_OPEN,
                    spec().name() + " is a guard, and a session begins without it when it cannot be mounted",
                    "required: true"));
        }
    }

    private void events(List<Finding> findings) {
        for (HookOptions options : hook.module().registered()) {
            boolean known = EventNames.isPattern(options.event()) || Events.find(options.event()) != null;
            String meant = Events.nearMiss(options.event());
            if (!known && meant != null) {
                findings.add(Finding.warning(
                        spec().at(),
                        Kind.NEVER_MATCHES,
                        spec().name() + " listens to " + options.event() + ", which is not a known event",
                        meant));
            }
        }
    }

    /** A handler for a tool that no agent has is never called, and a guard of it protects nothing. */
    private void tools(List<Finding> findings) {
        for (HookOptions options : hook.module().registered()) {
            for (String tool : options.tools()) {
                String meant = UsualTools.nearMiss(tool);
                if (meant != null) {
                    findings.add(Finding.warning(
                            at("config.tools"),
                            Kind.NEVER_MATCHES,
                            spec().name() + " is only for the tool " + NearMiss.quoted(tool)
                                    + ", which is not a usual one",
                            meant));
                }
            }
        }
    }

    private void timeouts(List<Finding> findings) {
        Duration shortest = null;
        for (HookOptions options : hook.module().registered()) {
            Duration limit = options.timeout();
            shortest = limit != null && (shortest == null || limit.compareTo(shortest) < 0) ? limit : shortest;
        }
        if (shortest == null) {
            return;
        }
        if (shortest.compareTo(CALLER) > 0) {
            findings.add(Finding.warning(
                    at("timeout"),
                    Kind.TIMEOUT,
                    spec().name() + " may take " + shortest.toSeconds() + " s; agents that call hooks give up after "
                            + CALLER.toSeconds() + " s",
                    "timeout: " + CALLER.toSeconds() + "s, or less"));
        }
        inner(shortest, findings);
    }

    /** A time among the module's settings within which something of its own has to end. */
    private void inner(Duration limit, List<Finding> findings) {
        HookConfig config = spec().config();
        catalog.hook(spec().module()).configKeys().forEach((key, type) -> {
            Duration own = type == ConfigType.DURATION && key.contains("timeout") ? duration(config, key) : null;
            if (own != null && own.compareTo(limit) > 0) {
                findings.add(Finding.warning(
                        at("config." + key),
                        Kind.TIMEOUT,
                        key + " of " + spec().name() + " is " + own.toMillis()
                                + " ms, and the hook itself is given up after " + limit.toMillis() + " ms",
                        "a timeout of the hook that is longer, or a shorter " + key));
            }
        });
    }

    private static @Nullable Duration duration(HookConfig config, String key) {
        Duration value = config.duration(key, Duration.ZERO);
        return value.isZero() ? null : value;
    }

    private void canaries(List<Finding> findings) {
        for (Canary canary : spec().canaries()) {
            if (!canary.holds(hook.module().answer(canary.event(), PolicyTrial.identified(canary.data())))) {
                boolean own = canary.at().file().equals(spec().at().file());
                String text = spec().name() + " lets a canary pass: " + canary + (own ? "" : " (" + canary.at() + ")");
                findings.add(
                        own
                                ? Finding.error(canary.at(), Kind.CANARY, text, "correct its settings, or the canary")
                                : Finding.warning(
                                        at("config"),
                                        Kind.WEAKENED,
                                        text,
                                        "protect that too, or give it other canaries"));
            }
        }
    }
}
