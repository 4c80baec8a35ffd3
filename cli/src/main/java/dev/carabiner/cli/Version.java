package dev.carabiner.cli;

/** Which version this is: the jar's, or none when the classes do not come from a jar. */
final class Version {

    private Version() {}

    static String line() {
        String version = Main.class.getPackage().getImplementationVersion();
        return "carabiner " + (version == null ? "(not packaged)" : version);
    }
}
