package dev.carabiner.providers;

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
            .importPackages("dev.carabiner.providers");

    @Test
    void of_the_agent_only_the_port_is_known() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "dev.carabiner.runtime.agent..",
                        "dev.carabiner.runtime.store..",
                        "dev.carabiner.runtime.context..",
                        "dev.carabiner.runtime.offline..")
                .check(MODULE);
    }

    @Test
    void JSON_is_read_and_written_by_this_project_and_not_by_what_LangChain4j_brings() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("com.fasterxml.jackson..", "tools.jackson..")
                .check(MODULE);
    }

    @Test
    void only_what_the_service_loader_calls_is_public() {
        classes().that().arePublic().should().haveSimpleNameEndingWith("Module").check(MODULE);
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
