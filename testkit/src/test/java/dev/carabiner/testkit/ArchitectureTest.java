package dev.carabiner.testkit;

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
            .importPackages("dev.carabiner.testkit");

    @Test
    void contracts_need_the_kernel_JUnit_and_AssertJ_only() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "java..",
                        "org.jspecify..",
                        "org.junit.jupiter.api..",
                        "org.assertj..",
                        "dev.carabiner.testkit",
                        "dev.carabiner.event",
                        "dev.carabiner.hook",
                        "dev.carabiner.session",
                        "dev.carabiner.context",
                        "dev.carabiner.approval",
                        "dev.carabiner.display",
                        "dev.carabiner.audit")
                .check(MODULE);
    }

    @Test
    void packages_are_null_marked() {
        assertThat(MODULE.stream().map(JavaClass::getPackage).distinct())
                .allMatch(it -> it.isAnnotatedWith(NullMarked.class));
    }

    @Test
    void nothing_is_printed_but_seeds_and_what_is_left_out_and_nothing_is_synchronized() {
        noClasses()
                .that()
                .doNotHaveSimpleName("TestSeed")
                .and()
                .doNotHaveFullyQualifiedName("dev.carabiner.testkit.NeedsSandbox$Condition")
                .should(ACCESS_STANDARD_STREAMS)
                .check(MODULE);
        noMethods().should().haveModifier(SYNCHRONIZED).check(MODULE);
    }
}
