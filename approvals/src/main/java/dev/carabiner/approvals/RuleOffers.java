package dev.carabiner.approvals;

import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.Decision;
import dev.carabiner.approval.StoredApproval;
import dev.carabiner.event.CarabinerException;
import dev.carabiner.event.EventData;
import dev.carabiner.guard.rule.ApprovalRule;
import dev.carabiner.guard.rule.InputPattern;
import java.io.IOException;
import java.net.URI;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The rules that a person is offered with a request: exactly this call, this tool in this directory, a pattern. What
 * could not have answered the request is left out, so the list may be empty.
 */
public final class RuleOffers {

    private static final List<String> PATHS = List.of("file_path", "path", "notebook_path");

    private final ApprovalRequest request;
    private final Function<String, @Nullable Path> directories;
    private final @Nullable Path base;

    /**
     * What could be made of an answer to this request.
     *
     * @param directories the directory that a session works in, which relative paths are relative to; null if it is not
     *     known, and then nothing is offered: such a session, a program's for instance, asks no rules
     */
    public RuleOffers(ApprovalRequest request, Function<String, @Nullable Path> directories) {
        this.request = request;
        this.directories = directories;
        this.base = directories.apply(request.session());
    }

    /**
     * The offers, the narrowest first.
     *
     * @param past calls that people have decided
     */
    public List<RuleOffer> of(Decision decision, List<StoredApproval> past) {
        List<StoredApproval> others =
                past.stream().filter(it -> !it.id().equals(request.id())).toList();
        List<RuleOffer> offers = new ArrayList<>();
        candidates().forEach((pattern, scope) -> {
            ApprovalRule rule = answering(decision, pattern);
            if (rule != null) {
                offers.add(new RuleOffer(scope, rule, RuleCoverage.of(rule, others, directories)));
            }
        });
        return List.copyOf(offers);
    }

    private Map<InputPattern, String> candidates() {
        Map<InputPattern, String> all = new LinkedHashMap<>();
        EventData input = request.toolInput();
        if (base == null || !request.hasToolInput() || request.tool().isEmpty()) {
            return all;
        }
        try {
            all.put(InputPattern.exact(InputPattern.digestOf(input)), "exact");
        } catch (CarabinerException e) {
            return all; // without a canonical form nothing can be told apart
        }
        for (String field : PATHS) {
            Path file = real(base, input.get(field));
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
    private static @Nullable Path real(Path base, @Nullable Object value) {
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
            return RuleCoverage.decides(rule, request, directories) ? rule : null;
        } catch (CarabinerException e) {
            return null; // no rule can say that
        }
    }
}
