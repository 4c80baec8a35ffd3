package dev.carabiner.cli.command;

import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.ApprovalSystem;
import dev.carabiner.approval.ApprovalUnreachableException;
import java.util.Locale;

/** Approval systems that answer hooks' questions without a person. */
final class FixedAnswers {

    private FixedAnswers() {}

    /** Reaches no person: every question is denied, whatever it falls back on. */
    static ApprovalSystem byDefault() {
        return new ByDefault();
    }

    /** The narrowest way to say yes. */
    static ApprovalSystem allow() {
        return new Allow();
    }

    static ApprovalSystem deny() {
        return ApprovalSystem.answering("Deny");
    }

    private record ByDefault() implements ApprovalSystem {

        @Override
        public String requestApproval(ApprovalRequest request) {
            throw new ApprovalUnreachableException("no person is asked");
        }
    }

    private record Allow() implements ApprovalSystem {

        @Override
        public String requestApproval(ApprovalRequest request) {
            return request.options().stream()
                    .filter(option -> option.toLowerCase(Locale.ROOT).matches("allow( once)?"))
                    .findFirst()
                    .orElseGet(() -> request.options().stream()
                            .filter(option -> option.toLowerCase(Locale.ROOT).startsWith("allow"))
                            .findFirst()
                            .orElse("Deny"));
        }
    }
}
