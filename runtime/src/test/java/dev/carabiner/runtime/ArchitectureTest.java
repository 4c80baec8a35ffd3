package dev.carabiner.runtime;

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
import dev.carabiner.runtime.tool.Tool;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class ArchitectureTest {

    /** In the order in which they may know of each other: none uses one that comes after it. */
    private static final List<String> TOPICS = List.of("provider", "tool", "context", "store", "offline", "agent");

    private static final JavaClasses RUNTIME = new ClassFileImporter()
            .importUrl(Tool.class.getProtectionDomain().getCodeSource().getLocation());

    private static String packages(String topic) {
        return "dev.carabiner.runtime." + topic + "..";
    }

    @Nested
    class Packages {

        @ParameterizedTest
        @FieldSource("dev.carabiner.runtime.ArchitectureTest#TOPICS")
        void use_only_topics_that_come_before_theirs(String topic) {
            String[] after = TOPICS.subList(TOPICS.indexOf(topic) + 1, TOPICS.size()).stream()
                    .map(ArchitectureTest::packages)
                    .toArray(String[]::new);
            if (after.length > 0) {
                noClasses()
                        .that()
                        .resideInAPackage(packages(topic))
                        .should()
                        .dependOnClassesThat()
                        .resideInAnyPackage(after)
                        .allowEmptyShould(true)
                        .check(RUNTIME);
            }
        }

        @Test
        void belong_to_a_topic() {
            classes()
                    .should()
                    .resideInAnyPackage(
                            TOPICS.stream().map(ArchitectureTest::packages).toArray(String[]::new))
                    .check(RUNTIME);
        }

        @Test
        void are_null_marked() {
            Stream<String> unmarked = RUNTIME.stream()
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
                    .check(RUNTIME);
        }
    }

    @Nested
    class Libraries {

        @Test
        void for_models_are_for_other_modules() {
            noClasses()
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage("dev.langchain4j..")
                    .check(RUNTIME);
        }

        @Test
        void for_schemas_are_seen_by_the_tools_only() {
            noClasses()
                    .that()
                    .resideOutsideOfPackage(packages("tool"))
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage("com.networknt..")
                    .check(RUNTIME);
        }
    }

    @Nested
    class Code {

        @Test
        void leaves_the_standard_streams_alone() {
            noClasses().should(ACCESS_STANDARD_STREAMS).check(RUNTIME);
        }

        @Test
        void logs_through_System_Logger_only() {
            noClasses()
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage("java.util.logging..", "org.slf4j..")
                    .check(RUNTIME);
        }

        @Test
        void has_no_synchronized_methods() {
            noMethods().should().haveModifier(SYNCHRONIZED).check(RUNTIME);
        }

        @Test
        void keeps_the_shipped_tools_to_itself() {
            classes().that().implement(Tool.class).should().notBePublic().check(RUNTIME);
        }
    }
}
