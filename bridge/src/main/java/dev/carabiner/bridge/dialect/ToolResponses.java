package dev.carabiner.bridge.dialect;

import dev.carabiner.event.EventData;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a tool answered, {@code {success, output}} here, as each agent tells it to hooks. */
final class ToolResponses {

    private ToolResponses() {}

    static @Nullable Object claude(Occasion occasion) {
        Object result = occasion.data().get("tool_result");
        if (!isOurs(result)) {
            return result;
        }
        Object output = output(occasion);
        boolean success = success(occasion);
        EventData input = occasion.input();
        if (output instanceof Map) {
            return output;
        }
        String text = text(output);
        return switch (occasion.tool()) {
            case "Bash" ->
                object(
                        "stdout",
                        success ? text : "",
                        "stderr",
                        success ? "" : text,
                        "interrupted",
                        false,
                        "isImage",
                        false);
            case "Write" ->
                object(
                        "type",
                        "create",
                        "filePath",
                        input.get("file_path"),
                        "content",
                        input.get("content"),
                        "success",
                        success);
            case "Edit", "MultiEdit" ->
                object(
                        "filePath",
                        input.get("file_path"),
                        "oldString",
                        input.get("old_string"),
                        "newString",
                        input.get("new_string"),
                        "success",
                        success);
            case "Read" -> object("type", "text", "file", object("filePath", input.get("file_path"), "content", text));
            default -> object("success", success, "output", output);
        };
    }

    static @Nullable Object gemini(Occasion occasion) {
        if (!isOurs(occasion.data().get("tool_result"))) {
            return occasion.data().get("tool_result");
        }
        String text = text(output(occasion));
        return success(occasion)
                ? object("llmContent", text, "returnDisplay", text)
                : object("llmContent", text, "returnDisplay", text, "error", object("message", text));
    }

    static @Nullable Object copilot(Occasion occasion) {
        if (!isOurs(occasion.data().get("tool_result"))) {
            return occasion.data().get("tool_result");
        }
        return object(
                "resultType", success(occasion) ? "success" : "failure", "textResultForLlm", text(output(occasion)));
    }

    static @Nullable String text(Occasion occasion) {
        Object result = occasion.data().get("tool_result");
        return result == null ? null : text(isOurs(result) ? output(occasion) : result);
    }

    /** What a tool answered there, as it is told here: {@code {success, output}}. */
    static Map<String, @Nullable Object> ours(Object theirs) {
        boolean failed = false;
        Object output = theirs;
        if (theirs instanceof Map<?, ?> fields) {
            failed = Boolean.FALSE.equals(fields.get("success"))
                    || "failure".equals(fields.get("resultType"))
                    || fields.get("error") != null;
            for (String key : List.of("stdout", "llmContent", "textResultForLlm", "output")) {
                if (fields.get(key) instanceof String text) {
                    boolean silent = text.isEmpty() && fields.get("stderr") instanceof String;
                    output = silent ? fields.get("stderr") : text;
                    break;
                }
            }
        }
        return object("success", !failed, "output", output);
    }

    static @Nullable String error(Occasion occasion) {
        Object error = occasion.data().get("error");
        if (error instanceof Map<?, ?> fields && fields.get("message") instanceof String message) {
            return message;
        }
        return error == null ? text(occasion) : text(error);
    }

    private static boolean isOurs(@Nullable Object result) {
        return result instanceof Map<?, ?> map && map.containsKey("output");
    }

    private static @Nullable Object output(Occasion occasion) {
        return occasion.data().get("tool_result") instanceof Map<?, ?> map ? map.get("output") : null;
    }

    static boolean success(Occasion occasion) {
        Object result = occasion.data().get("tool_result");
        boolean failed = result instanceof Map<?, ?> map && Boolean.FALSE.equals(map.get("success"));
        return !failed && !Boolean.FALSE.equals(occasion.data().get("success"));
    }

    private static String text(@Nullable Object value) {
        return switch (value) {
            case null -> "";
            case String text -> text;
            case Map<?, ?> map -> JsonText.of(map);
            case List<?> list -> JsonText.of(list);
            default -> String.valueOf(value);
        };
    }

    private static Map<String, @Nullable Object> object(@Nullable Object... fields) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        for (int i = 0; i < fields.length; i += 2) {
            if (fields[i + 1] != null) {
                object.put(String.valueOf(fields[i]), fields[i + 1]);
            }
        }
        return object;
    }
}
