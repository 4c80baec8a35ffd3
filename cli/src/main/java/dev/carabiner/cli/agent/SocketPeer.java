package dev.carabiner.cli.agent;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import jdk.net.ExtendedSocketOptions;

/** Which user is at the other end of a Unix socket. The JDK's principals are equal if the numbers of the users are. */
final class SocketPeer {

    private static final Path SELF = Path.of("/proc/self");

    private SocketPeer() {}

    /** The user of the process at the other end, as the kernel knows it. */
    static UserPrincipal of(SocketChannel connection) throws IOException {
        return connection.getOption(ExtendedSocketOptions.SO_PEERCRED).user();
    }

    /** The user of this process: where the system has no directory of it, the owner of a file that it makes. */
    static UserPrincipal self() throws IOException {
        if (Files.exists(SELF)) {
            return Files.getOwner(SELF);
        }
        Path made = Files.createTempFile("carabiner", ".user");
        try {
            return Files.getOwner(made);
        } finally {
            Files.delete(made);
        }
    }
}
