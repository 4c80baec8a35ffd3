package dev.carabiner.runtime.offline;

import dev.carabiner.context.ToolCall;
import dev.carabiner.runtime.provider.ModelRequest;
import dev.carabiner.runtime.provider.ToolSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Turns the lines of the last prompt into tool calls, one after another; reads that follow each other come together. A
 * correction that a hook has named comes first. When nothing is left to do, it tells what was done.
 */
final class FollowInstructions implements Script {

    private static final int READS_AT_ONCE = 8;

    /** For one prompt. Hooks that never agree with what they have named themselves would go on for ever. */
    private static final int MOST_CORRECTIONS = 10;

    @Override
    public Line next(ModelRequest request) {
        PresentTurn conversation = PresentTurn.of(request.messages());
        Set<String> tools = request.tools().stream().map(ToolSpec::name).collect(Collectors.toSet());
        List<DraftCall> corrections = Corrections.of(conversation).stream()
                .filter(draft -> tools.contains(draft.tool()))
                .limit(MOST_CORRECTIONS - Math.min(MOST_CORRECTIONS, conversation.corrections()))
                .toList();
        if (!corrections.isEmpty()) {
            return Line.calls(told(corrections), calls(corrections, conversation.nextId(), true));
        }
        List<Instruction> instructions = Instruction.all(conversation.prompt());
        List<DraftCall> pending = next(instructions, tools, conversation.followed());
        return pending.isEmpty()
                ? Line.words(Summary.of(conversation, instructions, tools))
                : Line.calls("", calls(pending, conversation.nextId(), false));
    }

    private static List<DraftCall> next(List<Instruction> instructions, Set<String> tools, int followed) {
        List<DraftCall> drafts = instructions.stream()
                .filter(instruction -> instruction.tool() != null && tools.contains(instruction.tool()))
                .map(it -> new DraftCall(Objects.requireNonNull(it.tool(), "filtered"), it.input()))
                .skip(followed)
                .toList();
        int together = 0;
        while (together < Math.min(drafts.size(), READS_AT_ONCE)
                && drafts.get(together).tool().equals("Read")) {
            together++;
        }
        return drafts.subList(0, Math.min(drafts.size(), Math.max(1, together)));
    }

    private static List<ToolCall> calls(List<DraftCall> drafts, int firstId, boolean areCorrections) {
        List<ToolCall> calls = new ArrayList<>();
        for (DraftCall draft : drafts) {
            calls.add(
                    new ToolCall(PresentTurn.id(firstId + calls.size(), areCorrections), draft.tool(), draft.input()));
        }
        return calls;
    }

    private static String told(List<DraftCall> corrections) {
        return "A hook has named a correction, so I try: "
                + corrections.stream().map(DraftCall::inWords).collect(Collectors.joining("; ")) + ".";
    }
}
