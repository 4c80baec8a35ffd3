package dev.carabiner.cli.terminal;

import dev.carabiner.approval.ApprovalChannel;
import dev.carabiner.testkit.ApprovalChannelContract;
import dev.carabiner.testkit.TestRequests;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

class TerminalChannelContractTest extends ApprovalChannelContract {

    private final List<Pty> open = new ArrayList<>();
    private final List<Screen> screens = new ArrayList<>();

    @Override
    protected ApprovalChannel answering(String option) {
        Pty pty = pty();
        Thread.ofVirtual().start(() -> {
            try {
                pty.await("denied in");
                pty.type(String.valueOf(TestRequests.OPTIONS.indexOf(option) + 1));
            } catch (InterruptedException | AssertionError e) {
                // the question was taken away, or never shown
            }
        });
        return channelAt(pty);
    }

    @Override
    protected ApprovalChannel silent() {
        return channelAt(pty());
    }

    private TerminalApproval channelAt(Pty pty) {
        Screen screen = Screen.live(pty.terminal().writer(), new Styles(true, true), () -> 80);
        screens.add(screen);
        return new TerminalApproval(pty.terminal(), screen, Duration.ofMillis(1), System::nanoTime);
    }

    private Pty pty() {
        try {
            Pty pty = new Pty(80, 24);
            open.add(pty);
            return pty;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @AfterEach
    void close() throws IOException {
        screens.forEach(Screen::close);
        for (Pty pty : open) {
            pty.close();
        }
    }
}
