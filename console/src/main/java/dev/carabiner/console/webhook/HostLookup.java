package dev.carabiner.console.webhook;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** Finds the addresses of a host. */
@FunctionalInterface
public interface HostLookup {

    /** All of them, in the order in which they are tried. */
    InetAddress[] addresses(String host) throws UnknownHostException;
}
