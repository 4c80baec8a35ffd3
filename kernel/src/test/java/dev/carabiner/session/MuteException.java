package dev.carabiner.session;

/** A failure that cannot say what it is. */
final class MuteException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    @Override
    public String getMessage() {
        throw new IllegalStateException("not telling");
    }
}
