package dev.carabiner.json;

import dev.carabiner.approval.Question;
import dev.carabiner.display.UserMessage;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookResult;
import dev.carabiner.hook.InvalidResultException;
import java.lang.System.Logger;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A result as one flat JSON object, the form that hooks outside this JVM speak: fourteen fields, and beside them
 * {@code because} and, on a question, {@code scope}, which are there only if the result has them.
 */
public final class HookResultJson {

    private static final Logger LOG = System.getLogger(HookResultJson.class.getName());

    private HookResultJson() {}

    /** Reads a result; a field that is not known is left out, and the log says so. */
    public static HookResult read(String json) {
        return read(json, warning -> LOG.log(Logger.Level.WARNING, warning));
    }

    /**
     * Reads a result; the warnings are told about fields that are not known.
     *
     * @throws InvalidJsonException if it is not a JSON object
     * @throws InvalidResultException if a field has the wrong type or value, or one is missing that the action needs
     */
    public static HookResult read(String json, Consumer<String> warnings) {
        return of(EventDataJson.read(json), warnings);
    }

    /** The result that these fields mean. */
    public static HookResult of(EventData json, Consumer<String> warnings) {
        ResultFields fields = new ResultFields(json);
        fields.warnOfUnknown(warnings);
        HookResult result = refined(fields);
        String message = fields.text("user_message");
        if (message != null) {
            result = result.userMessage(message, fields.level());
        }
        String because = fields.textOrEmpty("because");
        result = because.isEmpty() ? result : result.because(because);
        return fields.flag("suppress_output") ? result.suppressOutput() : result;
    }

    private static HookResult refined(ResultFields fields) {
        return switch (fields.action()) {
            case CONTINUE -> {
                EventData data = fields.data();
                yield data == null ? HookResult.proceed() : HookResult.proceed(data);
            }
            case DENY -> HookResult.deny(fields.textOrEmpty("reason"));
            case MODIFY -> modify(fields);
            case INJECT_CONTEXT -> injection(fields);
            case ASK_USER -> question(fields);
        };
    }

    private static HookResult modify(ResultFields fields) {
        EventData data = fields.data();
        if (data == null) {
            throw new InvalidResultException("modify without data");
        }
        return HookResult.modify(data).reason(fields.textOrEmpty("reason"));
    }

    private static HookResult injection(ResultFields fields) {
        HookResult.InjectContext injection =
                HookResult.inject(fields.textOrEmpty("context_injection")).role(fields.role());
        if (fields.flag("ephemeral")) {
            injection = injection.ephemeral();
        }
        return fields.flag("append_to_last_tool_result") ? injection.appendToLastToolResult() : injection;
    }

    private static HookResult question(ResultFields fields) {
        return HookResult.ask(fields.textOrEmpty("approval_prompt"))
                .options(fields.options())
                .timeout(fields.timeout())
                .byDefault(fields.byDefault())
                .reason(fields.textOrEmpty("reason"))
                .scope(fields.textOrEmpty("scope"));
    }

    /** All fourteen fields, those that do not apply with their defaults, and the optional ones that the result has. */
    public static String write(HookResult result) {
        return EventDataJson.write(EventData.of(fields(result)));
    }

    private static Map<String, @Nullable Object> fields(HookResult result) {
        Map<String, @Nullable Object> json = defaults();
        json.put("action", result.action().literal());
        switch (result) {
            case HookResult.Continue it -> json.put("data", it.data());
            case HookResult.Deny it -> json.put("reason", it.reason());
            case HookResult.Modify it -> {
                json.put("data", it.data());
                json.put("reason", nullIfEmpty(it.reason()));
            }
            case HookResult.InjectContext it -> {
                json.put("context_injection", it.text());
                json.put("context_injection_role", it.role());
                json.put("ephemeral", it.isEphemeral());
                json.put("append_to_last_tool_result", it.isAppended());
            }
            case HookResult.AskUser it -> {
                json.put("reason", nullIfEmpty(it.reason()));
                json.put("approval_prompt", it.prompt());
                json.put("approval_options", it.options());
                json.put("approval_timeout", seconds(it.timeout()));
                json.put("approval_default", it.byDefault());
            }
        }
        json.put("suppress_output", result.outputSuppressed());
        UserMessage message = result.userMessage();
        if (message != null) {
            json.put("user_message", message.text());
            json.put("user_message_level", message.level());
        }
        putUnlessEmpty("because", result.because(), json);
        if (result instanceof HookResult.AskUser question) {
            putUnlessEmpty("scope", question.scope(), json);
        }
        return json;
    }

    private static Map<String, @Nullable Object> defaults() {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("action", "continue");
        json.put("data", null);
        json.put("reason", null);
        json.put("context_injection", null);
        json.put("context_injection_role", "system");
        json.put("ephemeral", false);
        json.put("append_to_last_tool_result", false);
        json.put("approval_prompt", null);
        json.put("approval_options", null);
        json.put("approval_timeout", seconds(Question.DEFAULT_TIMEOUT));
        json.put("approval_default", "deny");
        json.put("suppress_output", false);
        json.put("user_message", null);
        json.put("user_message_level", "info");
        return json;
    }

    private static void putUnlessEmpty(String key, String text, Map<String, @Nullable Object> json) {
        if (!text.isEmpty()) {
            json.put(key, text);
        }
    }

    private static @Nullable String nullIfEmpty(String text) {
        return text.isEmpty() ? null : text;
    }

    private static double seconds(Duration duration) {
        return duration.toSeconds() + duration.toNanosPart() / 1e9;
    }

    static String literal(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
