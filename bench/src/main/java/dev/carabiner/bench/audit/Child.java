package dev.carabiner.bench.audit;

import java.io.IOException;
import java.nio.file.Path;

/** Measures one part and prints its figures, one per line. Started by {@link Main} in a JVM of its own. */
final class Child {
    private Child() {}

    /** Arguments: the part, the pace, and a directory to work in. */
    public static void main(String[] args) throws IOException, InterruptedException {
        Figures figures = Part.valueOf(args[0]).measure(Pace.named(args[1]), Path.of(args[2]));
        for (Figure figure : Figure.values()) {
            figures.rounds(figure).forEach(value -> System.out.println("figure\t" + figure + "\t" + value));
        }
        System.exit(0); // a peer's thread may be left
    }
}
