package dev.carabiner.approval;

import dev.carabiner.event.CarabinerException;
import java.util.List;
import java.util.stream.Collectors;

/** Every approval system that was asked has failed. */
final class ApprovalFailedException extends CarabinerException {

    private static final long serialVersionUID = 1L;

    ApprovalFailedException(List<Throwable> failures) {
        super(failures.stream().map(Throwable::toString).collect(Collectors.joining("; ")), failures.getFirst());
    }
}
