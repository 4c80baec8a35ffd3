package dev.carabiner.hooks;

import static com.tngtech.archunit.core.domain.JavaModifier.SYNCHRONIZED;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.carabiner.session.HookModule;
import java.io.File;
import java.nio.file.Path;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

class ArchitectureTest {

    private static final JavaClasses HOOKS = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.carabiner.hooks");

    @Test
    void knowledge_does_not_depend_on_the_modules_that_use_it() {
        String modules = "dev.carabiner.hooks";
        noClasses()
                .that()
                .resideInAPackage("dev.carabiner.hooks.*")
                .should()
                .dependOnClassesThat()
                .resideInAPackage(modules)
                .check(HOOKS);
    }

    /** The class path of the tests holds all that the module is used with, and more. */
    @Test
    void using_the_modules_brings_neither_LangChain4j_nor_Jackson_2() {
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));

        assertThat(classPath.split(File.pathSeparator))
                .anyMatch(it -> it.contains("snakeyaml-engine"))
                .noneMatch(it -> it.contains("langchain4j"))
                .noneMatch(
                        it -> it.contains(Path.of("com", "fasterxml", "jackson").toString()));
    }

    @Test
    void the_agent_its_models_and_jackson_are_unknown_here() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "dev.carabiner.runtime..", "dev.langchain4j..", "tools.jackson..", "com.fasterxml.jackson..")
                .check(HOOKS);
    }

    @Test
    void only_what_the_outside_calls_is_public() {
        classes()
                .that()
                .resideInAPackage("dev.carabiner.hooks")
                .and()
                .arePublic()
                .should()
                .beAssignableTo(HookModule.class)
                .orShould()
                .beAssignableTo(RuntimeException.class)
                .check(HOOKS);
    }

    @Test
    void packages_are_null_marked() {
        assertThat(HOOKS.stream().map(JavaClass::getPackage).distinct())
                .allSatisfy(it -> assertThat(it.isAnnotatedWith(NullMarked.class))
                        .as(it.getName())
                        .isTrue());
    }

    @Test
    void nothing_is_printed_and_nothing_is_synchronized() {
        noClasses().should(ACCESS_STANDARD_STREAMS).check(HOOKS);
        noMethods().should().haveModifier(SYNCHRONIZED).check(HOOKS);
    }
}
