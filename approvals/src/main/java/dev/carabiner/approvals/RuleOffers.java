package dev.carabiner.approvals;

import dev.carabiner.approval.ApprovalDecision;
import dev.carabiner.approval.ApprovalDecision.How;
import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.Decision;
import dev.carabiner.approval.StandingAnswers.Ruling;
import dev.carabiner.approval.StoredApproval;
import dev.carabiner.event.CarabinerException;
import dev.carabiner.event.EventData;
import dev.carabiner.guard.rule.ApprovalRule;
import dev.carabiner.guard.rule.ApprovalRules;
import dev.carabiner.guard.rule.InputPattern;
import dev.carabiner.guard.rule.RuleStore;
import java.io.IOException;
import java.net.URI;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The rules that a person is offered with a request: exactly this call, this tool in this directory, a pattern. What
 * could not have answered the request is left out, so the list may be empty.
 */
public final class RuleOffers {

    private static final List<String> PATHS = List.of("file_path", "path", "notebook_path");

    private final ApprovalRequest request;
    private final Path base;
    private final InstantSource clock;

    /** @param base the directory that the session works in, which relative paths are relative to */
    public RuleOffers(ApprovalRequest request, Path base, InstantSource clock) {
        this.request = request;
        this.base = base;
        this.clock = clock;
    }

    /**
     * The offers, the narrowest first.
     *
     * @param past calls that people have decided
     */
    public List<RuleOffer> of(Decision decision, List<StoredApproval> past) {
        List<StoredApproval> sameTool = past.stream()
                .filter(it -> it.request().tool().equals(request.tool()))
                .filter(it -> !it.id().equals(request.id()))
                .toList();
        List<RuleOffer> offers = new ArrayList<>();
        candidates().forEach((pattern, scope) -> {
            ApprovalRule rule = answering(decision, pattern);
            if (rule != null) {
                offers.add(measured(scope, rule, sameTool));
            }
        });
        return List.copyOf(offers);
    }

    private Map<InputPattern, String> candidates() {
        Map<InputPattern, String> all = new LinkedHashMap<>();
        EventData input = request.toolInput();
        if (!request.hasToolInput() || request.tool().isEmpty()) {
            return all;
        }
        try {
            all.put(InputPattern.exact(InputPattern.digestOf(input)), "exact");
        } catch (CarabinerException e) {
            return all; // without a canonical form nothing can be told apart
        }
        for (String field : PATHS) {
            Path file = real(input.get(field));
            if (file != null && file.getParent() != null) {
                all.put(InputPattern.directory(field, file.getParent().toString()), "directory");
                all.put(InputPattern.file(field, file.toString()), "pattern");
            }
        }
        if (input.get("command") instanceof String command) {
            shellPatterns(command.strip()).forEach(it -> all.put(InputPattern.shell("command", it), "pattern"));
        }
        if (input.get("url") instanceof String url && host(url) != null) {
            all.put(InputPattern.host("url", String.valueOf(host(url))), "pattern");
        }
        return all;
    }

    /** A file may not be there yet; the directory that it is to be in is. */
    private @Nullable Path real(@Nullable Object value) {
        try {
            Path file = value instanceof String text ? base.resolve(text).normalize() : null;
            Path parent = file == null ? null : file.getParent();
            return file == null || parent == null ? null : parent.toRealPath().resolve(file.getFileName());
        } catch (IOException | InvalidPathException e) {
            return null;
        }
    }

    private static List<String> shellPatterns(String command) {
        String[] words = command.split(" +", -1);
        List<String> all = new ArrayList<>(List.of(command));
        for (int kept = Math.min(2, words.length); kept >= 1; kept--) {
            all.add(String.join(" ", List.of(words).subList(0, kept)) + " *");
        }
        return all;
    }

    private static @Nullable String host(String url) {
        try {
            return URI.create(url).getHost();
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private @Nullable ApprovalRule answering(Decision decision, InputPattern pattern) {
        try {
            ApprovalRule rule = new ApprovalRule(
                    "from-" + request.id(), decision, request.hook(), request.tool(), pattern, null, null);
            return decides(rule, request) ? rule : null;
        } catch (CarabinerException e) {
            return null; // no rule can say that
        }
    }

    private RuleOffer measured(String scope, ApprovalRule rule, List<StoredApproval> past) {
        List<StoredApproval> covered =
                past.stream().filter(it -> decides(rule, it.request())).toList();
        long contradicted =
                covered.stream().filter(it -> isContrary(rule, it.decision())).count();
        return new RuleOffer(scope, rule, covered.size(), past.size(), (int) contradicted);
    }

    private static boolean isContrary(ApprovalRule rule, @Nullable ApprovalDecision decision) {
        return decision != null
                && decision.how() == How.ANSWERED
                && decision.granted() != (rule.decision() == Decision.ALLOW);
    }

    private boolean decides(ApprovalRule rule, ApprovalRequest asked) {
        ApprovalRules alone = new ApprovalRules(RuleStore.inMemory(), base, clock);
        alone.add(rule);
        return !(alone.foresee(asked) instanceof Ruling.None);
    }
}
