package dev.carabiner.runtime.tool;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.carabiner.event.EventData;
import dev.carabiner.guard.path.Workspace;
import dev.carabiner.testkit.agent.ToolContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Every tool that comes with the runtime keeps the contract of tools. */
class ToolContractsTest {

    private static final Set<String> COVERED =
            Set.of("Read", "Write", "Edit", "MultiEdit", "Glob", "Grep", "Bash", "TodoWrite");

    /** Its contract is {@link dev.carabiner.runtime.agent.TaskToolContractTest}: a session makes it, and no module. */
    private static final String TASK = "dev.carabiner.runtime.agent.TaskTool";

    /** What the model is told of a tool; it never runs. */
    private static final String VIEW = "dev.carabiner.runtime.tool.ToolBox$ToolView";

    private abstract static class Shipped extends ToolContract {

        private final String name;

        Shipped(String name) {
            this.name = name;
        }

        Path notes() throws IOException {
            return Files.writeString(directory.resolve("notes.txt"), "hello\nworld\n");
        }

        @Override
        protected Tool newTool(Workspace workspace) {
            return all(workspace).stream()
                    .filter(tool -> tool.name().equals(name))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static List<Tool> all(Workspace workspace) {
        return ServiceLoader.load(ToolModule.class).stream()
                .map(ServiceLoader.Provider::get)
                .flatMap(module -> module.create(module.configDefaults(), workspace).stream())
                .toList();
    }

    @Test
    void all_are_covered() throws IOException {
        Set<String> names = new TreeSet<>();
        all(Workspace.at(Path.of(""))).forEach(tool -> names.add(tool.name()));

        assertThat(names).isEqualTo(new TreeSet<>(COVERED));
    }

    /** Also those that no module makes: of each tool's class, the contract is run for an object of it. */
    @Test
    void no_class_of_a_tool_is_without_one() throws IOException {
        Set<String> tried = new TreeSet<>(Set.of(TASK));
        all(Workspace.at(Path.of(""))).forEach(tool -> tried.add(tool.getClass().getName()));

        assertThat(new ClassFileImporter()
                                .withImportOption(new ImportOption.DoNotIncludeTests())
                                .importPackages("dev.carabiner.runtime")
                                .stream()
                                .filter(it -> it.isAssignableTo(Tool.class) && !it.isInterface())
                                .map(JavaClass::getName)
                                .filter(name -> !name.equals(VIEW)))
                .hasSizeGreaterThan(8)
                .allMatch(tried::contains);
    }

    @Nested
    class Read extends Shipped {
        Read() {
            super("Read");
        }

        @Override
        protected EventData usualInput() throws IOException {
            return EventData.of("file_path", notes().toString());
        }
    }

    @Nested
    class Write extends Shipped {
        Write() {
            super("Write");
        }

        @Override
        protected EventData usualInput() {
            return EventData.of("file_path", directory.resolve("new.txt").toString(), "content", "x\n");
        }
    }

    @Nested
    class Edit extends Shipped {
        Edit() {
            super("Edit");
        }

        @Override
        protected EventData usualInput() throws IOException {
            return EventData.of("file_path", notes().toString(), "old_string", "hello", "new_string", "goodbye");
        }
    }

    @Nested
    class Multi_edit extends Shipped {
        Multi_edit() {
            super("MultiEdit");
        }

        @Override
        protected EventData usualInput() throws IOException {
            return EventData.of(
                    "file_path",
                    notes().toString(),
                    "edits",
                    List.of(Map.of("old_string", "hello", "new_string", "goodbye")));
        }
    }

    @Nested
    class Glob extends Shipped {
        Glob() {
            super("Glob");
        }

        @Override
        protected EventData usualInput() {
            return EventData.of("pattern", "**/*.txt");
        }
    }

    @Nested
    class Grep extends Shipped {
        Grep() {
            super("Grep");
        }

        @Override
        protected EventData usualInput() throws IOException {
            notes();
            return EventData.of("pattern", "hello");
        }
    }

    @Nested
    class Bash extends Shipped {
        Bash() {
            super("Bash");
        }

        /** Every hostile command ends at once: none of the texts is a program. */
        @Override
        protected EventData usualInput() {
            return EventData.of("command", "echo hello");
        }
    }

    @Nested
    class Todo_write extends Shipped {
        Todo_write() {
            super("TodoWrite");
        }

        @Override
        protected EventData usualInput() {
            return EventData.of(
                    "todos", List.of(Map.of("content", "test", "status", "pending", "activeForm", "Testing")));
        }
    }
}
