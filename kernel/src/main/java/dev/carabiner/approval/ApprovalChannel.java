package dev.carabiner.approval;

import java.util.List;

/**
 * A way to a human or to a system that decides: a page, a chat, a terminal. The kernel offers each question to all
 * channels of a session in their order; the first answer decides, and the others are told to take the question away.
 */
@FunctionalInterface
public interface ApprovalChannel {

    /**
     * Shows the question and returns at once; the answer is handed in later, from any thread. The kernel calls it once
     * for each question, on a thread of its own that is interrupted when the question has ended, and never after that.
     *
     * @return closing it takes the question away. The kernel closes it once, on the thread that offered, after
     *     {@link PendingApproval#decision()} is set
     * @throws ApprovalUnreachableException if this channel reaches no person
     * @throws Exception if the question cannot be shown; the other channels go on
     */
    AutoCloseable offer(PendingApproval pending) throws Exception;

    /** What events and record call the channel, as in {@code terminal}: not blank, and no name of the kernel's own. */
    default String name() {
        Class<?> type = getClass();
        if (type.isHidden() || type.isSynthetic() || type.isAnonymousClass()) {
            return "channel";
        }
        String name = type.getSimpleName();
        return DeciderName.refusal(name) == null ? name : "channel " + name;
    }

    /** The channels that this one stands for, each of which the kernel offers the question to; usually itself alone. */
    default List<ApprovalChannel> parts() {
        return List.of(this);
    }
}
