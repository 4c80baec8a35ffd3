package dev.carabiner.guard.rule;

import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.Decision;
import dev.carabiner.approval.StandingAnswers;
import dev.carabiner.event.EventData;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The standing answers. Every deny rule is considered before any allow rule, the rules are read anew for each decision,
 * and a counted use is written down before it is granted.
 *
 * <p>While the rules cannot be read, none allows anything; the deny rules that were read last still deny.
 *
 * <p>For the host and the people it serves only: nothing that an agent can call may reach {@link #add} or
 * {@link #remove}. Any thread may call it; it waits for the disk, and holds no lock of its own while it does.
 */
public final class ApprovalRules implements StandingAnswers {

    /** More are a sign that rules are made by a program. */
    static final int MOST_RULES = 10_000;

    private static final Logger LOG = System.getLogger(ApprovalRules.class.getName());

    private final RuleStore store;
    private final RulePaths paths;
    private final RuleMatcher matcher;
    private final InstantSource clock;
    private volatile List<ApprovalRule> lastRead;

    /**
     * @param baseDirectory what relative paths in a tool's input are relative to: the directory in which the host runs
     *     the tools, never one that the model names
     * @throws RuleStoreException if the rules cannot be read; an agent should then not be started
     */
    public ApprovalRules(RuleStore store, Path baseDirectory) {
        this(store, baseDirectory, InstantSource.system());
    }

    /** The same with a clock of its own, which says whether a rule has ended. */
    public ApprovalRules(RuleStore store, Path baseDirectory, InstantSource clock) {
        this.clock = Objects.requireNonNull(clock, "clock");
        this.store = Objects.requireNonNull(store, "store");
        this.paths = new RulePaths(baseDirectory);
        this.matcher = new RuleMatcher(paths, store.location());
        this.lastRead = store.load();
    }

    /** What several persons must allow, no rule allows: one person could have made it. */
    @Override
    public Ruling decide(ApprovalRequest request) {
        if (request.votesNeeded() > 1 && !(foresee(request) instanceof Ruling.Denied)) {
            return new Ruling.None();
        }
        return decide(operation(request), clock.instant());
    }

    private static Operation operation(ApprovalRequest request) {
        return new Operation(request.session(), request.hook(), request.tool(), request.toolInput());
    }

    /**
     * What the rules say about an operation of no session, and uses up the rule that decides if its uses are counted.
     *
     * @param hook the name of the hook that asks
     * @param tool the name of the tool, empty if the question is not about one
     * @param input the tool's input
     */
    public Ruling decide(String hook, String tool, EventData input, Instant now) {
        return decide(new Operation(Operation.NO_SESSION, hook, tool, input), now);
    }

    private Ruling decide(Operation asked, Instant now) {
        ApprovalRule rule = deciding(current(), asked, now);
        if (rule != null && rule.usesLeft() != null) {
            rule = counted(rule, asked, now);
        } else if (rule != null) {
            noteUse(rule, now);
        }
        return decision(rule);
    }

    /** The use of a rule that has no limit decides nothing: where it cannot be written down, the rule still holds. */
    private void noteUse(ApprovalRule rule, Instant now) {
        try {
            store.used(rule, now);
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "A use of rule " + rule.id() + " is not counted", e);
        }
    }

    @Override
    public Ruling foresee(ApprovalRequest request) {
        Ruling ruling = foresee(operation(request));
        return ruling instanceof Ruling.Allowed && request.votesNeeded() > 1 ? new Ruling.None() : ruling;
    }

    /** The same about an operation that was not asked about yet, in a session that is not known yet. */
    public Ruling foresee(String hook, String tool, EventData input) {
        return foresee(new Operation(Operation.NO_SESSION, hook, tool, input));
    }

    private Ruling foresee(Operation asked) {
        ApprovalRule rule = deciding(current(), asked, clock.instant());
        boolean allows = rule != null && rule.decision() == Decision.ALLOW;
        boolean cannotBeCounted = rule != null && rule.usesLeft() != null && store.isFixed();
        return allows && cannotBeCounted ? new Ruling.None() : decision(rule);
    }

    @Override
    public int count() {
        return current().size();
    }

    /** Adds a rule at the end. Its id must be new; where an allow rule names a path, it must be the real one. */
    public void add(ApprovalRule rule) {
        add(rule, RuleOrigin.UNKNOWN);
    }

    /** The same, saying where it comes from. */
    public void add(ApprovalRule rule, RuleOrigin origin) {
        Objects.requireNonNull(rule, "rule");
        requireRealPath(rule);
        lastRead = store.update(origin, rules -> {
            if (rules.stream().anyMatch(it -> it.id().equals(rule.id()))) {
                throw new InvalidRuleException(rule.id(), "there is a rule with this id already");
            }
            if (rules.size() >= MOST_RULES) {
                throw new InvalidRuleException(rule.id(), "there are " + MOST_RULES + " rules already");
            }
            List<ApprovalRule> more = new ArrayList<>(rules);
            more.add(rule);
            return more;
        });
    }

    /** Whether there was such a rule. */
    public boolean remove(String id) {
        AtomicReference<Boolean> found = new AtomicReference<>(false);
        lastRead = store.update(rules -> {
            List<ApprovalRule> rest =
                    rules.stream().filter(it -> !it.id().equals(id)).toList();
            found.set(rest.size() < rules.size());
            return rest;
        });
        return found.get();
    }

    /** All rules in the order in which they were added, also those that are spent or have ended. */
    public List<ApprovalRule> list() {
        return store.load();
    }

    private List<ApprovalRule> current() {
        try {
            lastRead = store.load();
            return lastRead;
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "The approval rules cannot be read, so none allows anything", e);
            return lastRead.stream()
                    .filter(it -> it.decision() == Decision.DENY)
                    .toList();
        }
    }

    private @Nullable ApprovalRule deciding(List<ApprovalRule> rules, Operation asked, Instant now) {
        List<ApprovalRule> near = matcher.near(rules, asked);
        ApprovalRule denying = first(near, Decision.DENY, asked, now);
        return denying != null ? denying : first(near, Decision.ALLOW, asked, now);
    }

    /** Rules without a count come first, so that no use is spent where none is needed. */
    private @Nullable ApprovalRule first(List<ApprovalRule> rules, Decision decision, Operation asked, Instant now) {
        ApprovalRule limited = null;
        for (ApprovalRule rule : rules) {
            boolean candidate = rule.decision() == decision
                    && rule.holdsAt(now)
                    && (limited == null || rule.usesLeft() == null)
                    && matcher.matches(rule, asked);
            if (candidate && rule.usesLeft() == null) {
                return rule;
            }
            limited = candidate ? rule : limited;
        }
        return limited;
    }

    /** Decides again on the rules as they are while no other process can change them, and writes the use down. */
    private @Nullable ApprovalRule counted(ApprovalRule seen, Operation asked, Instant now) {
        AtomicReference<@Nullable ApprovalRule> used = new AtomicReference<>();
        try {
            lastRead = store.update(rules -> {
                ApprovalRule rule = deciding(rules, asked, now);
                used.set(rule);
                return rule == null ? rules : oneUseLess(rules, rule);
            });
            return used.get();
        } catch (RuntimeException e) {
            boolean denies = seen.decision() == Decision.DENY;
            LOG.log(
                    Level.WARNING,
                    "The use of rule " + seen.id() + " cannot be written down, so it "
                            + (denies ? "denies without being counted" : "does not allow"),
                    e);
            return denies ? seen : null;
        }
    }

    private static List<ApprovalRule> oneUseLess(List<ApprovalRule> rules, ApprovalRule used) {
        Integer left = used.usesLeft();
        if (left == null) {
            return rules;
        }
        return rules.stream()
                .map(it -> it.id().equals(used.id()) ? it.uses(left - 1) : it)
                .toList();
    }

    private static Ruling decision(@Nullable ApprovalRule rule) {
        if (rule == null) {
            return new Ruling.None();
        }
        return switch (rule.decision()) {
            case ALLOW -> new Ruling.Allowed(rule.id());
            case DENY -> new Ruling.Denied(rule.id());
        };
    }

    /** A link in an allow rule's path could be turned elsewhere later; the real path cannot. */
    private void requireRealPath(ApprovalRule rule) {
        String path = switch (rule.input()) {
            case InputPattern.Directory directory -> directory.path();
            case InputPattern.SingleFile file -> file.path();
            default -> null;
        };
        if (path != null && rule.decision() == Decision.ALLOW && !paths.isCanonical(Path.of(path))) {
            throw new InvalidRuleException(
                    rule.id(),
                    "expected the real path, without symbolic links (" + paths.possible(path) + "), but came "
                            + InvalidRuleException.quoted(path));
        }
    }
}
