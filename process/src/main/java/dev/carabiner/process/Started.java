package dev.carabiner.process;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A process that was started for a command, below a {@link Keeper} where there can be one, with its tree. */
record Started(Process process, ProcessTree tree) {

    /**
     * @param errors what finds the keeper among the command's errors; null if these go to the output
     * @param readsNothing whether it has no input
     */
    static Started of(Command command, @Nullable SignedErrors errors, boolean readsNothing) throws IOException {
        String mark = ProcessTree.newMark();
        List<String> words = new ArrayList<>(Programs.inOwnSession());
        words.addAll(Keeper.above(Programs.found(command), errors == null ? "" : errors.sign()));
        ProcessBuilder builder = new ProcessBuilder(words)
                .directory(command.directory().toFile())
                .redirectErrorStream(!Keeper.possible() && errors == null);
        if (readsNothing) {
            builder.redirectInput(Programs.nothing());
        }
        Map<String, String> environment = builder.environment();
        environment.clear(); // whatever secrets this JVM was given, they are not for what it runs
        environment.putAll(Keeper.around(command.environment()));
        environment.put(ProcessTree.MARK, mark);
        OrphanWatch.keep(ProcessTree.OF_THIS_JVM);
        long before = ProcessTable.now();
        Process process = builder.start();
        return new Started(process, new ProcessTree(process.toHandle(), mark, before));
    }
}
