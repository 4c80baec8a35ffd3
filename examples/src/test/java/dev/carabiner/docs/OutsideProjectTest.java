package dev.carabiner.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The project in examples/outside is no part of the build, and docs/extending.md shows its code. Here it is compiled, so that
 * a change of the API that breaks it is noticed at once; the continuous build runs it with Maven as well.
 */
class OutsideProjectTest {

    @Test
    void compiles_with_the_modules_as_they_are(@TempDir Path classes) throws Exception {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter problems = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null);
                Stream<Path> sources = Files.walk(Path.of("outside/src"))) {
            List<Path> java =
                    sources.filter(it -> it.toString().endsWith(".java")).toList();
            String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
            List<String> options = List.of("--release", "21", "-proc:none", "-d", classes.toString(), "-cp", classPath);

            boolean compiled = compiler.getTask(
                            problems, files, null, options, null, files.getJavaFileObjectsFromPaths(java))
                    .call();

            assertThat(java).hasSizeGreaterThan(3);
            assertThat(compiled).as(problems.toString()).isTrue();
        }
    }

    @Test
    void names_its_module_for_the_service_loader() throws Exception {
        Path services = Path.of("outside/src/main/resources/META-INF/services");

        assertThat(services.resolve("dev.carabiner.session.HookModule"))
                .content()
                .isEqualToIgnoringNewLines("org.example.WriteLimit");
    }
}
