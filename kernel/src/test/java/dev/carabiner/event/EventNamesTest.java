package dev.carabiner.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class EventNamesTest {

    static Stream<String> malformed() {
        String separators =
                "tool|tool:|:pre|:|tool::pre|tool:pre:x|tool.pre|tool/pre|tool;pre|tool\u2236pre|tool\uFF1Apre";
        String letters =
                "Tool:pre|tool:Pre|TOOL:PRE|1tool:pre|tool:1pre|_tool:pre|tool:_pre|-a:b|a:-b|.a:b|a:.b|a+b:c|a:b!";
        String blanks = " tool:pre|tool:pre |tool :pre|tool: pre|tool\tx:pre|tool:pre\n"
                + "|\n"
                + "tool:pre|tool:pre\r\n"
                + "|tool:pre\0|tool:pre\u00A0";
        String lookAlikes =
                "t\u043E\u043El:pre|tool:pr\u0435|too\u0131:pre|tool:pre\u200B|\uFEFFtool:pre|\uFF54ool:pre|tool:pr\u00E9|tool:\uD83D\uDE00|t\u0660:pre";
        return Stream.concat(
                Stream.of("", " ", "\uD800:a"),
                Stream.of(separators, letters, blanks, lookAlikes).flatMap(all -> Arrays.stream(all.split("\\|"))));
    }

    static Stream<String> notEvenPatterns() {
        return Stream.of(
                "**",
                "***",
                "*:*",
                "*:pre",
                "*:",
                ":*",
                "tool:**",
                "tool:p*",
                "tool:*e",
                "to*:pre",
                "tool*",
                "tool:*:x",
                "Tool:*",
                "tool:* ",
                " *",
                "*\n",
                "tool:*\n",
                "tool:?",
                "*,*",
                "error:*|tool:*");
    }

    /** Control characters are escaped, everything else is named as it came. */
    private static String shown(String text) {
        return text.codePoints().anyMatch(Character::isISOControl) ? "\\u00" : "\"" + text + "\"";
    }

    @Nested
    class Names {

        @ParameterizedTest
        @ValueSource(
                strings = {"tool:pre", "a:b", "content_block:delta", "my.company-x_1:re.lease-2_b", "a-:b.", "a1:b1"})
        void are_a_namespace_and_an_action_in_lower_case(String name) {
            assertThat(EventNames.requireName(name)).isEqualTo(name);
            assertThat(EventNames.requireNameOrPattern(name)).isEqualTo(name);
        }

        @ParameterizedTest
        @MethodSource("dev.carabiner.event.EventNamesTest#malformed")
        void are_nothing_else(String text) {
            assertThatThrownBy(() -> EventNames.requireName(text))
                    .isInstanceOfSatisfying(
                            InvalidEventNameException.class,
                            e -> assertThat(e.text()).isEqualTo(text))
                    .hasMessageContaining(shown(text));
            assertThatThrownBy(() -> EventNames.requireNameOrPattern(text))
                    .isInstanceOf(InvalidEventNameException.class);
        }

        @ParameterizedTest
        @ValueSource(strings = {"*", "tool:*"})
        void are_not_patterns(String pattern) {
            assertThatThrownBy(() -> EventNames.requireName(pattern))
                    .isInstanceOf(InvalidEventNameException.class)
                    .hasMessageContaining(pattern);
        }

        @Test
        void are_not_missing() {
            assertThatThrownBy(() -> EventNames.requireName(null)).isInstanceOf(NullPointerException.class);
            assertThatThrownBy(() -> EventNames.requireNameOrPattern(null)).isInstanceOf(NullPointerException.class);
        }

        @Test
        void may_be_as_long_as_they_like() {
            String longest = "a:" + "b".repeat(100_000);

            assertThat(EventNames.requireName(longest)).isEqualTo(longest);
        }

        @Test
        void that_are_monstrous_are_refused_at_once_with_a_short_message() {
            String monster = "a".repeat(10_000_000) + ":B";

            assertThatThrownBy(() -> EventNames.requireNameOrPattern(monster))
                    .isInstanceOf(InvalidEventNameException.class)
                    .satisfies(e ->
                            assertThat(e.getMessage()).hasSizeLessThan(1_000).contains("10000002"));
        }
    }

    @Nested
    class Patterns {

        @ParameterizedTest
        @ValueSource(strings = {"*", "tool:*", "my.company-x_1:*"})
        void are_a_namespace_or_everything(String pattern) {
            assertThat(EventNames.requireNameOrPattern(pattern)).isEqualTo(pattern);
            assertThat(EventNames.isPattern(pattern)).isTrue();
        }

        @ParameterizedTest
        @MethodSource("dev.carabiner.event.EventNamesTest#notEvenPatterns")
        void are_nothing_else(String text) {
            assertThat(EventNames.isPattern(text)).isFalse();
            assertThatThrownBy(() -> EventNames.requireNameOrPattern(text))
                    .isInstanceOf(InvalidEventNameException.class)
                    .hasMessageContaining(shown(text));
        }

        @ParameterizedTest
        @CsvSource({
            "*, x:y, true",
            "tool:*, tool:pre, true",
            "tool:*, error:tool, true",
            "error:*, error:tool, true",
            "context:*, context:pre_compact, true",
            "execution:*, execution:complete, true",
            "provider:*, error:provider, true",
            "orchestrator:*, error:orchestration, true",
            "tool:*, tools:pre, false",
            "tool:*, error:provider, false",
            "session:*, tool:pre, false"
        })
        void cover_an_event_by_its_name_or_an_alias(String pattern, String canonical, boolean covered) {
            assertThat(EventNames.covers(pattern, canonical)).isEqualTo(covered);
        }
    }

    @Nested
    class Aliases {

        @ParameterizedTest
        @CsvSource({
            "context:pre-compact, context:pre_compact",
            "execution:end, execution:complete",
            "tool:error, error:tool",
            "provider:error, error:provider",
            "orchestrator:error, error:orchestration"
        })
        void stand_for_the_canonical_name(String alias, String canonical) {
            assertThat(EventNames.canonical(alias)).isEqualTo(canonical);
            assertThat(EventNames.canonical(canonical)).isEqualTo(canonical);
        }

        @ParameterizedTest
        @ValueSource(strings = {"tool:pre", "my:own", "context:post-compact", "tool:*", "*"})
        void are_few_and_everything_else_is_itself(String name) {
            assertThat(EventNames.canonical(name)).isEqualTo(name);
        }
    }
}
