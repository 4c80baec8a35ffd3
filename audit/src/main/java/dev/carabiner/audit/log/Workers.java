package dev.carabiner.audit.log;

import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The threads of all logs of this JVM. A log holds one only while it writes or signs, so a thousand that are open and quiet
 * hold none. They are platform threads: what is promised to be on disk soon must not wait for a virtual one's turn.
 */
final class Workers {

    private static final int KEPT_SECONDS = 5;

    private static final ThreadPoolExecutor WORKERS = new ThreadPoolExecutor(
            0, Integer.MAX_VALUE, KEPT_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), Workers::thread);

    private static final ScheduledThreadPoolExecutor ALARMS = alarms();

    private Workers() {}

    private static ScheduledThreadPoolExecutor alarms() {
        ScheduledThreadPoolExecutor alarms = new ScheduledThreadPoolExecutor(1, Workers::thread);
        alarms.setRemoveOnCancelPolicy(true);
        alarms.setKeepAliveTime(KEPT_SECONDS, TimeUnit.SECONDS);
        alarms.allowCoreThreadTimeOut(true);
        return alarms;
    }

    /** At once, on a thread of its own. */
    static void run(Runnable task) {
        WORKERS.execute(task);
    }

    /** Later, on the one thread for this: only for what takes no time. Cancelled tasks leave nothing behind. */
    static Future<?> ringIn(long nanos, Runnable task) {
        return ALARMS.schedule(task, nanos, TimeUnit.NANOSECONDS);
    }

    /** A thread that cannot be interrupted: an interruption would close the file under it. */
    private static Thread thread(Runnable task) {
        Thread thread = new Thread(null, task, "audit-worker", 0, false) {
            @Override
            public void interrupt() {}
        };
        thread.setDaemon(true);
        thread.setContextClassLoader(Workers.class.getClassLoader()); // not that of the thread that came first
        return thread;
    }
}
