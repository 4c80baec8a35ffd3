package dev.carabiner.approvals;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import javax.net.SocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * Makes the socket of the connection that listens; public because PostgreSQL's driver makes it by its name. After each
 * notification the driver looks whether another one has come, and gives it a millisecond: every decision would be noticed
 * that much later. Such a look at one of these sockets finds what has arrived by then, and does not wait.
 */
public final class PromptSockets extends SocketFactory {

    /** The time limit by which the driver's look is known. */
    static final int LOOK_MILLIS = 1;

    @Override
    public Socket createSocket() {
        return new PromptSocket();
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
        return connected(new InetSocketAddress(host, port), null);
    }

    @Override
    public Socket createSocket(InetAddress host, int port) throws IOException {
        return connected(new InetSocketAddress(host, port), null);
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress local, int localPort) throws IOException {
        return connected(new InetSocketAddress(host, port), new InetSocketAddress(local, localPort));
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort) throws IOException {
        return connected(new InetSocketAddress(host, port), new InetSocketAddress(local, localPort));
    }

    private static Socket connected(SocketAddress server, @Nullable SocketAddress local) throws IOException {
        Socket socket = new PromptSocket();
        try {
            socket.bind(local);
            socket.connect(server);
            return socket;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    private static final class PromptSocket extends Socket {

        private volatile boolean looking;

        @Override
        public void setSoTimeout(int millis) throws SocketException {
            looking = millis == LOOK_MILLIS;
            super.setSoTimeout(millis);
        }

        @Override
        public InputStream getInputStream() throws IOException {
            return new FilterInputStream(super.getInputStream()) {
                @Override
                public int read() throws IOException {
                    requireArrived();
                    return super.read();
                }

                @Override
                public int read(byte[] bytes, int from, int length) throws IOException {
                    requireArrived();
                    return super.read(bytes, from, length);
                }

                private void requireArrived() throws IOException {
                    if (looking && available() == 0) {
                        throw new SocketTimeoutException("Nothing has arrived");
                    }
                }
            };
        }
    }
}
