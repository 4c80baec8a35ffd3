package dev.carabiner.cli;

import static dev.carabiner.cli.OnTerminal.CONTROL_C;
import static dev.carabiner.cli.OnTerminal.CONTROL_D;
import static dev.carabiner.cli.OnTerminal.ENTER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.audit.verify.Verdict;
import dev.carabiner.runtime.store.SessionStatus;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code carabiner run} without a prompt, with a person at the keyboard. */
@Timeout(120)
class ConversationOnTerminalTest {

    @TempDir
    private Path temporary;

    private Place place;
    private OnTerminal program;

    @BeforeEach
    void start() throws Exception {
        place = Place.in(temporary);
        program = OnTerminal.start(place, 80, 30, Map.of(), "run");
    }

    @AfterEach
    void close() throws Exception {
        program.close();
    }

    @Test
    void shows_what_is_answered_and_what_changes_prompt_after_prompt() throws Exception {
        program.enter("write a.txt: one\\n");
        program.await("● Write a.txt");
        program.await("+one");
        program.enter("edit a.txt: one => two");
        program.await("-one");
        program.await("+two");
        assertThat(program.raw()).contains("\u001B[32m+two\u001B[0m").contains("\u001B[31m-one\u001B[0m");
        program.enter("good morning");
        program.awaitPrompt();
        assertThat(program.text().split("❯ good morning", 2)[1].strip()).hasSizeGreaterThan(20);
        program.type(CONTROL_D);

        assertThat(program.exitCode()).isZero();
        assertThat(program.text())
                .contains("Go on with: carabiner run --resume "
                        + place.onlySession().id());
        assertThat(place.project().resolve("a.txt")).hasContent("two\n");
        assertThat(place.onlySession().status()).isEqualTo(SessionStatus.USER_EXIT);
        assertThat(place.onlySession().turns()).isEqualTo(3);
        assertThat(place.recorded("session:end")).isOne();
        assertThat(place.verified()).isEqualTo(Verdict.Result.GOOD);
    }

    @Test
    void begins_with_provider_bundle_directory_and_session() throws Exception {
        program.awaitPrompt();
        assertThat(program.text())
                .contains("""
                        provider  provider-offline
                        bundle    default
                        directory %s
                        session   %s
                        Enter a prompt, or /help; Ctrl-D ends the session.
                        """.formatted(place.project(), place.onlySession().id()));
        program.type(CONTROL_D);
    }

    @Test
    void remembers_what_was_typed_and_completes_what_is_typed() throws Exception {
        Files.writeString(place.project().resolve("a-long-name.txt"), "text\n");
        program.awaitPrompt();
        program.type("read a-l\t");
        program.await("❯ read a-long-name.txt");
        program.type(ENTER);
        program.await("└ 1 line");
        program.awaitPrompt();
        program.typeUp();
        program.await(text -> text.endsWith("\n❯ read a-long-name.txt"), "the last prompt again");
        program.type(CONTROL_C);
        program.await("/exit or Ctrl-D ends the session");
        program.awaitPrompt();
        program.type("/he\t" + ENTER);
        program.await("shows these commands");
        program.enter("exit");

        assertThat(program.exitCode()).isZero();
        assertThat(place.onlySession().turns()).isEqualTo(1);
        assertThat(place.onlySession().status()).isEqualTo(SessionStatus.USER_EXIT);
    }
}
