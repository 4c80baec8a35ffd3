package dev.carabiner.engine;

import dev.carabiner.approval.ApprovalSystem;
import dev.carabiner.approval.StandingAnswers;
import dev.carabiner.display.Display;
import dev.carabiner.engine.bundle.ModuleCatalog;
import java.nio.file.Path;
import java.time.Clock;
import org.jspecify.annotations.Nullable;

/** What a host brings for all sessions of an engine. */
record EnginePorts(
        ModuleCatalog catalog,
        @Nullable ApprovalSystem approvals,
        @Nullable StandingAnswers rules,
        Display display,
        @Nullable Path auditDirectory,
        Clock clock) {}
