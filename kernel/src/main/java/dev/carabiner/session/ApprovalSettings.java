package dev.carabiner.session;

import dev.carabiner.approval.ApprovalChannel;
import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.ApprovalStore;
import dev.carabiner.approval.ApprovalSystem;
import dev.carabiner.approval.DeciderName;
import dev.carabiner.approval.StandingAnswers;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Who answers the questions of a session in the making: channels, store, rules, and how many must agree. */
final class ApprovalSettings {

    private List<ApprovalChannel> channels = List.of();
    private List<ApprovalChannel> systems = List.of();
    private @Nullable ApprovalStore store;
    private boolean isStoreShared;
    private UnaryOperator<ApprovalRequest> quorum = request -> request;
    private @Nullable StandingAnswers rules;

    ApprovalSettings copy() {
        ApprovalSettings copy = new ApprovalSettings();
        copy.channels = channels;
        copy.systems = systems;
        copy.store = store;
        copy.isStoreShared = isStoreShared;
        copy.quorum = quorum;
        copy.rules = rules;
        return copy;
    }

    /** Behind the channels and the systems that were added before. */
    void add(ApprovalSystem system) {
        List<ApprovalChannel> more = new ArrayList<>(systems);
        more.addAll(partsOf(system));
        systems = List.copyOf(more);
    }

    void channels(List<? extends ApprovalChannel> inOrder) {
        channels =
                inOrder.stream().flatMap(channel -> partsOf(channel).stream()).toList();
    }

    void store(ApprovalStore shared) {
        store = shared;
        isStoreShared = true;
    }

    void quorum(UnaryOperator<ApprovalRequest> needed) {
        quorum = needed;
    }

    void rules(StandingAnswers kept) {
        rules = kept;
    }

    /** Puts together what answers. A store that was not set is made now, and is that of the copies made from now on. */
    ApprovalDesk desk(Recorder recorder, Function<Inquiry.Deciders, Inquiry> inquiry, Clock clock) {
        ApprovalStore used = store == null ? ApprovalStore.inMemory(clock) : store;
        store = used;
        List<ApprovalChannel> all = new ArrayList<>(channels);
        all.addAll(systems);
        Inquiry.Deciders deciders = new Inquiry.Deciders(used, isStoreShared, List.copyOf(all), rules);
        return new ApprovalDesk(rules, quorum, recorder, inquiry.apply(deciders));
    }

    private static List<ApprovalChannel> partsOf(ApprovalChannel channel) {
        List<ApprovalChannel> parts = channel.parts();
        for (ApprovalChannel part : parts) {
            String problem = DeciderName.refusal(part.name());
            if (problem != null) {
                throw new IllegalArgumentException("A channel cannot have this name: " + problem);
            }
        }
        return parts;
    }
}
