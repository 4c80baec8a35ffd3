package dev.carabiner.runtime.context;

import dev.carabiner.context.ContextManager;
import dev.carabiner.context.InMemoryContextManager;
import dev.carabiner.context.Injection;
import dev.carabiner.context.InjectionLimits;
import dev.carabiner.context.Message;
import dev.carabiner.context.MessageJournal;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The conversation of one session: what is added to it is in the journal when the call returns, what a tool says is cut
 * to its budget, and when it is full it can be made shorter. Any thread may call it.
 */
public final class SessionContext implements ContextManager {

    private final ContextSettings settings;
    private final MessageTokens tokens;
    private final ResultCutter cutter;
    private final Compactor compactor;
    private final InMemoryContextManager conversation;

    /** What the last compaction could not get below; until there is more, another one is no use. */
    private volatile int leastTokens;

    /** @param before what a resumed session goes on from; the journal has it already */
    public SessionContext(
            ContextSettings settings,
            InjectionLimits limits,
            Clock clock,
            TokenCounter counter,
            MessageJournal journal,
            List<Message> before) {
        this.settings = settings;
        tokens = new MessageTokens(counter);
        cutter = new ResultCutter(counter);
        compactor = new Compactor(settings, tokens);
        conversation = new InMemoryContextManager(limits, clock, journal);
        conversation.restore(before);
    }

    @Override
    public void add(Message message) {
        conversation.add(message.isToolResult() ? cutter.cut(message, settings.toolResultTokens()) : message);
    }

    @Override
    public void inject(Injection injection) {
        conversation.inject(injection);
    }

    @Override
    public List<Message> messages() {
        return conversation.messages();
    }

    @Override
    public List<Message> forNextRequest() {
        return conversation.forNextRequest();
    }

    /** Of all that is stored, or waits to be. */
    public int tokens() {
        return tokens.of(conversation.messages());
    }

    /** Whether it is time to compact. */
    public boolean full() {
        int now = tokens();
        return now >= settings.fullTokens() && now > leastTokens;
    }

    /** What a compaction aims at. */
    public int targetTokens() {
        return settings.targetTokens();
    }

    /**
     * Makes the conversation shorter, full or not. No other thread can add to it meanwhile. Calls stay with their results, and
     * those without one stay.
     */
    public Compaction compact() {
        AtomicReference<Compaction> done = new AtomicReference<>();
        conversation.rewrite(stored -> {
            int before = tokens();
            Compactor.Outcome outcome = compactor.compact(stored);
            int now = before - tokens.of(stored) + tokens.of(outcome.messages());
            int waiting = conversation.messages().size() - stored.size();
            done.set(new Compaction(
                    before, now, outcome.removed(), outcome.messages().size() + waiting));
            return outcome.messages();
        });
        tokens.retain(conversation.messages());
        leastTokens = done.get().currentTokens();
        return done.get();
    }
}
