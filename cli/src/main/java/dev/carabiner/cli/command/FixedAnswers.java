package dev.carabiner.cli.command;

import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.ApprovalSystem;
import dev.carabiner.approval.ApprovalTimeoutException;
import java.util.Locale;

<<<<<<<< HEAD:cli/src/main/java/dev/carabiner/cli/command/UnattendedAnswers.java
/** Answers to hooks' questions when no person is asked. */
final class UnattendedAnswers {

    private UnattendedAnswers() {}
========
/** Approval systems that answer hooks' questions without a person. */
final class FixedAnswers {

    private FixedAnswers() {}
>>>>>>>> fa8a731fc7dc3cada75935bdceca34341e1cce79:cli/src/main/java/dev/carabiner/cli/command/FixedAnswers.java

    /** Answers nothing, so that the default of each question holds. */
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
        public String requestApproval(ApprovalRequest request) throws ApprovalTimeoutException {
            throw new ApprovalTimeoutException("no person is asked");
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
