package dev.carabiner.bridge;

import static com.tngtech.archunit.core.domain.JavaModifier.SYNCHRONIZED;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

class ArchitectureTest {

    private static final JavaClasses MODULE = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.carabiner.bridge");

    @Test
    void packages_depend_on_one_another_in_one_direction() {
        slices().matching("dev.carabiner.bridge.(*)..")
                .should()
                .beFreeOfCycles()
                .check(MODULE);
    }

    @Test
    void what_an_agent_says_is_known_without_running_anything() {
        classes()
                .that()
                .resideInAPackage("dev.carabiner.bridge.dialect")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "java..",
                        "org.jspecify..",
                        "dev.carabiner",
                        "dev.carabiner.event",
                        "dev.carabiner.json",
                        "dev.carabiner.bridge.dialect")
                .check(MODULE);
    }

    @Test
    void a_process_is_started_through_the_module_that_ends_it_as_a_tree() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .belongToAnyOf(ProcessBuilder.class, Runtime.class)
                .check(MODULE);
    }

    @Test
    void only_settings_in_TOML_need_a_library() {
        noClasses()
                .that()
                .haveSimpleNameNotStartingWith("Toml")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.tomlj..", "tools.jackson..", "com.fasterxml..")
                .check(MODULE);
    }

    @Test
    void packages_are_null_marked() {
        assertThat(MODULE.stream().map(JavaClass::getPackage).distinct())
                .allMatch(it -> it.isAnnotatedWith(NullMarked.class));
    }

    @Test
    void nothing_is_printed_and_nothing_is_synchronized() {
        noClasses().should(ACCESS_STANDARD_STREAMS).check(MODULE);
        noMethods().should().haveModifier(SYNCHRONIZED).check(MODULE);
    }
}
