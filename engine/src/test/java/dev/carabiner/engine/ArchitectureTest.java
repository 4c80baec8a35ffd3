package dev.carabiner.engine;

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
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

class ArchitectureTest {

    private static final JavaClasses MODULE = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.carabiner.engine");

    @Test
    void topics_do_not_know_the_engine_that_is_made_of_them() {
        noClasses()
                .that()
                .resideInAPackage("dev.carabiner.engine.*")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.carabiner.engine")
                .check(MODULE);
    }

    @Test
    void YAML_files_are_read_without_knowing_what_they_are_about() {
        classes()
                .that()
                .resideInAPackage("dev.carabiner.engine.yaml")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "java..",
                        "org.jspecify..",
                        "org.snakeyaml.engine..",
                        "dev.carabiner.event",
                        "dev.carabiner.display",
                        "dev.carabiner.engine.yaml")
                .check(MODULE);
    }

    @Test
    void a_policy_needs_no_library_but_the_one_for_YAML() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("java..", "org.jspecify..", "org.snakeyaml.engine..", "dev.carabiner..")
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
