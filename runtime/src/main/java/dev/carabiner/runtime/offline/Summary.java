package dev.carabiner.runtime.offline;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What was done for a prompt, in words. */
final class Summary {

    private static final int QUOTED = 160;
    private static final int MOST_LINES = 50;

    private Summary() {}

    static String of(PresentTurn conversation, List<Instruction> instructions, Set<String> tools) {
        List<String> lines = new ArrayList<>();
        int removed = conversation.removed().size();
        if (removed > 0) {
            lines.add("Before these: " + removed + (removed == 1 ? " call" : " calls")
                    + " that made room and are not in the conversation any more.");
        }
        conversation.steps().forEach(step -> lines.add(told(step)));
        instructions.stream()
                .filter(it -> it.tool() != null && !tools.contains(it.tool()))
                .forEach(it -> lines.add("Not possible: `" + DraftCall.brief(it.line(), QUOTED) + "` takes the tool "
                        + it.tool() + ", which I do not have here."));
        String words = words(instructions);
        if (!words.isEmpty()) {
            lines.add(answered(words));
        }
        if (lines.isEmpty()) {
            return "There is nothing to do.";
        }
        if (lines.size() > MOST_LINES) {
            int more = lines.size() - MOST_LINES;
            lines.subList(MOST_LINES, lines.size()).clear();
            lines.add("… and " + more + " more.");
        }
        return String.join("\n", lines);
    }

    private static String told(PresentTurn.Step step) {
        String what = new DraftCall(step.call().name(), step.call().input()).inWords();
        if (step.denied()) {
            return "Denied: " + what + ": " + DraftCall.brief(step.denial(), QUOTED);
        }
        String told = DraftCall.brief(step.result() == null ? "" : step.result(), QUOTED);
        String kind = step.isError() ? "Failed: " : step.isCorrection() ? "Corrected: " : "Done: ";
        return kind + what + (told.isEmpty() ? "." : ": " + told);
    }

    private static String words(List<Instruction> instructions) {
        return String.join(
                " ",
                instructions.stream()
                        .filter(it -> it.tool() == null)
                        .map(Instruction::line)
                        .toList());
    }

    private static String answered(String words) {
        return "You said: \"" + DraftCall.brief(words, QUOTED)
                + "\". I work without a model and follow instructions, one per"
                + " line: read PATH, write PATH: TEXT, edit PATH: OLD => NEW, run COMMAND, find GLOB, search REGEX,"
                + " todo A; B, delegate AGENT: TASK.";
    }
}
