package dev.carabiner.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.session.SessionCoordinator;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SessionNamingTest {

    @TempDir
    private Path directory;

    private static List<Object> names(Rehearsal rehearsal) {
        return rehearsal.session.collectContributions(SessionNaming.CHANNEL);
    }

    private Rehearsal named(String prompt, Object... settings) throws Exception {
        Rehearsal rehearsal = new Rehearsal(directory, new SessionNaming(), settings);
        rehearsal.emit("prompt:submit", "prompt", prompt);
        return rehearsal;
    }

    @Test
    void a_session_has_no_name_before_its_first_prompt() throws Exception {
        assertThat(names(new Rehearsal(directory, new SessionNaming()))).isEmpty();
    }

    @Test
    void it_is_called_by_the_first_words_of_the_first_prompt() throws Exception {
        Rehearsal rehearsal = named("  Fix the login page, \n and then rest");
        rehearsal.emit("prompt:submit", "prompt", "Now the other one");
        assertThat(names(rehearsal)).containsExactly("Fix the login page,");
    }

    @Test
    void whole_words_are_kept_up_to_the_limit() throws Exception {
        assertThat(names(named("one two three four", "longest", 10))).containsExactly("one two");
        assertThat(names(named("x ".repeat(100_000))))
                .singleElement()
                .asString()
                .hasSizeLessThanOrEqualTo(48);
    }

    @Test
    void keys_and_invisible_characters_do_not_get_into_a_name() throws Exception {
        assertThat(names(named("use \u001b\u202Esk-0123456789abcdefghijklmnop please")))
                .containsExactly("use please");
        assertThat(names(named("deploy with AKIAIOSFODNN7EXAMPLE1 and password=hunter2 now")))
                .containsExactly("deploy with and now");
        assertThat(names(named("why does RuleShellAllowTest fail")))
                .containsExactly("why does RuleShellAllowTest fail");
        assertThat(names(named("   "))).isEmpty();
    }

    @Test
    void a_sub_agents_prompt_names_nobody_else() throws Exception {
        Rehearsal rehearsal = new Rehearsal(directory, new SessionNaming());
        SessionCoordinator child = rehearsal.session.child("s-2").build();
        child.emit("prompt:submit", Map.of("prompt", "Look for tests"));
        assertThat(names(rehearsal)).isEmpty();
        rehearsal.emit("prompt:submit", "prompt", "Mend it");
        assertThat(names(rehearsal)).containsExactly("Mend it");
    }

    @Test
    void closed_it_offers_nothing() throws Exception {
        Rehearsal rehearsal = named("Mend it");
        rehearsal.mounted.close();
        assertThat(names(rehearsal)).isEmpty();
    }
}
