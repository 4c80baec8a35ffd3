package dev.carabiner;

import static com.tngtech.archunit.core.domain.JavaModifier.SYNCHRONIZED;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.PrintStream;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class ArchitectureTest {

    /** Who may call whom. A topic names only topics above it, so there can be no cycle. */
    private static final List<Topic> TOPICS = List.of(
            topic("event"),
            topic("context", "event"),
            topic("display", "event"),
            topic("audit", "event"),
            topic("file", "display"),
            topic("approval", "event", "display"),
            topic("hook", "event", "context", "approval", "display"),
            topic("session", "event", "context", "display", "audit", "approval", "hook"));

    private static final JavaClasses KERNEL = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.carabiner");

    @Nested
    class Packages {

        @ParameterizedTest
        @FieldSource("dev.carabiner.ArchitectureTest#TOPICS")
        void use_only_what_their_topic_may_use(Topic topic) {
            classes()
                    .that()
                    .resideInAPackage(topic.packages())
                    .should()
                    .onlyDependOnClassesThat()
                    .resideInAnyPackage(topic.usablePackages())
                    .check(KERNEL);
        }

        @ParameterizedTest
        @FieldSource("dev.carabiner.ArchitectureTest#TOPICS")
        void come_after_the_topics_that_they_use(Topic topic) {
            var above = TOPICS.subList(0, TOPICS.indexOf(topic));

            assertThat(above).extracting(Topic::name).containsAll(topic.mayUse());
        }

        @Test
        void belong_to_a_topic() {
            classes()
                    .should()
                    .resideInAnyPackage(TOPICS.stream().map(Topic::packages).toArray(String[]::new))
                    .check(KERNEL);
        }

        @Test
        void are_null_marked() {
            var unmarked = KERNEL.stream()
                    .map(JavaClass::getPackage)
                    .filter(it -> !it.isAnnotatedWith(NullMarked.class))
                    .map(JavaPackage::getName)
                    .distinct();

            assertThat(unmarked).isEmpty();
        }

        @Test
        void are_named_after_topics_and_not_after_layers() {
            noClasses()
                    .should()
                    .resideInAnyPackage("..impl..", "..util..", "..common..", "..helper..", "..manager..")
                    .check(KERNEL);
        }
    }

    @Nested
    class Code {

        @Test
        void leaves_the_standard_streams_to_the_class_that_captures_them() {
            noClasses()
                    .that()
                    .haveNameNotMatching("dev\\.carabiner\\.display\\.StandardStreams(\\$.*)?")
                    .should(ACCESS_STANDARD_STREAMS)
                    .orShould()
                    .callMethod(System.class, "setOut", PrintStream.class)
                    .orShould()
                    .callMethod(System.class, "setErr", PrintStream.class)
                    .check(KERNEL);
        }

        @Test
        void logs_through_System_Logger_only() {
            noClasses()
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage("java.util.logging..", "org.slf4j..")
                    .check(KERNEL);
        }

        @Test
        void has_no_synchronized_methods() {
            noMethods().should().haveModifier(SYNCHRONIZED).check(KERNEL);
        }
    }

    private static Topic topic(String name, String... mayUse) {
        return new Topic(name, List.of(mayUse));
    }

    record Topic(String name, List<String> mayUse) {

        String packages() {
            return "dev.carabiner." + name + "..";
        }

        /** The JDK and the nullness annotations are the only things outside Carabiner that the kernel runs with. */
        String[] usablePackages() {
            var outside = Stream.of("java..", "org.jspecify..");
            var inside = Stream.concat(Stream.of(name), mayUse.stream()).map(it -> "dev.carabiner." + it + "..");
            return Stream.concat(outside, inside).toArray(String[]::new);
        }

        @Override
        public String toString() {
            return name;
        }
    }
}
