package dev.carabiner.hook;

import dev.carabiner.approval.Decision;
import dev.carabiner.approval.Question;
import dev.carabiner.context.Role;
import dev.carabiner.display.Level;
import dev.carabiner.display.UserMessage;
import dev.carabiner.event.EventData;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a handler wants. Made by the factories here, refined by the methods of each record:
 * {@code HookResult.ask("Deploy?").timeout(Duration.ofMinutes(1)).userMessage("Waiting for you")}. Results are
 * immutable; each refining method returns a changed copy and may be called any number of times.
 *
 * <p>All five kinds are in this file, although that makes it long: they are one closed choice.
 */
public sealed interface HookResult {

    /** Go on. */
    static Continue proceed() {
        return Continue.PLAIN;
    }

    /** Go on, and offer data to a caller of {@link HookRegistry#emitAndCollect}. An emit ignores them. */
    static Continue proceed(Map<String, ?> data) {
        return proceed(EventData.of(data));
    }

    /** The same with data that need not be copied. */
    static Continue proceed(EventData data) {
        return new Continue(data, null, false, "");
    }

    /** Stop the operation. The reason is what the agent is told; null counts as empty. No later handler runs. */
    static Deny deny(String reason) {
        return new Deny(reason, null, false, "");
    }

    /** Go on with this data instead: all of it, not only what changes. */
    static Modify modify(Map<String, ?> data) {
        return modify(EventData.of(data));
    }

    /** The same with data that need not be copied. */
    static Modify modify(EventData data) {
        return new Modify(data, "", null, false, "");
    }

    /**
     * Tell the agent something, in the conversation; as a stored system message unless refined.
     *
     * @throws InvalidResultException if the text is empty
     */
    static InjectContext inject(String text) {
        return new InjectContext(text, Role.SYSTEM, false, false, null, false, "");
    }

    /** Ask the user first. A blank prompt asks {@code Allow this operation?}. */
    static AskUser ask(String prompt) {
        return new AskUser(
                prompt, Question.DEFAULT_OPTIONS, Question.DEFAULT_TIMEOUT, Decision.DENY, "", "", null, false, "");
    }

    /** Which of the five kinds this is. */
    Action action();

    /** What the user is told, apart from the agent; null for nothing. */
    @Nullable
    UserMessage userMessage();

    /** Whether what the hook itself wrote to the standard streams is kept out of the transcript. */
    boolean outputSuppressed();

    /** The author's explanation for the record. It reaches neither the model nor the user's screen. Empty if there is none. */
    String because();

    /** The same with an information for the user, which replaces one given before. */
    HookResult userMessage(String text);

    /** The same with a message for the user, which replaces one given before; null takes it away. */
    HookResult userMessage(String text, Level level);

    /** The same, and what the hook wrote to the standard streams is only in the audit log. */
    HookResult suppressOutput();

    /** The same with an explanation for the record, which replaces one given before. */
    HookResult because(String text);

    /** Never fails: a denial or a question must not be undone by the message beside it. */
    private static @Nullable UserMessage message(@Nullable String text, @Nullable Level level) {
        return text == null ? null : UserMessage.of(text, level == null ? Level.INFO : level);
    }

    /** Go on. The data are what {@link HookRegistry#emitAndCollect} collects; null for nothing. */
    record Continue(
            @Nullable EventData data, @Nullable UserMessage userMessage, boolean outputSuppressed, String because)
            implements HookResult {

        private static final Continue PLAIN = new Continue(null, null, false, "");

        public Continue {
            because = because == null ? "" : because;
        }

        /** Without an explanation. */
        public Continue(@Nullable EventData data, @Nullable UserMessage userMessage, boolean outputSuppressed) {
            this(data, userMessage, outputSuppressed, "");
        }

        @Override
        public Action action() {
            return Action.CONTINUE;
        }

        @Override
        public Continue userMessage(String text) {
            return userMessage(text, Level.INFO);
        }

        @Override
        public Continue userMessage(String text, Level level) {
            return carrying(message(text, level), outputSuppressed, because);
        }

        @Override
        public Continue suppressOutput() {
            return carrying(userMessage, true, because);
        }

        @Override
        public Continue because(String text) {
            return carrying(userMessage, outputSuppressed, text);
        }

        private Continue carrying(@Nullable UserMessage message, boolean suppressed, String why) {
            return new Continue(data, message, suppressed, why);
        }
    }

