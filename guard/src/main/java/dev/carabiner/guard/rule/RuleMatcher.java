package dev.carabiner.guard.rule;

import dev.carabiner.approval.Decision;
import dev.carabiner.event.EventData;
import dev.carabiner.guard.rule.InputPattern.Any;
import dev.carabiner.guard.rule.InputPattern.Directory;
import dev.carabiner.guard.rule.InputPattern.Exact;
import dev.carabiner.guard.rule.InputPattern.Host;
import dev.carabiner.guard.rule.InputPattern.Shell;
import dev.carabiner.guard.rule.InputPattern.SingleFile;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Whether a rule is about an operation. An allow rule must surely be, a deny rule only might: whatever goes wrong on
 * the way, the first is not and the second is.
 */
final class RuleMatcher {

    private static final Logger LOG = System.getLogger(ApprovalRules.class.getName());

    /** Fields beside a command that do not change what is run. */
    private static final Set<String> BESIDE_A_COMMAND = Set.of("description", "timeout", "timeout_ms");

    /** Words in the name of a field that is a second place, or the place that the first is relative to. */
    private static final Set<String> PLACES = Set.of(
            ("path paths file files filename dir directory folder cwd workdir base root source src destination dest"
                            + " target to from url urls uri host proxy env")
                    .split(" ", -1));

    /** Rules are read anew for each decision, and mean the same each time. */
    private final Map<String, ShellPattern> patterns = new ConcurrentHashMap<>();

    private final Map<String, ShellSuspicion> suspicions = new ConcurrentHashMap<>();
    private volatile @Nullable RuleIndex index;
    private volatile List<ApprovalRule> lastAsked = List.of();
    private final RulePaths paths;
    private final PathSuspicion suspicion;
    private final @Nullable Path ruleFile;

    RuleMatcher(RulePaths paths, @Nullable Path ruleFile) {
        this.paths = paths;
        this.suspicion = new PathSuspicion(paths);
        this.ruleFile = ruleFile == null ? null : paths.place(ruleFile);
    }

    /**
     * Those of the rules that may be about an operation, in their order. A list that was asked about before, and that cannot
     * change, is looked at by the programs of its rules; any other is given back as it is.
     */
    List<ApprovalRule> near(List<ApprovalRule> rules, Operation asked) {
        RuleIndex known = index;
        boolean again = RuleIndex.isSame(lastAsked, rules);
        lastAsked = rules;
        if (known == null || !known.isOf(rules)) {
            boolean fixed = again && RuleIndex.isSame(List.copyOf(rules), rules);
            known = fixed ? new RuleIndex(rules, this::program) : null;
            index = known;
        }
        try {
            return known == null ? rules : known.near(asked);
        } catch (RuntimeException | StackOverflowError e) {
            return rules; // each is compared by itself then, and fails in its own way
        }
    }

    private @Nullable String program(String command) {
        ShellPattern pattern = ShellPattern.parse(command);
        return pattern == null ? null : pattern.program();
    }

    boolean matches(ApprovalRule rule, Operation asked) {
        boolean denies = rule.decision() == Decision.DENY;
        if (!rule.isOf(asked.session())
                || !isNamed(rule.hook(), asked.hook(), denies)
                || !isNamed(rule.tool(), asked.tool(), denies)) {
            return false;
        }
        try {
            return denies ? might(rule.input(), asked) : surely(rule.input(), asked.input());
        } catch (RuntimeException | StackOverflowError e) {
            LOG.log(
                    Level.WARNING,
                    () -> "Rule " + rule.id() + " could not be compared ("
                            + e.getClass().getSimpleName() + "), so it " + (denies ? "denies" : "does not allow"));
            return denies;
        }
    }

    private static boolean isNamed(String wanted, String name, boolean inAnyCase) {
        return wanted.equals(ApprovalRule.EVERY) || (inAnyCase ? wanted.equalsIgnoreCase(name) : wanted.equals(name));
    }

