package dev.carabiner.scenarios;

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

    private static final JavaClasses MODULE = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.carabiner.scenarios");

    /** What is judged cannot be run: only a conversation knows the agent, and nothing here starts a program. */
    @Test
    void only_conversations_know_the_agent() {
        noClasses()
                .that()
                .doNotHaveSimpleName("ScriptedConversation")
                .and()
                .doNotHaveSimpleName("ScriptedModel")
                .and()
                .doNotHaveSimpleName("Modules")
                .and()
                .doNotHaveSimpleName("Scenarios")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("dev.carabiner.runtime..", "dev.carabiner.process..")
                .check(MODULE);
        noClasses()
                .should()
                .dependOnClassesThat()
                .haveFullyQualifiedName("java.lang.ProcessBuilder")
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
