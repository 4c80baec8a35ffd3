package dev.carabiner.approval;

import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * What a hook wants a human to be asked.
 *
 * @param author the hook's name
 * @param byDefault what holds if no answer comes in time
 * @param reason why the hook asks; empty if it does not say
 * @param scope how far "Allow always" reaches, as the user is shown it; empty for exactly the operation asked about
 */
public record Question(
        String author,
        String prompt,
        List<String> options,
        Duration timeout,
        Decision byDefault,
        String reason,
        String scope) {

    public static final String DEFAULT_PROMPT = "Allow this operation?";
    public static final List<String> DEFAULT_OPTIONS = List.of("Allow", "Deny");
    public static final Duration DEFAULT_TIMEOUT = Duration.ofMinutes(5);

    public Question {
        Objects.requireNonNull(author, "the author of a question");
        Objects.requireNonNull(prompt, "the prompt of a question");
        Objects.requireNonNull(timeout, "the timeout of a question");
        Objects.requireNonNull(byDefault, "the default of a question");
        Objects.requireNonNull(reason, "the reason of a question");
        Objects.requireNonNull(scope, "the scope of a question");
        options = List.copyOf(options);
    }

    /** A question about exactly one operation. */
    public Question(
            String author, String prompt, List<String> options, Duration timeout, Decision byDefault, String reason) {
        this(author, prompt, options, timeout, byDefault, reason, "");
    }
}
