package dev.carabiner.console.webhook;

import java.net.InetAddress;
import java.nio.file.Path;
import java.util.List;
import javax.net.ssl.SSLSocketFactory;

/**
 * What a server tells by webhooks, and how.
 *
 * @param directory for the record of what was delivered; of several servers with one directory, one sends at a time
 */
public record WebhookSettings(
        List<WebhookEndpoint> endpoints,
        Path directory,
        WebhookTiming timing,
        HostLookup lookup,
        SSLSocketFactory tls) {

    public WebhookSettings {
        endpoints = List.copyOf(endpoints);
    }

    /** The usual times, this machine's names and certificates. */
    public WebhookSettings(List<WebhookEndpoint> endpoints, Path directory) {
        this(endpoints, directory, WebhookTiming.usual(), InetAddress::getAllByName, (SSLSocketFactory)
                SSLSocketFactory.getDefault());
    }

    /** The same with other times. */
    public WebhookSettings with(WebhookTiming newTiming) {
        return new WebhookSettings(endpoints, directory, newTiming, lookup, tls);
    }

    /** The same with another look-up of names. */
    public WebhookSettings with(HostLookup newLookup) {
        return new WebhookSettings(endpoints, directory, timing, newLookup, tls);
    }

    /** The same with other certificates. */
    public WebhookSettings with(SSLSocketFactory newTls) {
        return new WebhookSettings(endpoints, directory, timing, lookup, newTls);
    }
}
