package dev.carabiner;

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
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class ArchitectureTest {

    /** Who may call whom in this module. A topic names only topics above it, so there can be no cycle. */
    private static final List<Topic> TOPICS = List.of(
            new Topic("json", List.of("event", "hook", "approval", "context", "display"), "tools.jackson.core.."),
            new Topic("audit.format", List.of("json", "event"), "java.."),
            new Topic("audit.verify", List.of("audit.format", "json", "event"), "java.."),
            new Topic(
                    "audit.log", List.of("audit.verify", "audit.format", "json", "audit", "file", "event"), "java.."));

    private static final JavaClasses MODULE = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(
                    TOPICS.stream().map(topic -> "dev.carabiner." + topic.name).toList());

    @ParameterizedTest
    @FieldSource("TOPICS")
    void packages_use_only_what_their_topic_may_use(Topic topic) {
        classes()
                .that()
                .resideInAPackage("dev.carabiner." + topic.name)
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(topic.usablePackages())
                .check(MODULE);
    }

    @Test
    void packages_are_null_marked() {
        assertThat(MODULE.stream().map(JavaClass::getPackage))
                .allSatisfy(
                        it -> assertThat(it.isAnnotatedWith(NullMarked.class)).isTrue());
    }

    @Test
    void nothing_is_synchronized() {
        noMethods().should().haveModifier(SYNCHRONIZED).check(MODULE);
    }

    @Test
    void the_standard_streams_are_left_alone() {
        noClasses().should(ACCESS_STANDARD_STREAMS).check(MODULE);
    }

    @Test
    void logging_goes_through_the_system_logger() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.util.logging..", "org.slf4j..")
                .check(MODULE);
    }

    record Topic(String name, List<String> mayUse, String library) {

        String[] usablePackages() {
            Stream<String> inside =
                    Stream.concat(Stream.of(name), mayUse.stream()).map(it -> "dev.carabiner." + it);
            return Stream.concat(Stream.of("java..", "org.jspecify..", library), inside)
                    .toArray(String[]::new);
        }

        @Override
        public String toString() {
            return name;
        }
    }
}
