package dev.carabiner.engine.bundle;

/** Where in which file something stands; lines count from 1. */
public record Position(String file, int line) {

    @Override
    public String toString() {
        return file + ":" + line;
    }
}
