package dev.carabiner.guard.rule;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Where rules are kept. Any thread may call it; several processes may share what is behind it. */
public interface RuleStore {

    /**
     * The rules, in the order in which they were added.
     *
     * @throws RuleStoreException if they cannot be read, or not completely
     */
    List<ApprovalRule> load();

    /**
     * Changes the rules: no other process changes them between what the change is given and what it returns. When this
     * returns, the change is durable; when it throws, it may not be relied on.
     *
     * @return the rules after the change
     * @throws RuleStoreException if they cannot be read or kept; what the change itself throws comes through
     */
    List<ApprovalRule> update(UnaryOperator<List<ApprovalRule>> change);

    /**
     * The same for a change that adds rules, saying where they come from. A store that keeps no origins does as
     * {@link #update} does.
     */
    default List<ApprovalRule> update(RuleOrigin origin, UnaryOperator<List<ApprovalRule>> change) {
        return update(change);
    }

    /** The rules with what else is known of them, in the same order. */
    default List<KeptRule> kept() {
        return load().stream()
                .map(rule -> new KeptRule(rule, RuleOrigin.UNKNOWN, null, 0, null))
                .toList();
    }

    /**
     * Notes that a rule without a limit has decided. It need not be durable, and a store that does not count does
     * nothing.
     */
    default void used(ApprovalRule rule, Instant now) {}

    /** The file that no rule may open, or null if there is none. */
    default @Nullable Path location() {
        return null;
    }

    /** Whether nothing can be written, so that a rule whose uses are counted never allows. */
    default boolean isFixed() {
        return false;
    }

    /** Kept as long as this object is. */
    static RuleStore inMemory() {
        return new InMemoryRuleStore();
    }

    /**
     * Kept in a file of its own, which is made when the first rule is added and which only its owner can write. Keep it
     * where no tool can.
     */
    static RuleStore inFile(Path file) {
        return new FileRuleStore(file);
    }

    /**
     * The content of a rule file, read once: what happens to the file afterwards changes nothing, and nothing can be
     * written. A rule whose uses are counted never allows.
     *
     * @param file where it came from, which no rule lets a tool touch
     * @param content all of it, in ISO 8859-1; empty for no rules
     * @throws RuleStoreException if it is no rule file
     */
    static RuleStore ofContent(Path file, String content) {
        return new FixedRuleStore(file, content.isEmpty() ? List.of() : RuleLines.read(file, content));
    }
}
