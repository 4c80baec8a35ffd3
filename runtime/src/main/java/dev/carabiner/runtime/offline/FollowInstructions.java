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
        List<Wish> corrections = Corrections.of(conversation).stream()
                .filter(wish -> tools.contains(wish.tool()))
                .limit(MOST_CORRECTIONS - Math.min(MOST_CORRECTIONS, conversation.corrections()))
                .toList();
        if (!corrections.isEmpty()) {
            return Line.calls(told(corrections), calls(corrections, conversation.nextId(), true));
        }
        List<Instruction> instructions = Instruction.all(conversation.prompt());
        List<Wish> pending = next(instructions, tools, conversation.followed());
        return pending.isEmpty()
                ? Line.words(Summary.of(conversation, instructions, tools))
                : Line.calls("", calls(pending, conversation.nextId(), false));
    }

    private static List<Wish> next(List<Instruction> instructions, Set<String> tools, int followed) {
        List<Wish> wishes = instructions.stream()
                .filter(instruction -> instruction.tool() != null && tools.contains(instruction.tool()))
                .map(it -> new Wish(Objects.requireNonNull(it.tool(), "filtered"), it.input()))
                .skip(followed)
                .toList();
        int together = 0;
        while (together < Math.min(wishes.size(), READS_AT_ONCE)
                && wishes.get(together).tool().equals("Read")) {
            together++;
        }
        return wishes.subList(0, Math.min(wishes.size(), Math.max(1, together)));
    }

    private static List<ToolCall> calls(List<Wish> wishes, int firstId, boolean areCorrections) {
        List<ToolCall> calls = new ArrayList<>();
        for (Wish wish : wishes) {
            calls.add(new ToolCall(PresentTurn.id(firstId + calls.size(), areCorrections), wish.tool(), wish.input()));
        }
        return calls;
    }

    private static String told(List<Wish> corrections) {
        return "A hook has named a correction, so I try: "
                + corrections.stream().map(Wish::inWords).collect(Collectors.joining("; ")) + ".";
    }
}
