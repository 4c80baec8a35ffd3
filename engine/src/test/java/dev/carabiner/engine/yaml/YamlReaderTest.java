package dev.carabiner.engine.yaml;

import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 10, unit = TimeUnit.SECONDS)
class YamlReaderTest {

    private static Object plain(String yaml) {
        return YamlReader.read(yaml.getBytes(UTF_8)).plain();
    }

    private static YamlException refusal(String yaml) {
        return refusal(yaml.getBytes(UTF_8));
    }

    private static YamlException refusal(byte[] yaml) {
        return catchThrowableOfType(YamlException.class, () -> YamlReader.read(yaml));
    }

    @Nested
    class Values {

        @Test
        void are_text_numbers_truths_and_nothing() {
            Map<String, Object> expected = new LinkedHashMap<>();
            expected.put("text", "yes");
            expected.put("quoted", "5");
            expected.put("whole", -5);
            expected.put("long", 99_999_999_999L);
            expected.put("longer", new BigInteger("99999999999999999999999"));
            expected.put("fraction", new BigDecimal("1.50"));
            expected.put("truth", true);
            expected.put("nothing", null);
            expected.put("list", List.of(1, "a", List.of()));
            expected.put("base", "0x1F");
            expected.put("infinity", ".inf");

            assertThat(plain("""
                    text: yes
                    quoted: "5"
                    whole: -5
                    long: 99999999999
                    longer: 99999999999999999999999
                    fraction: 1.50
                    truth: true
                    nothing:
                    list: [1, a, []]
                    base: 0x1F
                    infinity: .inf
                    """)).isEqualTo(expected);
        }

        @Test
        void know_their_lines() {
            var root = (YamlValue.Fields) YamlReader.read("# first\na: 1\nb:\n  - x\n  -\n    c: 2\n".getBytes(UTF_8));

            assertThat(root.field("a").line()).isEqualTo(2);
            assertThat(root.field("b").line()).isEqualTo(3);
            assertThat(((YamlValue.Items) root.field("b").value()).values())
                    .extracting(YamlValue::line)
                    .containsExactly(4, 6);
        }

        @Test
        void may_be_repeated_by_alias() {
            assertThat(plain("a: &x {k: [1]}\nb: *x\n"))
                    .isEqualTo(Map.of("a", Map.of("k", List.of(1)), "b", Map.of("k", List.of(1))));
        }

        @Test
        void begin_after_a_byte_order_mark() {
            assertThat(plain("\uFEFFa: 1\n")).isEqualTo(Map.of("a", 1));
        }

        @ParameterizedTest
        @ValueSource(ints = {1019, 1020, 1021, 1022, 2043, 2044})
        void may_hold_wide_characters_anywhere(int before) {
            String text = "x".repeat(before) + "😀".repeat(1_100);

            assertThat(plain("a: " + text)).isEqualTo(Map.of("a", text));
        }

        @Test
        void keep_windows_line_ends_out() {
            assertThat(plain("a: 1\r\nb: x\r\n")).isEqualTo(Map.of("a", 1, "b", "x"));
        }
    }

