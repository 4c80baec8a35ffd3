package dev.carabiner.approval;

/** Turns what an approval system returns or throws into what a channel hands in. */
final class SystemAnswer {

    private SystemAnswer() {}

    static void handIn(ApprovalSystem system, PendingApproval pending) {
        try {
            ApprovalRequest request = pending.request();
            String option = system.requestApproval(request);
            if (option == null) {
                throw new IllegalStateException("it gave no answer");
            }
            if (pending.decide(option, system.decidedBy(), request.digest()) instanceof Receipt.Refused(String why)) {
                throw new IllegalStateException(why);
            }
        } catch (Throwable e) { // of any kind: nothing above this thread would hear of it
            pending.failed(e);
        }
    }
}
