package dev.carabiner.examples;

import dev.carabiner.event.EventData;
import dev.carabiner.event.Events;
import dev.carabiner.examples.host.FileTools;
import dev.carabiner.examples.host.Tool;
import dev.carabiner.examples.host.ToolRunner;
import dev.carabiner.hook.FailurePolicy;
import dev.carabiner.hook.HookOptions;
import dev.carabiner.hook.HookRegistry;
import dev.carabiner.hook.HookResult;
import dev.carabiner.hook.Registration;
import dev.carabiner.session.SessionCoordinator;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Modify: card numbers are taken out of what a tool is given, before any other hook sees it. The record keeps what came in
 * and who changed it; what must not reach the record either is for a masker of the coordinator.
 */
public final class RedactInput {

    private static final Pattern CARD = Pattern.compile("(?<!\\p{Nd})\\p{Nd}(?:[ .-]?\\p{Nd}){12,18}(?!\\p{Nd})");

    private RedactInput() {}

    /** First of all hooks, so that the others are given the redacted input; and if it fails, nothing goes out. */
    public static Registration mount(HookRegistry hooks) {
        HookOptions options = HookOptions.forEvent(Events.TOOL_PRE)
                .name("redact-cards")
                .priority(-100)
                .onFailure(FailurePolicy.DENY);
        return hooks.on(Events.TOOL_PRE, options, (call, data) -> {
            EventData redacted =
                    data.with("tool_input", redacted(call.toolInput().asMap()));
            return redacted.equals(data) ? HookResult.proceed() : HookResult.modify(redacted);
        });
    }

    /** Wherever in the input a text stands. */
    private static @Nullable Object redacted(@Nullable Object value) {
        return switch (value) {
            case String text -> CARD.matcher(text).replaceAll(RedactInput::replacement);
            case List<?> list -> list.stream().map(RedactInput::redacted).toList();
            case Map<?, ?> map -> {
                Map<String, @Nullable Object> copy = new LinkedHashMap<>();
                map.forEach((key, element) -> copy.put((String) key, redacted(element)));
                yield copy;
            }
            case null, default -> value;
        };
    }

    private static String replacement(MatchResult found) {
        return isCardNumber(found.group()) ? "[REDACTED]" : found.group();
    }

    /** The check digit that card numbers carry; an order number of that length seldom fits it. */
    private static boolean isCardNumber(String text) {
        int[] digits = text.codePoints()
                .filter(Character::isDigit)
                .map(c -> Character.digit(c, 10))
                .toArray();
        int sum = 0;
        for (int i = 0; i < digits.length; i++) {
            boolean doubled = (digits.length - i) % 2 == 0;
            int digit = doubled ? 2 * digits[i] : digits[i];
            sum += digit > 9 ? digit - 9 : digit;
        }
        return sum % 10 == 0;
    }

    public static void main(String[] args) throws Exception {
        Stage.perform(RedactInput::play);
    }

    static void play(Stage stage) throws Exception {
        Path outbox = stage.directory().resolve("outbox.txt");
        Tool sendEmail = input -> {
            Files.writeString(outbox, FileTools.required(input, "body"));
            return "Sent";
        };
        HookRegistry hooks = new HookRegistry();
        mount(hooks);
        SessionCoordinator session = SessionCoordinator.builder().hooks(hooks).build();
        ToolRunner tools = new ToolRunner(session, Map.of("SendEmail", sendEmail));

        String body = "Order 4711-0000-1234-5678 was paid with card 4111-1111-1111-1111.";
        tools.call("SendEmail", EventData.of("to", "shop@example.org", "body", body));

        stage.say("The agent wanted to send:");
        stage.quote(body);
        stage.say("The tool was permitted to send, and sent, only this; the order number is no card number and stays:");
        stage.quote(Files.readString(outbox));
    }
}
