package dev.carabiner.context;

import dev.carabiner.event.CarabinerException;

/** An injection over the size limit. It was not added. */
public final class InjectionTooLargeException extends CarabinerException {

    private static final long serialVersionUID = 1L;

    private final transient Injection injection;

    /** Says how large the injection is, and the limit in bytes. */
    public InjectionTooLargeException(Injection injection, int limit) {
        super(describe(injection, limit));
        this.injection = injection;
    }

    /** The same in words, for where nothing is thrown. */
    public static String describe(Injection injection, int limit) {
        return "The injection by " + injection.author() + " during " + injection.event() + " has "
                + Injections.bytes(injection.text()) + " bytes and exceeds " + limit
                + " bytes; shorten it, or raise session.injection_size_limit";
    }

    /** The injection that was refused. */
    public Injection injection() {
        return injection;
    }
}