    /** Stop the operation. */
    record Deny(String reason, @Nullable UserMessage userMessage, boolean outputSuppressed, String because)
            implements HookResult {

        public Deny {
            reason = reason == null ? "" : reason; // an exception without a message, say: that must not undo the denial
            because = because == null ? "" : because;
        }

        /** Without an explanation. */
        public Deny(String reason, @Nullable UserMessage userMessage, boolean outputSuppressed) {
            this(reason, userMessage, outputSuppressed, "");
        }

        @Override
        public Action action() {
            return Action.DENY;
        }

        @Override
        public Deny userMessage(String text) {
            return userMessage(text, Level.INFO);
        }

        @Override
        public Deny userMessage(String text, Level level) {
            return carrying(message(text, level), outputSuppressed, because);
        }

        @Override
        public Deny suppressOutput() {
            return carrying(userMessage, true, because);
        }

        @Override
        public Deny because(String text) {
            return carrying(userMessage, outputSuppressed, text);
        }

        private Deny carrying(@Nullable UserMessage message, boolean suppressed, String why) {
            return new Deny(reason, message, suppressed, why);
        }
    }

    /** Go on with other data. The reason is for the record; empty if there is none. */
    record Modify(
            EventData data, String reason, @Nullable UserMessage userMessage, boolean outputSuppressed, String because)
            implements HookResult {

        public Modify {
            Objects.requireNonNull(data, "the data of a modify");
            reason = reason == null ? "" : reason;
            because = because == null ? "" : because;
        }

        @Override
        public Action action() {
            return Action.MODIFY;
        }

        /** The same with a reason for the record. */
        public Modify reason(String text) {
            return new Modify(data, text, userMessage, outputSuppressed, because);
        }

        @Override
        public Modify userMessage(String text) {
            return userMessage(text, Level.INFO);
        }

        @Override
        public Modify userMessage(String text, Level level) {
            return carrying(message(text, level), outputSuppressed, because);
        }

        @Override
        public Modify suppressOutput() {
            return carrying(userMessage, true, because);
        }

        @Override
        public Modify because(String text) {
            return carrying(userMessage, outputSuppressed, text);
        }

        private Modify carrying(@Nullable UserMessage message, boolean suppressed, String why) {
            return new Modify(data, reason, message, suppressed, why);
        }
    }

    /** Tell the agent something. The text is not empty, and the role is never {@link Role#TOOL}. */
    record InjectContext(
            String text,
            Role role,
            boolean isEphemeral,
            boolean isAppended,
            @Nullable UserMessage userMessage,
            boolean outputSuppressed,
            String because)
            implements HookResult {

        public InjectContext {
            if (text == null || text.isEmpty()) {
                throw new InvalidResultException("inject_context without text");
            }
            if (Objects.requireNonNull(role, "the role of an injection") == Role.TOOL) {
                throw new InvalidResultException("inject_context with the role tool, which only a tool has");
            }
            because = because == null ? "" : because;
        }

        /** Without an explanation. */
        public InjectContext(
                String text,
                Role role,
                boolean isEphemeral,
                boolean isAppended,
                @Nullable UserMessage userMessage,
                boolean outputSuppressed) {
            this(text, role, isEphemeral, isAppended, userMessage, outputSuppressed, "");
        }

        @Override
        public Action action() {
            return Action.INJECT_CONTEXT;
        }

        /** The same with another text. */
        public InjectContext text(String newText) {
            return new InjectContext(newText, role, isEphemeral, isAppended, userMessage, outputSuppressed, because);
        }

        /** The same in another role. */
        public InjectContext role(Role newRole) {
            return new InjectContext(text, newRole, isEphemeral, isAppended, userMessage, outputSuppressed, because);
        }

        /** For the next request only, never stored. */
        public InjectContext ephemeral() {
            return new InjectContext(text, role, true, isAppended, userMessage, outputSuppressed, because);
        }

        /** Being ephemeral, at the end of the last tool result rather than as a message of its own. */
        public InjectContext appendToLastToolResult() {
            return new InjectContext(text, role, isEphemeral, true, userMessage, outputSuppressed, because);
        }

        @Override
        public InjectContext userMessage(String message) {
            return userMessage(message, Level.INFO);
        }

        @Override
        public InjectContext userMessage(String message, Level level) {
            return carrying(message(message, level), outputSuppressed, because);
        }

        @Override
        public InjectContext suppressOutput() {
            return carrying(userMessage, true, because);
        }

        @Override
        public InjectContext because(String why) {
            return carrying(userMessage, outputSuppressed, why);
        }

        private InjectContext carrying(@Nullable UserMessage message, boolean suppressed, String why) {
            return new InjectContext(text, role, isEphemeral, isAppended, message, suppressed, why);
        }
    }

