package dev.carabiner.hook;

import dev.carabiner.approval.Decision;
import dev.carabiner.approval.Question;
import dev.carabiner.context.Injection;
import dev.carabiner.context.Injections;
import dev.carabiner.context.SafeText;
import dev.carabiner.display.UserMessage;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the handlers of one emit said, sorted by kind, each with its author, in running order. */
final class OutcomeParts {

    private final Chain chain;
    private final int ran;
    private final RunLog log;

    OutcomeParts(Chain chain, int ran, RunLog log) {
        this.chain = chain;
        this.ran = ran;
        this.log = log;
    }

    List<Injection> injections() {
        return collected((hook, result) -> result instanceof HookResult.InjectContext said
                ? new Injection(
                        said.text(),
                        said.role(),
                        said.isEphemeral(),
                        said.isAppended(),
                        hook.name(),
                        chain.event,
                        null,
                        false)
                : null);
    }

    List<Question> questions() {
        return collected((hook, result) -> result instanceof HookResult.AskUser asked
                ? new Question(
                        hook.name(),
                        asked.prompt(),
                        asked.options(),
                        asked.timeout(),
                        byDefault(hook, asked),
                        asked.reason(),
                        asked.scope())
                : null);
    }

    /** A guard never waves through unanswered. */
    private static Decision byDefault(RegisteredHook hook, HookResult.AskUser asked) {
        return hook.onFailure() == FailurePolicy.DENY ? Decision.DENY : asked.byDefault();
    }

    List<UserMessage> messages() {
        return collected((hook, result) -> {
            UserMessage message = result.userMessage();
            return message == null ? null : message.fromHook(hook.name());
        });
    }

    /** The first question, with the default that holds for it. */
    HookResult firstQuestion() {
        return collected((hook, result) ->
                        result instanceof HookResult.AskUser asked ? asked.byDefault(byDefault(hook, asked)) : null)
                .getFirst();
    }

    /** The first injection, with the text of all that become one message with it. */
    HookResult firstInjections() {
        HookResult.InjectContext first = collected(
                        (hook, result) -> result instanceof HookResult.InjectContext said ? said : null)
                .getFirst();
        List<Injection> safe = injections().stream()
                .map(injection -> injection.withText(SafeText.of(injection.text())))
                .filter(injection -> !injection.text().isEmpty())
                .toList();
        if (safe.isEmpty()) {
            return first;
        }
        Injection merged = Injections.merged(Injections.grouped(safe).getFirst());
        return new HookResult.InjectContext(
                merged.text(),
                merged.role(),
                merged.isEphemeral(),
                merged.isAppended(),
                first.userMessage(),
                first.outputSuppressed(),
                first.because());
    }

    private interface Part<T> {
        @Nullable
        T of(RegisteredHook hook, HookResult result);
    }

    /** Goes over what was said, by results or by what stands in for a failed one. */
    private <T> List<T> collected(Part<T> part) {
        if (!log.hasAnswers()) {
            return List.of();
        }
        List<T> parts = new ArrayList<>();
        for (int i = 0; i < ran; i++) {
            HookResult result = log.standing(i);
            T found = result == null ? null : part.of(chain.hooks[i], result);
            if (found != null) {
                parts.add(found);
            }
        }
        return List.copyOf(parts);
    }
}
