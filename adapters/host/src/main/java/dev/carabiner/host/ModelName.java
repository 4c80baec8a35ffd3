package dev.carabiner.host;

/**
 * Which model is asked.
 *
 * @param provider the service behind it, such as {@code open_ai}
 * @param model its name there; empty if the framework does not say
 */
public record ModelName(String provider, String model) {}