    private boolean surely(InputPattern pattern, EventData input) {
        return switch (pattern) {
            case Any() -> true;
            case Exact(String digest) ->
                InputPattern.digestOf(input).equals(digest)
                        && InputTexts.of(input.asMap()).stream().noneMatch(this::isNearRules);
            case Shell(String field, String command) ->
                input.get(field) instanceof String line && isAlone(field, input) && covers(command, line);
            case Directory(String field, String path) ->
                input.get(field) instanceof String text && isOnlyPlace(field, input) && isIn(text, Path.of(path), true);
            case SingleFile(String field, String path) ->
                input.get(field) instanceof String text
                        && isOnlyPlace(field, input)
                        && isIn(text, Path.of(path), false);
            case Host(String field, String host) ->
                input.get(field) instanceof String url
                        && isOnlyPlace(field, input)
                        && host(host).surelyCovers(url);
        };
    }

    private boolean covers(String command, String line) {
        List<String> argv = shell(command).covered(line);
        return argv != null && argv.stream().noneMatch(this::isNearRules);
    }

    private boolean isIn(String text, Path rule, boolean below) {
        Path place = paths.certain(text);
        boolean fits = place != null && (below ? place.startsWith(rule) : place.equals(rule));
        return fits && paths.isCanonical(rule) && !isNearRules(text);
    }

    /** No rule lets anything touch the rules: their file, what is named after it, and the directories it lies in. */
    private boolean isNearRules(String word) {
        if (ruleFile == null || word.isEmpty()) {
            return false;
        }
        String name = Objects.requireNonNull(ruleFile.getFileName()).toString().toLowerCase(Locale.ROOT);
        if (word.toLowerCase(Locale.ROOT).contains(name)) {
            return true;
        }
        String value = word.substring(word.indexOf('=') + 1);
        return paths.possible(word).stream().anyMatch(this::holdsRules)
                || paths.possible(value).stream().anyMatch(this::holdsRules);
    }

    private boolean holdsRules(Path place) {
        return ruleFile != null && ruleFile.startsWith(place);
    }

    private boolean might(InputPattern pattern, Operation asked) {
        EventData input = asked.input();
        return switch (pattern) {
            case Any() -> true;
            case Exact(String digest) -> InputPattern.digestOf(input).equals(digest);
            case Shell(String field, String command) -> {
                Object value = input.get(field);
                ShellSuspicion suspected = suspicion(command);
                yield value instanceof String text
                        ? suspected.mightRun(asked.line(text))
                        : InputTexts.of(value).stream().anyMatch(text -> suspected.mightRun(asked.line(text)));
            }
            case Directory(String field, String path) -> mightBeIn(input.get(field), path);
            case SingleFile(String field, String path) -> mightBeIn(input.get(field), path);
            case Host(String field, String host) ->
                InputTexts.of(input.get(field)).stream().anyMatch(host(host)::mightCover);
        };
    }

    private boolean mightBeIn(@Nullable Object value, String path) {
        return InputTexts.of(value).stream().anyMatch(text -> suspicion.mightBeIn(text, Path.of(path)));
    }

    /** A second field may say where, with what environment or without what sandbox the command is run. */
    private static boolean isAlone(String field, EventData input) {
        return input.asMap().keySet().stream()
                .allMatch(other -> other.equals(field) || isHarmless(other, input.get(other)));
    }

    private static boolean isHarmless(String field, @Nullable Object value) {
        boolean flat = value instanceof String || value instanceof Number;
        return value == null || (flat && BESIDE_A_COMMAND.contains(field));
    }

    private static boolean isOnlyPlace(String field, EventData input) {
        return input.asMap().keySet().stream()
                .allMatch(other -> other.equals(field) || input.get(other) == null || !namesAPlace(other));
    }

    private static boolean namesAPlace(String field) {
        String words = field.replaceAll("([a-z0-9])([A-Z])", "$1_$2").toLowerCase(Locale.ROOT);
        return Stream.of(words.split("[^a-z]+", -1)).anyMatch(PLACES::contains);
    }

    private ShellPattern shell(String command) {
        return patterns.computeIfAbsent(
                command, it -> Objects.requireNonNull(ShellPattern.parse(it), "checked when the rule was made"));
    }

    private ShellSuspicion suspicion(String command) {
        ShellSuspicion known = suspicions.get(command);
        return known != null ? known : suspicions.computeIfAbsent(command, it -> new ShellSuspicion(shell(it)));
    }

    private static HostPattern host(String host) {
        return Objects.requireNonNull(HostPattern.parse(host), "checked when the rule was made");
    }
}
