package dev.carabiner.guard;

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

    private static final String PATH = "dev.carabiner.guard.path";
    private static final String RULE = "dev.carabiner.guard.rule";
    private static final String SHELL = "dev.carabiner.guard.shell";

    private static final JavaClasses GUARD = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.carabiner.guard");

    @Test
    void paths_know_no_rules_and_rules_no_check_of_shell_lines() {
        noClasses()
                .that()
                .resideInAPackage(PATH)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(RULE, SHELL)
                .check(GUARD);
        noClasses()
                .that()
                .resideInAPackage(RULE)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(SHELL)
                .check(GUARD);
    }

    @Test
    void packages_are_null_marked() {
        assertThat(GUARD.stream().map(JavaClass::getPackage).distinct())
                .allSatisfy(it -> assertThat(it.isAnnotatedWith(NullMarked.class))
                        .as(it.getName())
                        .isTrue());
    }

    @Test
    void nothing_is_printed_and_nothing_is_synchronized() {
        noClasses().should(ACCESS_STANDARD_STREAMS).check(GUARD);
        noMethods().should().haveModifier(SYNCHRONIZED).check(GUARD);
    }
}
