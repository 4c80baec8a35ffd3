package dev.carabiner.bridge.dialect;

import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A file that is written or edited as the text of a patch, the input of Codex's {@code apply_patch}. */
final class PatchText {

    private PatchText() {}

    static String of(String tool, Map<String, @Nullable Object> input) {
        String file = text(input, "file_path");
        String body = tool.equals("Write")
                ? "*** Add File: " + file + "\n" + marked("+", text(input, "content"))
                : "*** Update File: " + file + "\n@@\n" + marked("-", text(input, "old_string"))
                        + marked("+", text(input, "new_string"));
        return "*** Begin Patch\n" + body + "*** End Patch\n";
    }

    private static String text(Map<String, @Nullable Object> input, String key) {
        return input.get(key) instanceof String text ? text : "";
    }

    private static String marked(String mark, String text) {
        return text.isEmpty()
                ? ""
                : text.lines().map(line -> mark + line + "\n").collect(Collectors.joining());
    }
}