    @Nested
    class Hostile {

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "a: !!javax.script.ScriptEngineManager [x]",
                    "a: !!java.net.URL ['http://localhost']",
                    "!!javax.script.ScriptEngineManager {}",
                    "a: !<tag:yaml.org,2002:java.lang.Runtime> x",
                    "a: !local x",
                    "a: !!binary aGk=",
                    "a: !!str 5",
                    "!!str a: 5",
                    "a: !!set {b, c}"
                })
        void tags_are_refused(String yaml) {
            assertThat(refusal(yaml)).hasMessageContaining("the tag ").hasMessageContaining("is not supported");
        }

        @Test
        void billions_of_laughs_are_not_laughed() {
            StringBuilder bomb = new StringBuilder("a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol]\n");
            for (int i = 1; i < 30; i++) {
                bomb.append("a%d: &a%d [%s]\n".formatted(i, i, ("*a" + (i - 1) + ", ").repeat(8) + "*a" + (i - 1)));
            }

            assertThat(refusal(bomb.toString())).hasMessageContaining("holds too much");
        }

        @Test
        void aliases_count_for_depth() {
            StringBuilder bomb = new StringBuilder("a0: &a0 [x]\n");
            for (int i = 1; i < 100; i++) {
                bomb.append("a%d: &a%d [*a%d]\n".formatted(i, i, i - 1));
            }

            assertThat(refusal(bomb.toString())).hasMessageContaining("nested too deeply");
        }

        @ParameterizedTest
        @ValueSource(strings = {"a: &x [*x]", "a: &x {b: *x}", "&x a: *y", "? *x\n: &x y"})
        void aliases_of_themselves_or_of_nothing_are_refused(String yaml) {
            assertThat(refusal(yaml)).isNotNull();
        }

        @ParameterizedTest
        @ValueSource(strings = {"[", "{a: ", "- ", "[[{a: "})
        void deep_nesting_ends_early(String level) {
            assertThat(refusal(level.repeat(200_000 / level.length()))).hasMessageContaining("nested too deeply");
        }

        @Test
        void ten_megabytes_are_not_even_looked_at() {
            byte[] large = new byte[10 * 1024 * 1024];
            Arrays.fill(large, (byte) 'a');

            assertThat(refusal(large)).hasMessageContaining("too large; expected at most 262144 bytes");
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "a",
                    "a ",
                    "a\n",
                    "a\n\n",
                    "- a\n",
                    "#",
                    "#\n",
                    " ",
                    "\n",
                    "'",
                    "\"",
                    "\"a\n",
                    "\\",
                    "&a ",
                    "*a ",
                    "!a ",
                    "? ",
                    ": ",
                    "%a\n",
                    "|\n",
                    "> ",
                    "[a",
                    "{a",
                    "a: {",
                    "[a,",
                    "a:\n ",
                    "---\n",
                    "--- a\n...\n",
                    "'a' ",
                    "[]",
                    "{}\n",
                    "<<: a\n",
                    "-\n ",
                    "😀"
                })
        void as_much_as_may_be_of_anything_ends_soon(String piece) {
            try {
                plain(piece.repeat(YamlReader.MOST_BYTES / piece.getBytes(UTF_8).length));
            } catch (YamlException e) {
                assertThat(e.line()).isPositive();
            }
        }

        @Test
        void a_great_many_values_are_refused() {
            assertThat(refusal("[" + "1,".repeat(100_000) + "1]"))
                    .hasMessageContaining("expected at most 20000 values");
        }

        @Test
        void a_very_long_number_is_text() {
            String digits = "9".repeat(200_000);

            assertThat(plain("a: " + digits)).isEqualTo(Map.of("a", digits));
        }

        @ParameterizedTest
        @CsvSource({"'a: x\n\0b: y', U+0000, 2", "'a: \u0007', U+0007, 1", "'a: \u001b[31m', U+001B, 1"})
        void control_characters_are_refused(String yaml, String name, int line) {
            assertThat(refusal(yaml))
                    .hasMessageContaining(name)
                    .extracting(YamlException::line)
                    .isEqualTo(line);
        }

        @ParameterizedTest
        @ValueSource(strings = {"a: \"x\\0y\"", "a: \"\\ud800\"", "\"\\0\": 1"})
        void escapes_do_not_bring_them_back(String yaml) {
            assertThat(refusal(yaml)).isNotNull();
        }

        @Test
        void tabs_do_not_indent() {
            assertThat(refusal("a:\n\tb: 1\n"))
                    .hasMessageContaining("not YAML")
                    .extracting(YamlException::line)
                    .isEqualTo(2);
        }

        @Test
        void other_encodings_are_refused() {
            assertThat(refusal("a: ü".getBytes(UTF_16))).hasMessageContaining("not UTF-8");
            assertThat(refusal(new byte[] {'a', ':', ' ', (byte) 0xC0, (byte) 0xAF}))
                    .hasMessageContaining("not UTF-8");
        }

        @ParameterizedTest
        @CsvSource({
            "'a: 1\nb: 2\na: 3', 3, \"a\" is there twice",
            "'a: {x: 1, \"x\": 2}', 1, \"x\" is there twice",
            "'a: 1\n---\nb: 2', 2, second document",
            "'a: 1\n<<: {b: 2}', 2, merge keys",
            "'[a]: 1', 1, not plain text",
            "'a: b: c', 1, not YAML",
            "'a: [1', 1, not YAML",
            "'a: \"x', 1, not YAML",
            "'%YAML 9.9\n---\na: 1', 1, not YAML"
        })
        void mistakes_are_found_on_their_line(String yaml, int line, String problem) {
            assertThat(refusal(yaml))
                    .hasMessageContaining(problem)
                    .extracting(YamlException::line)
                    .isEqualTo(line);
        }

        @ParameterizedTest
        @ValueSource(strings = {"", "   \n", "# nothing\n", "\uFEFF"})
        void an_empty_file_is_called_empty(String yaml) {
            assertThatThrownBy(() -> plain(yaml)).hasMessage("the file is empty");
        }

        @Test
        void whatever_comes_there_is_a_value_or_a_refusal() {
            Random random = new Random(42);
            String alphabet = "ab:-[]{}&*!|>'\"%@`#,? \n\t0.\\<~=";
            for (int round = 0; round < 3_000; round++) {
                StringBuilder yaml = new StringBuilder();
                int length = random.nextInt(60);
                for (int i = 0; i < length; i++) {
                    yaml.append(alphabet.charAt(random.nextInt(alphabet.length())));
                }
                try {
                    plain(yaml.toString());
                } catch (YamlException e) {
                    assertThat(e.line()).isBetween(1, 62);
                }
            }
        }
    }
}