    /**
     * Ask the user first.
     *
     * @param reason why the hook asks; empty if it does not say
     * @param scope how far {@code Allow always} reaches, as shown to the user; empty for exactly this operation
     */
    record AskUser(
            String prompt,
            List<String> options,
            Duration timeout,
            Decision byDefault,
            String reason,
            String scope,
            @Nullable UserMessage userMessage,
            boolean outputSuppressed,
            String because)
            implements HookResult {

        /** As good as for ever, and still a time that can be added to another. */
        private static final Duration LONGEST = Duration.ofDays(3_650);

        public AskUser {
            prompt = prompt == null || prompt.isBlank() ? Question.DEFAULT_PROMPT : prompt;
            byDefault = byDefault == null ? Decision.DENY : byDefault;
            reason = reason == null ? "" : reason;
            scope = scope == null || scope.isBlank() ? "" : scope;
            because = because == null ? "" : because;
            options = options.isEmpty() ? Question.DEFAULT_OPTIONS : List.copyOf(options);
            if (options.stream().anyMatch(String::isBlank)) {
                throw new InvalidResultException("ask_user offers a blank option");
            }
            timeout = timeout == null ? Question.DEFAULT_TIMEOUT : timeout;
            if (timeout.isNegative()) {
                throw new InvalidResultException("ask_user with the negative timeout " + timeout);
            }
            timeout = timeout.compareTo(LONGEST) > 0 ? LONGEST : timeout;
        }

        /** Without a scope and an explanation. */
        public AskUser(
                String prompt,
                List<String> options,
                Duration timeout,
                Decision byDefault,
                String reason,
                @Nullable UserMessage userMessage,
                boolean outputSuppressed) {
            this(prompt, options, timeout, byDefault, reason, "", userMessage, outputSuppressed, "");
        }

        @Override
        public Action action() {
            return Action.ASK_USER;
        }

        /** What the user may choose; an option grants if its first word is "allow". None given: {@code Allow, Deny}. */
        public AskUser options(String... offered) {
            return with(List.of(offered), timeout, byDefault, reason, scope);
        }

        /** How long the user has; a longer time than ten years counts as ten. */
        public AskUser timeout(Duration limit) {
            return with(options, limit, byDefault, reason, scope);
        }

        /** What holds if no answer comes in time. For a hook whose failure denies it is always deny. */
        public AskUser byDefault(Decision decision) {
            return with(options, timeout, decision, reason, scope);
        }

        /** Why the hook asks. */
        public AskUser reason(String text) {
            return with(options, timeout, byDefault, text, scope);
        }

        /**
         * How far {@code Allow always} reaches: for every later question of this hook with the same event, tool, scope
         * and options. Without one it holds for exactly this operation.
         */
        public AskUser scope(String text) {
            return with(options, timeout, byDefault, reason, text);
        }

        private AskUser with(List<String> offered, Duration limit, Decision decision, String why, String reach) {
            return new AskUser(prompt, offered, limit, decision, why, reach, userMessage, outputSuppressed, because);
        }

        @Override
        public AskUser userMessage(String text) {
            return userMessage(text, Level.INFO);
        }

        @Override
        public AskUser userMessage(String text, Level level) {
            return carrying(message(text, level), outputSuppressed, because);
        }

        @Override
        public AskUser suppressOutput() {
            return carrying(userMessage, true, because);
        }

        @Override
        public AskUser because(String text) {
            return carrying(userMessage, outputSuppressed, text);
        }

        private AskUser carrying(@Nullable UserMessage message, boolean suppressed, String why) {
            return new AskUser(prompt, options, timeout, byDefault, reason, scope, message, suppressed, why);
        }
    }
}
