package dev.carabiner.hook;

/** A handler's place in a registry. Closing it takes the handler out, from the next emit on; a second time does nothing. */
public interface Registration extends AutoCloseable {

    /** The handler's name, as outcomes and records show it. */
    String name();

    @Override
    void close();
}
