package dev.carabiner.engine;

import dev.carabiner.approval.ApprovalChannel;
import dev.carabiner.approval.ApprovalStore;
import dev.carabiner.approval.StandingAnswers;
import dev.carabiner.display.Display;
import dev.carabiner.display.Level;
import dev.carabiner.display.UserMessage;
import dev.carabiner.engine.bundle.ModuleCatalog;
import java.lang.System.Logger;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** What a host brings for all sessions of an engine. */
record EnginePorts(
        ModuleCatalog catalog,
        List<ApprovalChannel> channels,
        @Nullable ApprovalStore approvalStore,
        @Nullable Path usualApprovals,
        UnaryOperator<@Nullable String> environment,
        @Nullable StandingAnswers rules,
        Display display,
        @Nullable Path auditDirectory,
        Clock clock,
        Lockdown lockdown) {

    private static final Logger LOG = System.getLogger(Engine.class.getName());

    void warn(String text) {
        show(text, Level.WARNING);
    }

    /** Shows a message of the engine's own; a display that fails does no harm. */
    void show(String text, Level level) {
        show(new UserMessage(text, level, "carabiner"));
    }

    /** Shows a message; a display that fails does no harm. */
    void show(UserMessage message) {
        try {
            display.show(message);
        } catch (RuntimeException e) {
            LOG.log(Logger.Level.WARNING, message.text(), e);
        }
    }
}
