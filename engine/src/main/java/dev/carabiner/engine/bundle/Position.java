package dev.carabiner.engine.bundle;

/** Where in which file something stands; lines count from 1. */
public record Position(String file, int line) {

    /** Whether it is in a bundle that comes with the program. */
    boolean isBuiltIn() {
        return file.startsWith(BundleSource.BUILT_IN);
    }

    @Override
    public String toString() {
        return file + ":" + line;
    }
}
