package dev.carabiner.testkit;

import dev.carabiner.approval.ApprovalChannel;

/** The scripted channel is a channel. */
class ScriptedChannelTest extends ApprovalChannelContract {

    @Override
    protected ApprovalChannel answering(String option) {
        return ScriptedChannel.always(option);
    }

    @Override
    protected ApprovalChannel silent() {
        return ScriptedChannel.silent();
    }
}
