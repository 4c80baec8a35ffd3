package dev.carabiner.context;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** How large injections are, and how those of one emit become messages. */
public final class Injections {

    private static final int CHARACTERS_PER_TOKEN = 4;

    private Injections() {}

    /** The size that the limit is about: bytes of UTF-8. */
    public static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    /** The usual rough estimate: four characters a token, rounded up. */
    public static int tokens(String text) {
        int characters = text.codePointCount(0, text.length());
        return Math.ceilDiv(characters, CHARACTERS_PER_TOKEN);
    }

    /** Those of the same role, lifetime and placement together, in the order in which these first appear. */
    public static List<List<Injection>> grouped(List<Injection> injections) {
        List<List<Injection>> groups = new ArrayList<>();
        for (Injection injection : injections) {
            groups.stream()
                    .filter(group -> group.getFirst().belongsWith(injection))
                    .findFirst()
                    .orElseGet(() -> newGroup(groups))
                    .add(injection);
        }
        return groups;
    }

    private static List<Injection> newGroup(List<List<Injection>> groups) {
        List<Injection> group = new ArrayList<>();
        groups.add(group);
        return group;
    }

    /** A group as one message: a single injection as it is, several under each one's name. */
    public static Injection merged(List<Injection> group) {
        if (group.size() == 1) {
            return group.getFirst();
        }
        String text = group.stream()
                .map(part -> "From " + part.author() + " (" + bytes(part.text()) + " bytes):\n" + part.text())
                .collect(Collectors.joining("\n\n", "Hook feedback:\n\n", ""));
        String authors = group.stream().map(Injection::author).collect(Collectors.joining(","));
        return group.getFirst().mergedAs(text, authors);
    }
}
