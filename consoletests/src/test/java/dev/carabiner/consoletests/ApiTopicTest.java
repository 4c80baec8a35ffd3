package dev.carabiner.consoletests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each topic has a test class, which fails if it leaves out an operation of its paths; so no path may be without a topic. */
class ApiTopicTest {

    @Test
    void have_every_path_of_the_description() throws Exception {
        assertThat(new Description().paths())
                .isNotEmpty()
                .allSatisfy(path -> assertThat(Stream.of(ApiTopic.values())
                                .flatMap(it -> it.paths().stream())
                                .filter(it -> path.equals(it) || path.startsWith(it + "/")))
                        .as(path)
                        .hasSize(1));
    }
}
