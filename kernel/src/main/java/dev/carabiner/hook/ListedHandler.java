package dev.carabiner.hook;

/**
 * A handler as it is registered.
 *
 * @param name given or generated
 * @param options as it was registered with, whatever name they have
 */
public record ListedHandler(String name, HookOptions options) {}
