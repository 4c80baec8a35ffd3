package dev.carabiner.guard.path;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PathGlobTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                "*.java A.java true",
                "*.java src/A.java false",
                "**/*.java A.java true",
                "**/*.java src/main/A.java true",
                "src/**/*.java src/A.java true",
                "src/** src/a/b true",
                "src/** other/a false",
                "src/**/test/* src/test/a true",
                "**/test/**/*.txt a/test/b/c.txt true",
                "a?c abc true",
                "a?c ac false",
                "[a-c]x bx true",
                "[!a-c]x bx false",
                "[!a-c]x dx true",
                "[x [x true",
                "[[:digit:]]x 7x true",
                "[[:digit:]]x ax false",
                "[]a] ] true",
                "[!]a]x bx true",
                "[!]a]x ]x false",
                "a\\*b a*b true",
                "a\\*b axb false",
                "*.{java,kt} A.kt true",
                "*.{java,kt} A.md false",
                "{a,b/{c,d}}/x b/d/x true",
                "{a,b/{c,d}}/x b/x false",
                "** anything/at/all true",
                "*a*b*c* xxaxxbxxcxx true",
                "*a*b*c* xxaxxcxxbxx false",
            })
    void fits_what_people_expect(String pattern, String path, boolean fits) {
        assertThat(PathGlob.of(pattern).matches(List.of(path.split("/")))).isEqualTo(fits);
    }

    @Test
    @Timeout(5)
    void of_many_stars_takes_no_longer_than_others() {
        PathGlob stars = PathGlob.of("*a".repeat(100) + "b");

        assertThat(stars.matches(List.of("a".repeat(5000)))).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                "[a-c]x zx true",
                "[a-c]x z false",
                "[[:alpha:]]x zx true",
                "[!]a]x ]x true",
                "[open x true",
                "a\\*b a\\xb true",
                "a\\*b axb false",
                "src src/a/b true",
                "src/* src false",
                "src/** src false",
                "src/** src/a/b true",
                "**/keys a/b/keys/c true",
                "**/keys a/b false",
            })
    void could_cover_on_the_side_of_doubt(String pattern, String path, boolean covers) {
        assertThat(PathGlob.couldCover(List.of(pattern.split("/")), List.of(path.split("/"))))
                .isEqualTo(covers);
    }

    @Test
    @Timeout(5)
    void of_many_double_stars_takes_no_longer_than_others() {
        List<String> stars = List.of("**/a/".repeat(30).split("/"));

        assertThat(PathGlob.couldCover(stars, List.of("b/a/".repeat(29).split("/"))))
                .isFalse();
    }
}
