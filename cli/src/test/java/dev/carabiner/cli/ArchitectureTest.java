package dev.carabiner.cli;

import static com.tngtech.archunit.core.domain.JavaModifier.SYNCHRONIZED;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

class ArchitectureTest {

    private static final JavaClasses COMMAND = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.carabiner.cli");

    @Test
    void the_terminal_knows_no_command() {
        noClasses()
                .that()
                .resideInAPackage("dev.carabiner.cli.terminal")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("dev.carabiner.cli", "dev.carabiner.cli.command", "picocli..")
                .check(COMMAND);
    }

    @Test
    void commands_do_not_know_how_they_are_started() {
        noClasses()
                .that()
                .resideInAPackage("dev.carabiner.cli.command")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.carabiner.cli")
                .check(COMMAND);
    }

    @Test
    void what_every_start_loads_needs_no_library() {
        noClasses()
                .that()
                .haveSimpleName("Main")
                .or()
                .haveSimpleName("SessionTable")
                .or()
                .haveSimpleName("Surroundings")
                .or()
                .haveSimpleName("Table")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("picocli..", "org.jline..", "dev.langchain4j..", "tools.jackson..")
                .check(COMMAND);
    }

    @Test
    void packages_are_null_marked() {
        assertThat(COMMAND.stream().map(JavaClass::getPackage).distinct())
                .allMatch(it -> it.isAnnotatedWith(NullMarked.class));
    }

    @Test
    void nothing_writes_past_the_surroundings_but_the_hook_of_the_demo_that_shows_what_happens_then() {
        noClasses()
                .that()
                .doNotHaveSimpleName("DemoHooks")
                .should(ACCESS_STANDARD_STREAMS)
                .check(COMMAND);
    }

    @Test
    void nothing_is_synchronized() {
        noMethods().should().haveModifier(SYNCHRONIZED).check(COMMAND);
    }
}
