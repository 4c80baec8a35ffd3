package dev.carabiner.approval;

import java.util.List;

/**
 * The simplest channel: a call that waits for the human and returns the chosen option. The kernel calls it on a thread of
 * its own, enforces the timeout by interrupting it, and takes the answer once.
 */
@SuppressWarnings("FunctionalInterfaceMethodChanged") // a lambda is a system where one is asked for, and meant so
@FunctionalInterface
public interface ApprovalSystem extends ApprovalChannel {

    /**
     * Waits for the human.
     *
     * @return the chosen option, one of {@link ApprovalRequest#options()}; anything else denies
     * @throws ApprovalTimeoutException if it gives up before the time is up; that counts as not having reached a person
     * @throws ApprovalUnreachableException if it can reach no person
     */
    String requestApproval(ApprovalRequest request) throws ApprovalTimeoutException, InterruptedException;

    /** Who answers, for events and record: a person's name where the system knows it, else its own name. */
    default String decidedBy() {
        String name = name();
        return DeciderName.refusal(name) == null ? name : "system " + name;
    }

    @Override
    default String name() {
        String name = ApprovalChannel.super.name();
        return name.equals("channel") ? "approval system" : name;
    }

    /** Asks on a thread of its own. Closing interrupts it. */
    @Override
    default AutoCloseable offer(PendingApproval pending) {
        Thread asking = Thread.ofVirtual()
                .name("carabiner-approval-" + pending.request().id())
                .start(ChannelScope.carried(() -> answer(pending)));
        return asking::interrupt;
    }

    /** Asks on this thread, waits, and hands the answer in. What goes wrong is reported with {@code pending.failed}. */
    default void answer(PendingApproval pending) {
        SystemAnswer.handIn(this, pending);
    }

    /** Answers every request with the same option: for tests and unattended runs. */
    static ApprovalSystem answering(String option) {
        return new FixedAnswer(option);
    }

    /**
     * Asks all of them at once; the first answer wins and the others are interrupted. One that fails leaves the others.
     *
     * @throws IllegalArgumentException if there are none
     */
    static ApprovalSystem firstOf(List<ApprovalSystem> systems) {
        return new FirstAnswer(systems);
    }
}
