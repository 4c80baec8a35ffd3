package dev.carabiner.audit.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;

class SoundChannelTest {

    /** As systems do it: the first force after the damage fails, the next says that all is well. */
    private static final class Forgetful implements Storage.LogChannel {

        final CountDownLatch forcing = new CountDownLatch(1);
        final CountDownLatch mayFail = new CountDownLatch(1);
        boolean fails = true;
        int forces;
        private boolean told;
        private long size;

        @Override
        public void write(byte[] bytes, int from, int count) {
            size += count;
        }

        @Override
        public void force() throws IOException {
            forces++;
            if (told) {
                return;
            }
            told = true;
            forcing.countDown();
            try {
                mayFail.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            if (fails) {
                throw new IOException("Input/output error");
            }
        }

        @Override
        public long size() {
            return size;
        }

        @Override
        public void truncate(long size) {}

        @Override
        public void close() {}
    }

    @Test
    void a_force_beside_one_that_fails_fails_too() throws Exception {
        Forgetful disk = new Forgetful();
        SoundChannel channel = sound(disk);
        FutureTask<Void> first = forcing(channel);
        FutureTask<Void> second = forcing(channel);
        Thread.ofPlatform().start(first);
        disk.forcing.await();
        Thread beside = Thread.ofPlatform().start(second);
        while (beside.getState() != Thread.State.WAITING && !second.isDone()) {
            Thread.onSpinWait(); // until it stands in line, or has not
        }
        disk.mayFail.countDown();

        assertThatThrownBy(first::get).hasRootCauseMessage("Input/output error");
        assertThatThrownBy(second::get).hasRootCauseMessage("Input/output error");
    }

    private static SoundChannel sound(Storage.LogChannel disk) throws IOException {
        return new SoundChannel(Path.of("file"), disk);
    }

    private static FutureTask<Void> forcing(SoundChannel channel) {
        return new FutureTask<>(() -> {
            channel.force();
            return null;
        });
    }

    @Test
    void what_is_written_while_a_force_is_under_way_is_forced_by_the_next() throws Exception {
        Forgetful disk = new Forgetful();
        disk.fails = false;
        SoundChannel channel = sound(disk);
        FutureTask<Void> first = forcing(channel);
        Thread.ofPlatform().start(first);
        disk.forcing.await();
        channel.write(new byte[1], 0, 1);
        disk.mayFail.countDown();
        first.get();

        channel.force();
        channel.force();

        assertThat(disk.forces).isEqualTo(2);
    }

    @Test
    void nothing_is_written_after_a_force_that_failed() throws IOException {
        Forgetful disk = new Forgetful();
        disk.mayFail.countDown();
        SoundChannel channel = sound(disk);
        assertThatCode(() -> channel.write(new byte[1], 0, 1)).doesNotThrowAnyException();
        assertThatThrownBy(channel::force).hasMessage("Input/output error");

        assertThatThrownBy(() -> channel.write(new byte[1], 0, 1)).hasMessage("Input/output error");
        assertThatThrownBy(channel::force).hasMessage("Input/output error");
    }
}
