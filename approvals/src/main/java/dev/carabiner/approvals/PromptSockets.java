package dev.carabiner.approvals;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import javax.net.SocketFactory;

/**
 * The sockets of a connection that listens. After each notification the driver looks whether there is a second one by a
 * read that may take a millisecond, which is longer than the decision took; such a read of theirs returns at once. Public
 * for the driver's sake, which makes one by reflection.
 */
public final class PromptSockets extends SocketFactory {

    /** The time limit by which the driver tells such a look from a read. */
    private static final int LOOK_MILLIS = 1;

    @Override
    public Socket createSocket() {
        return new PromptSocket();
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
        return getDefault().createSocket(host, port);
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress from, int localPort) throws IOException {
        return getDefault().createSocket(host, port, from, localPort);
    }

    @Override
    public Socket createSocket(InetAddress host, int port) throws IOException {
        return getDefault().createSocket(host, port);
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress from, int localPort) throws IOException {
        return getDefault().createSocket(host, port, from, localPort);
    }

    private static final class PromptSocket extends Socket {

        @Override
        public InputStream getInputStream() throws IOException {
            return new FilterInputStream(super.getInputStream()) {
                @Override
                public int read(byte[] bytes, int from, int length) throws IOException {
                    if (getSoTimeout() == LOOK_MILLIS && available() == 0) {
                        throw new SocketTimeoutException("Nothing has come");
                    }
                    return super.read(bytes, from, length);
                }
            };
        }
    }
}
