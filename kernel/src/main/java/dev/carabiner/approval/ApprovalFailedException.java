package dev.carabiner.approval;

import dev.carabiner.display.Throwables;
import dev.carabiner.event.CarabinerException;
import java.util.List;
import java.util.stream.Collectors;

/** Every approval system that was asked has failed. */
final class ApprovalFailedException extends CarabinerException {

    private static final long serialVersionUID = 1L;

    private ApprovalFailedException(String message, Throwable first) {
        super(message, first);
    }

    /** What to throw when these have failed: that no person could be reached, if all of them failed by that. */
    static CarabinerException of(List<Throwable> failures) {
        String words = failures.stream().map(Throwables::inWords).collect(Collectors.joining("; "));
        boolean unreachable = failures.stream()
                .allMatch(it -> it instanceof ApprovalUnreachableException || it instanceof ApprovalTimeoutException);
        return unreachable
                ? new ApprovalUnreachableException(words)
                : new ApprovalFailedException(words, failures.getFirst());
    }
}
