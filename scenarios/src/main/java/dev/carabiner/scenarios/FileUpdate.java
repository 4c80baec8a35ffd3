package dev.carabiner.scenarios;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.carabiner.engine.yaml.YamlSource;
import dev.carabiner.engine.yaml.YamlSource.Node;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** The changes of one file's text. */
final class FileUpdate {

    /** Some characters of the text, and what is to stand there. */
    record Edit(int start, int end, String text) {}

    private final String mark; // of the byte order, which editors put before the text
    private final String before;
    private final Node root;
    private final List<Edit> edits = new ArrayList<>();
    private final List<String> lines = new ArrayList<>();
    private final List<String> byHand = new ArrayList<>();

    private FileUpdate(String mark, String before) {
        this.mark = mark;
        this.before = before;
        this.root = YamlSource.of(before);
    }

    static FileUpdate of(String text, String file, List<Fix> fixes) {
        String mark = text.startsWith("\uFEFF") ? "\uFEFF" : "";
        FileUpdate update = new FileUpdate(mark, text.substring(mark.length()));
        Map<Mark, Fix> byPlace = new HashMap<>();
        IdentityHashMap<Node, MatrixEdit> matrices = new IdentityHashMap<>();
        for (Fix fix : fixes) {
            Fix other = byPlace.putIfAbsent(fix.at(), fix);
            if (other == null) {
                update.add(fix, matrices);
            } else if (!other.equals(fix)) {
                update.byHand.add(fix.at() + ": two cases would have different values here");
            }
        }
        matrices.values().forEach(matrix -> update.edits.addAll(matrix.edits()));
        if (!update.isReadable(file)) {
            update.lines.clear();
            update.byHand.add(
                    file + ": what would be written could not be read again; nothing is written into this file");
        }
        return update;
    }

    private void add(Fix fix, IdentityHashMap<Node, MatrixEdit> matrices) {
        List<Node> way = YamlSource.way(root, fix.at().line(), fix.at().column());
        if (way.isEmpty()) {
            byHand.add(fix.at() + ": the file has changed meanwhile; run the test again");
            return;
        }
        if (way.stream().anyMatch(Node::isShared)) {
            byHand.add(fix.at() + ": this value has a name (&) and may stand for several; it is not changed");
            return;
        }
        switch (fix) {
            case Fix.Value value -> edits.add(edit(way.getLast(), value.yaml()));
            case Fix.Move move ->
                matrices.computeIfAbsent(way.get(way.size() - 3), commands -> new MatrixEdit(before, commands))
                        .move(move, way.getLast());
        }
        lines.add(fix.at() + ": " + fix.inWords());
    }

    /** What stood in lines of its own is put on one, which is to be further in than its key. */
    private static Edit edit(Node node, String yaml) {
        return new Edit(node.start(), node.end(), node.isFlow() ? yaml : "  " + yaml);
    }

    private boolean isReadable(String file) {
        List<ScenarioProblem> problems = new ArrayList<>();
        ScenarioReader.check(after().getBytes(UTF_8), file, problems);
        return problems.isEmpty();
    }

    String before() {
        return mark + before;
    }

    /** The whole text with all changes. */
    String after() {
        StringBuilder text = new StringBuilder(before);
        edits.stream()
                .sorted(Comparator.comparingInt(Edit::start).reversed())
                .forEach(edit -> text.replace(edit.start(), edit.end(), edit.text()));
        return mark + text;
    }

    List<String> lines() {
        return List.copyOf(lines);
    }

    List<String> byHand() {
        return List.copyOf(byHand);
    }
}
