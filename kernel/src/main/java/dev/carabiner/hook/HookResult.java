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
 * {@code HookResult.ask("Deploy?").timeout(Duration.ofMinutes(1)).userMessage("Waiting for you")}.
 */
public sealed interface HookResult {

    /** Go on. */
    static Continue proceed() {
        return Continue.PLAIN;
    }

    /** Go on, and offer data to whoever collects: {@link HookRegistry#emitAndCollect}. */
    static Continue proceed(Map<String, ?> data) {
        return proceed(EventData.of(data));
    }

    static Continue proceed(EventData data) {
        return new Continue(data, null, false);
    }

    /** Stop the operation. The reason is what the agent is told. */
    static Deny deny(String reason) {
        return new Deny(reason, null, false);
    }

    /** Go on with this data instead: all of it, not only what changes. */
    static Modify modify(Map<String, ?> data) {
        return modify(EventData.of(data));
    }

    static Modify modify(EventData data) {
        return new Modify(data, "", null, false);
    }

    /** Tell the agent something, in the conversation. */
    static InjectContext inject(String text) {
        return new InjectContext(text, Role.SYSTEM, false, false, null, false);
    }

    /** Ask the user first. A blank prompt asks {@code Allow this operation?}. */
    static AskUser ask(String prompt) {
        return new AskUser(prompt, Question.DEFAULT_OPTIONS, Question.DEFAULT_TIMEOUT, Decision.DENY, "", "", null, false);
    }

    Action action();

    /** What the user is told, apart from the agent; null for nothing. */
    @Nullable
    UserMessage userMessage();

    /** Whether what the hook itself wrote to the standard streams is kept out of the transcript. */
    boolean outputSuppressed();

    default HookResult userMessage(String text) {
        return userMessage(text, Level.INFO);
    }

    HookResult userMessage(String text, Level level);

    HookResult suppressOutput();

    /** Never fails: a denial or a question must not be undone by the message beside it. */
    private static @Nullable UserMessage message(@Nullable String text, @Nullable Level level) {
        return text == null ? null : UserMessage.of(text, level == null ? Level.INFO : level);
    }

    record Continue(@Nullable EventData data, @Nullable UserMessage userMessage, boolean outputSuppressed)
            implements HookResult {

        private static final Continue PLAIN = new Continue(null, null, false);

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
            return new Continue(data, message(text, level), outputSuppressed);
        }

        @Override
        public Continue suppressOutput() {
            return new Continue(data, userMessage, true);
        }
    }

    record Deny(String reason, @Nullable UserMessage userMessage, boolean outputSuppressed) implements HookResult {

        public Deny {
            reason = reason == null ? "" : reason; // an exception without a message, say: that must not undo the denial
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
            return new Deny(reason, message(text, level), outputSuppressed);
        }

        @Override
        public Deny suppressOutput() {
            return new Deny(reason, userMessage, true);
        }
    }

    /** The reason is for the record; empty if there is none. */
    record Modify(EventData data, String reason, @Nullable UserMessage userMessage, boolean outputSuppressed)
            implements HookResult {

        public Modify {
            Objects.requireNonNull(data, "the data of a modify");
            reason = reason == null ? "" : reason;
        }

        @Override
        public Action action() {
            return Action.MODIFY;
        }

        public Modify reason(String text) {
            return new Modify(data, text, userMessage, outputSuppressed);
        }

        @Override
        public Modify userMessage(String text) {
            return userMessage(text, Level.INFO);
        }

        @Override
        public Modify userMessage(String text, Level level) {
            return new Modify(data, reason, message(text, level), outputSuppressed);
        }

        @Override
        public Modify suppressOutput() {
            return new Modify(data, reason, userMessage, true);
        }
    }

    record InjectContext(
            String text,
            Role role,
            boolean isEphemeral,
            boolean isAppended,
            @Nullable UserMessage userMessage,
            boolean outputSuppressed)
            implements HookResult {

        public InjectContext {
            if (text == null || text.isEmpty()) {
                throw new InvalidResultException("inject_context without text");
            }
            if (Objects.requireNonNull(role, "the role of an injection") == Role.TOOL) {
                throw new InvalidResultException("inject_context with the role tool, which only a tool has");
            }
        }

        @Override
        public Action action() {
            return Action.INJECT_CONTEXT;
        }

        public InjectContext text(String newText) {
            return new InjectContext(newText, role, isEphemeral, isAppended, userMessage, outputSuppressed);
        }

        public InjectContext role(Role newRole) {
            return new InjectContext(text, newRole, isEphemeral, isAppended, userMessage, outputSuppressed);
        }

        /** For the next request only, never stored. */
        public InjectContext ephemeral() {
            return new InjectContext(text, role, true, isAppended, userMessage, outputSuppressed);
        }

        /** Being ephemeral, at the end of the last tool result rather than as a message of its own. */
        public InjectContext appendToLastToolResult() {
            return new InjectContext(text, role, isEphemeral, true, userMessage, outputSuppressed);
        }

        @Override
        public InjectContext userMessage(String message) {
            return userMessage(message, Level.INFO);
        }

        @Override
        public InjectContext userMessage(String message, Level level) {
            return new InjectContext(text, role, isEphemeral, isAppended, message(message, level), outputSuppressed);
        }

        @Override
        public InjectContext suppressOutput() {
            return new InjectContext(text, role, isEphemeral, isAppended, userMessage, true);
        }
    }

    /** The reason is why the hook asks; empty if it does not say. */
    record AskUser(
            String prompt,
            List<String> options,
            Duration timeout,
            Decision byDefault,
            String reason,
            String scope,
            @Nullable UserMessage userMessage,
            boolean outputSuppressed)
            implements HookResult {

        /** As good as for ever, and still a time that can be added to another. */
        private static final Duration LONGEST = Duration.ofDays(3_650);

        public AskUser {
            prompt = prompt == null || prompt.isBlank() ? Question.DEFAULT_PROMPT : prompt;
            byDefault = byDefault == null ? Decision.DENY : byDefault;
            reason = reason == null ? "" : reason;
            scope = scope == null || scope.isBlank() ? "" : scope;
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

        @Override
        public Action action() {
            return Action.ASK_USER;
        }

        /** What the user may choose; an option grants if its first word is "allow". */
        public AskUser options(String... offered) {
            return new AskUser(prompt, List.of(offered), timeout, byDefault, reason, scope, userMessage, outputSuppressed);
        }

        public AskUser timeout(Duration limit) {
            return new AskUser(prompt, options, limit, byDefault, reason, scope, userMessage, outputSuppressed);
        }

        /** What holds if nobody answers in time. */
        public AskUser byDefault(Decision decision) {
            return new AskUser(prompt, options, timeout, decision, reason, scope, userMessage, outputSuppressed);
        }

        public AskUser reason(String text) {
            return new AskUser(prompt, options, timeout, byDefault, text, scope, userMessage, outputSuppressed);
        }

        /** How far {@code Allow always} reaches; without it, to exactly this operation. */
        public AskUser scope(String text) {
            return new AskUser(prompt, options, timeout, byDefault, reason, text, userMessage, outputSuppressed);
        }

        @Override
        public AskUser userMessage(String text) {
            return userMessage(text, Level.INFO);
        }

        @Override
        public AskUser userMessage(String text, Level level) {
            UserMessage message = message(text, level);
            return new AskUser(prompt, options, timeout, byDefault, reason, scope, message, outputSuppressed);
        }

        @Override
        public AskUser suppressOutput() {
            return new AskUser(prompt, options, timeout, byDefault, reason, scope, userMessage, true);
        }
    }
}
