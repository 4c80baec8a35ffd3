package dev.carabiner.scenarios;

import dev.carabiner.engine.yaml.YamlSource.Node;
import dev.carabiner.scenarios.FileUpdate.Edit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The lines of one matrix that go to another group. Comments and lines that stay are not touched. */
final class MatrixEdit {

    private final String text;
    private final Node commands;
    private final Set<Node> leaving = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Map<String, List<String>> coming = new LinkedHashMap<>();

    /** @param commands the object with the groups */
    MatrixEdit(String text, Node commands) {
        this.text = text;
        this.commands = commands;
    }

    void move(Fix.Move move, Node line) {
        leaving.add(line);
        coming.computeIfAbsent(move.to(), none -> new ArrayList<>()).add(FlowYaml.of(move.command()));
    }

    List<Edit> edits() {
        List<Edit> edits = new ArrayList<>();
        commands.fields().forEach((group, list) -> {
            List<String> more = coming.getOrDefault(group, List.of());
            List<Node> staying =
                    list.items().stream().filter(it -> !leaving.contains(it)).toList();
            boolean isUntouched =
                    more.isEmpty() && staying.size() == list.items().size();
            if (staying.isEmpty() && !isUntouched) {
                String items = String.join(", ", more);
                edits.add(new Edit(list.start(), list.end(), (list.isFlow() ? "[" : "  [") + items + "]"));
            } else if (!isUntouched) {
                edits.addAll(list.isFlow() ? inBrackets(list, staying, more) : inLines(list, staying, more));
            }
        });
        coming.forEach((group, lines) -> {
            if (!commands.fields().containsKey(group)) {
                edits.add(newGroup(group + ": [" + String.join(", ", lines) + "]"));
            }
        });
        return edits;
    }

    /** Each that leaves takes the comma behind it along; those after the last that stays take the one before. */
    private List<Edit> inBrackets(Node list, List<Node> staying, List<String> more) {
        List<Edit> edits = new ArrayList<>();
        int last = list.items().indexOf(staying.getLast());
        for (int i = 0; i < last; i++) {
            if (leaving.contains(list.items().get(i))) {
                edits.add(new Edit(
                        list.items().get(i).start(), list.items().get(i + 1).start(), ""));
            }
        }
        StringBuilder added = new StringBuilder();
        more.forEach(line -> added.append(", ").append(line));
        boolean isShorter = last < list.items().size() - 1;
        int end = isShorter ? list.items().getLast().end() : staying.getLast().end();
        edits.add(new Edit(staying.getLast().end(), end, added.toString()));
        return edits;
    }

    private List<Edit> inLines(Node list, List<Node> staying, List<String> more) {
        List<Edit> edits = new ArrayList<>();
        for (Node item : list.items()) {
            if (leaving.contains(item)) {
                edits.add(new Edit(lineStart(dash(item)), lineEnd(item.end()), ""));
            }
        }
        Node last = staying.getLast();
        String indent = text.substring(lineStart(dash(last)), dash(last));
        StringBuilder added = new StringBuilder();
        more.forEach(line -> added.append(indent.isBlank() ? indent : " ".repeat(indent.length()))
                .append("- ")
                .append(line)
                .append('\n'));
        int end = lineEnd(last.end());
        boolean isWhole = end > 0 && text.charAt(end - 1) == '\n';
        edits.add(new Edit(end, end, (isWhole || more.isEmpty() ? "" : "\n") + added));
        return edits;
    }

    private Edit newGroup(String field) {
        return commands.isFlow()
                ? new Edit(commands.start() + 1, commands.start() + 1, field + ", ")
                : new Edit(commands.start(), commands.start(), field + "\n" + " ".repeat(commands.column() - 1));
    }

    private int dash(Node item) {
        return text.lastIndexOf('-', item.start() - 1);
    }

    private int lineStart(int at) {
        return text.lastIndexOf('\n', at) + 1;
    }

    /** After the end of the line. */
    private int lineEnd(int at) {
        int end = text.indexOf('\n', at);
        return end < 0 ? text.length() : end + 1;
    }
}
