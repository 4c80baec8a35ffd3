package dev.carabiner.guard;

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
            topic("path"),
            topic("line", "path"),
            topic("program", "line", "path"),
            topic("rule", "path", "line", "program"),
            topic("verdict", "path", "line", "program"));

    private static final JavaClasses MODULE = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.carabiner.guard");

    @ParameterizedTest
    @FieldSource("TOPICS")
    void packages_use_only_what_their_topic_may_use(Topic topic) {
        classes()
                .that()
                .resideInAPackage("dev.carabiner.guard." + topic.name)
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(topic.usablePackages())
                .check(MODULE);
    }

    @Test
    void packages_belong_to_a_topic() {
        classes()
                .should()
                .resideInAnyPackage(TOPICS.stream()
                        .map(it -> "dev.carabiner.guard." + it.name)
                        .toArray(String[]::new))
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

    private static Topic topic(String name, String... mayUse) {
        return new Topic(name, List.of(mayUse));
    }

    record Topic(String name, List<String> mayUse) {

        String[] usablePackages() {
            Stream<String> inside = Stream.concat(Stream.of(name), mayUse.stream())
                    .map(it -> it.contains("..") ? it : "dev.carabiner.guard." + it);
            return Stream.concat(
                            Stream.of(
                                    "java..",
                                    "org.jspecify..",
                                    "dev.carabiner.event",
                                    "dev.carabiner.file",
                                    "dev.carabiner.approval",
                                    "dev.carabiner.display"),
                            inside)
                    .toArray(String[]::new);
        }

        @Override
        public String toString() {
            return name;
        }
    }
}
