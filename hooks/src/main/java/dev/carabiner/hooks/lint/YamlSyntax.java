package dev.carabiner.hooks.lint;

import java.util.List;
import java.util.stream.IntStream;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/** Whether a text is YAML. It is only parsed: nothing is built from it, and no alias is followed. */
final class YamlSyntax {

    private YamlSyntax() {}

    static List<LintFinding> check(String text) {
        List<LintFinding> tabs = tabs(text);
        return tabs.isEmpty() ? parsed(text) : tabs;
    }

    private static List<LintFinding> parsed(String text) {
        try {
            new Parse(LoadSettings.builder().build()).parseString(text).forEach(event -> {});
            return List.of();
        } catch (MarkedYamlEngineException e) {
            int line = e.getProblemMark().map(mark -> mark.getLine() + 1).orElse(1);
            return List.of(LintFinding.of(line, "not valid YAML: " + e.getProblem()));
        } catch (YamlEngineException e) {
            return List.of(LintFinding.of(1, "not valid YAML"));
        }
    }

    /** An indentation by tabs is never valid, and two blanks are what was meant. */
    private static List<LintFinding> tabs(String text) {
        List<String> lines = text.lines().toList();
        return IntStream.range(0, lines.size())
                .filter(i -> indentation(lines.get(i)).indexOf('\t') >= 0)
                .mapToObj(i -> {
                    String line = lines.get(i);
                    String indentation = indentation(line);
                    String spaced = indentation.replace("\t", "  ") + line.substring(indentation.length());
                    return LintFinding.of(i + 1, "a tab in the indentation", line, spaced.stripTrailing(), text);
                })
                .toList();
    }

    private static String indentation(String line) {
        return line.substring(0, line.length() - line.stripLeading().length());
    }
}
