package dev.carabiner.display;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.ResourceBundle;
import org.junit.jupiter.api.Test;

/** What the log is told of what was thrown. */
class ThrowablesTest {

    private final List<String> logged = new ArrayList<>();

    /** Takes what was thrown only if its message can be had, as logs do that print it. */
    private final System.Logger log = new System.Logger() {

        @Override
        public String getName() {
            return "test";
        }

        @Override
        public boolean isLoggable(Level level) {
            return true;
        }

        @Override
        public void log(Level level, ResourceBundle texts, String text, Throwable thrown) {
            logged.add(level + " " + text + (thrown == null ? "" : ", " + thrown.getMessage()));
        }

        @Override
        public void log(Level level, ResourceBundle texts, String text, Object... values) {
            throw new AssertionError("not with values");
        }
    };

    private static RuntimeException unspeakable(Throwable problem) {
        return new RuntimeException() {

            private static final long serialVersionUID = 1L;

            @Override
            public String getMessage() {
                throw ThrowablesTest.<RuntimeException>asItIs(problem);
            }
        };
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> T asItIs(Throwable problem) throws T {
        throw (T) problem;
    }

    @Test
    void is_all_of_it() {
        Throwables.log(log, Level.WARNING, "It failed", new IllegalStateException("why"));

        assertThat(logged).containsExactly("WARNING It failed, why");
    }

    @Test
    void is_the_text_alone_where_it_cannot_be_printed() {
        Throwables.log(log, Level.ERROR, "It failed", unspeakable(new StackOverflowError()));

        assertThat(logged).containsExactly("ERROR It failed");
    }

    @Test
    void is_nothing_where_the_virtual_machine_is_in_need() {
        assertThatThrownBy(() -> Throwables.log(log, Level.ERROR, "It failed", unspeakable(new OutOfMemoryError())))
                .isInstanceOf(OutOfMemoryError.class);
    }
}
