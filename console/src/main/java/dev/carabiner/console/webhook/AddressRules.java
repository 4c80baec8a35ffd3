package dev.carabiner.console.webhook;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which addresses a message may go to. Public ones may; private ones and loopback if the endpoint says so; all others,
 * such as the link-local one by which clouds give out their machines' credentials, never.
 */
final class AddressRules {

    /** The first bits of a range of addresses. */
    private static final class Block {

        private final byte[] first;
        private final int bits;

        private Block(byte[] first, int bits) {
            this.first = first;
            this.bits = bits;
        }

        static Block of(String text) {
            String[] parts = text.split("/", -1);
            return new Block(literal(parts[0]), Integer.parseInt(parts[1]));
        }

        private static byte[] literal(String address) {
            try {
                return InetAddress.getByName(address).getAddress(); // a literal is not looked up
            } catch (UnknownHostException e) {
                throw new IllegalStateException(address, e);
            }
        }

        boolean has(byte[] address) {
            if (address.length != first.length) {
                return false;
            }
            for (int bit = 0; bit < bits; bit++) {
                int mask = 0x80 >> (bit % 8);
                if ((address[bit / 8] & mask) != (first[bit / 8] & mask)) {
                    return false;
                }
            }
            return true;
        }
    }

    private static final List<Block> PRIVATE = blocks(
            "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "::1/128", "fc00::/7");

    private static final List<Block> NEVER = blocks(
            "0.0.0.0/8",
            "169.254.0.0/16",
            "192.0.0.0/24",
            "192.0.2.0/24",
            "192.88.99.0/24",
            "198.18.0.0/15",
            "198.51.100.0/24",
            "203.0.113.0/24",
            "224.0.0.0/3",
            "2001::/23",
            "2001:db8::/32",
            "3fff::/20");

    private static final Block PUBLIC_IPV6 = Block.of("2000::/3");
    private static final Block NAT64 = Block.of("64:ff9b::/96");
    private static final Block SIX_TO_FOUR = Block.of("2002::/16");

    private AddressRules() {}

    private static List<Block> blocks(String... texts) {
        return Arrays.stream(texts).map(Block::of).toList();
    }

    /** Why nothing may be sent to this address; null if it may. */
    static @Nullable String refusal(InetAddress address, boolean privateToo) {
        byte[] bytes = target(address.getAddress());
        boolean isIpv6 = bytes.length == 16;
        if (PRIVATE.stream().anyMatch(it -> it.has(bytes))) {
            return privateToo
                    ? null
                    : "leads to the private address " + address.getHostAddress()
                            + "; private_addresses: true would permit it";
        }
        if (NEVER.stream().anyMatch(it -> it.has(bytes)) || (isIpv6 && !PUBLIC_IPV6.has(bytes))) {
            return "leads to " + address.getHostAddress() + ", which is no address of a server";
        }
        return null;
    }

    /** The same for a host that tells its address without being looked up; null for a name. */
    static @Nullable String refusalOfHost(String host, boolean privateToo) {
        boolean isLiteral = host.contains(":") || host.matches("[0-9.]+");
        String address = host.equalsIgnoreCase("localhost") ? "127.0.0.1" : host;
        if (!isLiteral && address.equals(host)) {
            return null;
        }
        try {
            return refusal(InetAddress.getByName(address), privateToo);
        } catch (UnknownHostException e) {
            return "is no address";
        }
    }

    /** The IPv4 address that an address of a gateway stands for, else the address itself. */
    private static byte[] target(byte[] address) {
        if (NAT64.has(address)) {
            return Arrays.copyOfRange(address, 12, 16);
        }
        return SIX_TO_FOUR.has(address) ? Arrays.copyOfRange(address, 2, 6) : address;
    }
}
