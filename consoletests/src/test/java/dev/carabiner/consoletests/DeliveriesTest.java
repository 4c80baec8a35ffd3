package dev.carabiner.consoletests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.standardwebhooks.exceptions.WebhookVerificationException;
import dev.carabiner.console.webhook.Deliveries;
import dev.carabiner.console.webhook.WebhookEndpoint;
import dev.carabiner.console.webhook.WebhookMessage;
import dev.carabiner.console.webhook.WebhookSecret;
import dev.carabiner.console.webhook.WebhookSettings;
import dev.carabiner.console.webhook.WebhookTiming;
import dev.carabiner.console.webhook.WebhookType;
import dev.carabiner.consoletests.Receiver.Got;
import dev.carabiner.event.EventData;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What arrives at a receiver, when, and what never leaves this machine. */
@Timeout(60)
class DeliveriesTest {

    private static final Duration PAUSE = Duration.ofMillis(120);
    private static final WebhookTiming SHORT =
            new WebhookTiming(List.of(PAUSE, PAUSE, PAUSE, PAUSE), Duration.ofMillis(1_500), Duration.ofMillis(700));
    private static final Set<WebhookType> ALL = EnumSet.allOf(WebhookType.class);

    @TempDir
    Path directory;

    private Receiver receiver;
    private LoggedLines log;
    private Deliveries deliveries;

    @BeforeEach
    void open() throws Exception {
        receiver = new Receiver();
        log = new LoggedLines("dev.carabiner.console.webhook");
    }

    @AfterEach
    void close() {
        if (deliveries != null) {
            deliveries.close();
        }
        receiver.close();
        log.close();
    }

    private static WebhookEndpoint endpoint(String address, String... secrets) {
        List<WebhookSecret> all =
                List.of(secrets).stream().map(WebhookSecret::of).toList();
        return new WebhookEndpoint("pager", WebhookEndpoint.address(address, true), all, ALL, true);
    }

    private WebhookSettings settings(WebhookEndpoint... endpoints) {
        return new WebhookSettings(List.of(endpoints), directory.resolve("webhooks")).with(SHORT);
    }

    private void begin(WebhookSettings settings) {
        deliveries = Deliveries.begin(settings);
    }

    private static WebhookMessage message(Object name) {
        return WebhookMessage.about(
                WebhookType.GUARD_UNAVAILABLE,
                Instant.parse("2026-11-16T09:41:12Z"),
                EventData.of("id", name),
                String.valueOf(name));
    }

    private void awaitSettled(WebhookMessage message) throws InterruptedException {
        while (!deliveries.offer(message)) {
            Thread.sleep(10);
        }
    }

    @Nested
    class A_message {

        @Test
        void is_signed_as_the_standard_says() throws Exception {
            begin(settings(endpoint(receiver.address(), Receiver.SECRET)));
            deliveries.offer(message("a"));

            Got got = receiver.await("guard.unavailable", 1).getFirst().verified(Receiver.SECRET);
            assertThat(got.method() + " " + got.path()).isEqualTo("POST /hooks?token=in-the-address");
            assertThat(got.header("Content-Type")).isEqualTo("application/json");
            assertThat(got.id())
                    .matches("msg_[A-Za-z0-9_-]{32}")
                    .isEqualTo(message("a").id());
            assertThat(got.header("webhook-signature")).matches("v1,[A-Za-z0-9+/]+=*");
            assertThat(got.json().text("timestamp")).isEqualTo("2026-11-16T09:41:12Z");
            assertThat(Long.parseLong(got.header("webhook-timestamp")))
                    .isCloseTo(Instant.now().getEpochSecond(), org.assertj.core.data.Offset.offset(30L));
            assertThatThrownBy(() -> got.verified(Receiver.OLD_SECRET))
                    .isInstanceOf(WebhookVerificationException.class);
        }

        @Test
        void has_two_signatures_while_the_secret_is_changed() throws Exception {
            begin(settings(endpoint(receiver.address(), Receiver.SECRET, Receiver.OLD_SECRET)));
            deliveries.offer(message("a"));

            Got got = receiver.await("guard.unavailable", 1).getFirst();
            got.verified(Receiver.SECRET).verified(Receiver.OLD_SECRET);
            assertThat(got.header("webhook-signature").split(" ", -1)).hasSize(2);
        }

        @Test
        void goes_only_to_endpoints_of_its_type() throws Exception {
            WebhookEndpoint other = new WebhookEndpoint(
                    "other",
                    WebhookEndpoint.address(receiver.address(), true),
                    List.of(WebhookSecret.of(Receiver.OLD_SECRET)),
                    EnumSet.of(WebhookType.APPROVAL_REQUIRED),
                    true);
            begin(settings(other, endpoint(receiver.address(), Receiver.SECRET)));
            awaitSettled(message("a"));

            receiver.await("guard.unavailable", 1).getFirst().verified(Receiver.SECRET);
        }

        @Test
        void is_sent_once_however_often_it_is_handed_in_and_also_after_a_restart() throws Exception {
            begin(settings(endpoint(receiver.address(), Receiver.SECRET)));
            awaitSettled(message("a"));
            deliveries.offer(message("a"));
            deliveries.close();
            begin(settings(endpoint(receiver.address(), Receiver.SECRET)));

            assertThat(deliveries.offer(message("a"))).isTrue();
            awaitSettled(message("b"));
            receiver.await("guard.unavailable", 2);
        }
    }

    @Nested
    class A_failure {

        @ParameterizedTest
        @ValueSource(ints = {500, 503, 400, 404, 429})
        void is_tried_again_under_the_same_id_with_a_signature_of_its_own_time(int status) throws Exception {
            receiver.answering(status, status);
            begin(settings(endpoint(receiver.address(), Receiver.SECRET)));
            awaitSettled(message("a"));

            List<Got> tries = receiver.await("guard.unavailable", 3);
            assertThat(tries).extracting(Got::id).containsOnly(message("a").id());
            assertThat(tries)
                    .extracting(Got::body)
                    .containsOnly(tries.getFirst().body());
            for (Got each : tries) {
                each.verified(Receiver.SECRET);
            }
            assertThat(tries.get(1).nanos() - tries.get(0).nanos()).isGreaterThanOrEqualTo(PAUSE.toNanos());
        }

        @Test
        void is_given_up_after_five_tries_and_said() throws Exception {
            receiver.usually(500);
            begin(settings(endpoint(receiver.address(), Receiver.SECRET)));
            awaitSettled(message("a"));
            Thread.sleep(3 * PAUSE.toMillis());

            receiver.await("guard.unavailable", 5);
            assertThat(log.of("SEVERE")).singleElement().asString().contains("5 tries", "status 500");
            assertThat(WebhookTiming.usual().pauses())
                    .containsExactly(
                            Duration.ofSeconds(5), Duration.ofMinutes(1), Duration.ofMinutes(10), Duration.ofHours(1));
            assertThat(WebhookTiming.usual().patience()).isEqualTo(Duration.ofSeconds(10));
        }

        @ParameterizedTest
        @ValueSource(ints = {301, 302, 303, 307, 308})
        void is_what_a_redirect_is_and_it_is_not_followed(int status) throws Exception {
            receiver.answering(status);
            begin(settings(endpoint(receiver.address(), Receiver.SECRET)));
            awaitSettled(message("a"));

            assertThat(receiver.await("guard.unavailable", 2))
                    .extracting(Got::path)
                    .containsOnly("/hooks?token=in-the-address");
        }

        @Test
        void is_not_tried_again_once_something_newer_is_told() throws Exception {
            receiver.usually(500);
            begin(settings(endpoint(receiver.address(), Receiver.SECRET)));
            deliveries.offer(message("a"));
            deliveries.outdate(message("a"));
            deliveries.offer(message("b"));
            log.await("failed, next try");
            deliveries.outdate(message("b"));

            awaitSettled(message("a"));
            awaitSettled(message("b"));
            Thread.sleep(2 * PAUSE.toMillis());
            assertThat(receiver.all)
                    .extracting(Got::id)
                    .containsExactly(message("a").id(), message("b").id());
        }

        @Test
        void holds_up_no_other_message() throws Exception {
            receiver.answering(500);
            begin(settings(endpoint(receiver.address(), Receiver.SECRET)));
            deliveries.offer(message("a"));
            deliveries.offer(message("b"));
            awaitSettled(message("a"));

            assertThat(receiver.await("guard.unavailable", 3))
                    .extracting(Got::id)
                    .containsExactly(
                            message("a").id(), message("b").id(), message("a").id());
        }

        @Test
        void is_an_answer_that_is_gone_only_once() throws Exception {
            receiver.answering(410);
            begin(settings(endpoint(receiver.address(), Receiver.SECRET)));
            awaitSettled(message("a"));

            assertThat(deliveries.offer(message("b"))).isTrue();
            receiver.await("guard.unavailable", 1);
            assertThat(log.of("SEVERE")).singleElement().asString().contains("pager (http://127.0.0.1:", "410 Gone");
        }

        @Test
        void never_tells_of_secrets_or_of_what_may_be_one_in_the_address() throws Exception {
            receiver.usually(500);
            begin(settings(endpoint(receiver.address(), Receiver.SECRET)));
            awaitSettled(message("a"));

            assertThat(log.all()).isNotEmpty().noneMatch(it -> it.contains("in-the-address") || it.contains("C2FVs"));
        }
    }

    @Nested
    class A_receiver {

        @Test
        void that_never_answers_is_left_after_its_time_and_holds_up_nobody() throws Exception {
            try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
                WebhookEndpoint dead = new WebhookEndpoint(
                        "dead",
                        WebhookEndpoint.address("http://127.0.0.1:" + silent.getLocalPort() + "/", true),
                        List.of(WebhookSecret.of(Receiver.SECRET)),
                        ALL,
                        true);
                begin(settings(dead, endpoint(receiver.address(), Receiver.SECRET)));
                long start = System.nanoTime();
                deliveries.offer(message("a"));
                assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofMillis(200));

                receiver.await("guard.unavailable", 1);
                assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(SHORT.patience());
                log.await("no answer within 1500 ms");
            }
        }

        @Test
        void that_drips_its_answer_is_left_after_its_time() throws Exception {
            try (ServerSocket slow = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
                Thread.ofVirtual().start(() -> drip(slow));
                begin(settings(endpoint("http://127.0.0.1:" + slow.getLocalPort() + "/", Receiver.SECRET)));
                deliveries.offer(message("a"));

                log.await("no answer within 1500 ms");
            }
        }

        private static void drip(ServerSocket server) {
            try (Socket socket = server.accept()) {
                socket.getOutputStream().write("HTTP/1.1 ".getBytes());
                while (true) {
                    socket.getOutputStream().write('2');
                    Thread.sleep(100);
                }
            } catch (Exception e) {
                // it was left
            }
        }

        @Test
        void that_speaks_no_http_or_does_not_stop_is_a_failure() throws Exception {
            try (ServerSocket odd = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
                Thread.ofVirtual().start(() -> flood(odd));
                begin(settings(endpoint("http://127.0.0.1:" + odd.getLocalPort() + "/", Receiver.SECRET)));
                deliveries.offer(message("a"));

                log.await("the answer's line is too long");
            }
        }

        private static void flood(ServerSocket server) {
            try (Socket socket = server.accept()) {
                byte[] much = new byte[64 * 1024];
                java.util.Arrays.fill(much, (byte) 'x');
                while (true) {
                    socket.getOutputStream().write(much);
                }
            } catch (Exception e) {
                // it was left
            }
        }

        @Test
        void that_is_not_there_is_tried_until_it_is() throws Exception {
            int port = receiver.port();
            receiver.close();
            begin(settings(endpoint("http://127.0.0.1:" + port + "/", Receiver.SECRET)));
            deliveries.offer(message("a"));
            log.await("failed, next try");
            receiver = new Receiver(port);

            receiver.await("guard.unavailable", 1);
        }

        @Test
        void that_is_slow_fills_its_queue_and_what_is_left_out_is_said() throws Exception {
            try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
                begin(settings(endpoint("http://127.0.0.1:" + silent.getLocalPort() + "/", Receiver.SECRET)));
                for (int i = 0; i < 300; i++) {
                    deliveries.offer(message(i));
                }

                assertThat(log.of("SEVERE")).singleElement().asString().contains("is full", "is left out");
            }
        }

        @Test
        void that_takes_them_again_gets_what_waited_and_the_number_of_the_others_is_said() throws Exception {
            receiver.answering(500);
            begin(settings(endpoint(receiver.address(), Receiver.SECRET)));
            int taken = 0;
            for (int i = 0; i < 2_000; i++) {
                deliveries.offer(message(i));
            }
            log.await("were left out");
            int left = Integer.parseInt(
                    log.of("SEVERE").getLast().replaceAll("(?s).*; (\\d+) messages were left out.*", "$1"));
            taken = 2_000 - left;
            receiver.await("guard.unavailable", taken + 1);
        }

        @Test
        void that_is_dead_holds_up_the_end_for_a_short_time_only() throws Exception {
            try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
                begin(settings(endpoint("http://127.0.0.1:" + silent.getLocalPort() + "/", Receiver.SECRET)));
                deliveries.offer(message("a"));
                long start = System.nanoTime();
                deliveries.close();

                assertThat(Duration.ofNanos(System.nanoTime() - start))
                        .isLessThan(SHORT.drain().plusMillis(500));
                assertThat(log.of("WARNING")).anyMatch(it -> it.contains("1 of its messages were not sent"));
            }
        }

        @Test
        void that_works_gets_at_the_end_what_waits_for_its_first_try() throws Exception {
            begin(settings(endpoint(receiver.address(), Receiver.SECRET)));
            for (int i = 0; i < 20; i++) {
                deliveries.offer(message(i));
            }
            deliveries.close();

            receiver.await("guard.unavailable", 20);
        }
    }

    @Nested
    class The_address {

        private void offeredTo(String host, boolean privateToo, String... addresses) throws Exception {
            InetAddress[] all = new InetAddress[addresses.length];
            for (int i = 0; i < all.length; i++) {
                all[i] = InetAddress.getByName(addresses[i]);
            }
            WebhookEndpoint endpoint = new WebhookEndpoint(
                    "pager",
                    WebhookEndpoint.address("http://" + host + ":" + receiver.port() + "/", true),
                    List.of(WebhookSecret.of(Receiver.SECRET)),
                    ALL,
                    privateToo);
            begin(settings(endpoint).with((String name) -> all));
            deliveries.offer(message("a"));
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "127.0.0.1",
                    "127.8.8.8",
                    "10.1.2.3",
                    "172.16.0.1",
                    "192.168.1.1",
                    "100.64.0.1",
                    "::1",
                    "fd00::1",
                    "::ffff:127.0.0.1",
                    "64:ff9b::7f00:1",
                    "2002:7f00:1::"
                })
        void that_is_private_gets_nothing_unless_the_endpoint_says_so(String address) throws Exception {
            offeredTo("hooks.example", false, address);

            log.await("leads to the private address");
            assertThat(receiver.all).isEmpty();
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "169.254.169.254",
                    "0.0.0.0",
                    "224.0.0.1",
                    "255.255.255.255",
                    "fe80::1",
                    "ff02::1",
                    "::",
                    "2001:db8::1",
                    "64:ff9b::a9fe:a9fe",
                    "192.0.2.1"
                })
        void that_is_no_servers_gets_nothing_whatever_the_endpoint_says(String address) throws Exception {
            offeredTo("hooks.example", true, address);

            log.await("which is no address of a server");
            assertThat(receiver.all).isEmpty();
        }

        @Test
        void of_a_name_that_is_public_and_private_gets_nothing() throws Exception {
            offeredTo("hooks.example", false, "93.184.215.14", "127.0.0.1");

            log.await("leads to the private address 127.0.0.1");
            assertThat(receiver.all).isEmpty();
        }

        @Test
        void that_was_checked_is_the_one_that_is_called_whatever_the_name_leads_to_next() throws Exception {
            AtomicInteger lookups = new AtomicInteger();
            InetAddress first = InetAddress.getByName("127.0.0.1");
            InetAddress later = InetAddress.getByName("127.0.0.9");
            begin(settings(endpoint("http://rebinding.invalid:" + receiver.port() + "/", Receiver.SECRET))
                    .with((String name) -> new InetAddress[] {lookups.incrementAndGet() == 1 ? first : later}));
            deliveries.offer(message("a"));

            Got got = receiver.await("guard.unavailable", 1).getFirst();
            assertThat(got.header("Host")).isEqualTo("rebinding.invalid:" + receiver.port());
            assertThat(lookups).hasValue(1);
        }

        @Test
        void that_is_private_is_refused_where_it_is_configured_if_it_needs_no_look_up() {
            for (String host : List.of("127.0.0.1", "localhost", "[::1]", "2130706433", "[::ffff:10.0.0.1]")) {
                assertThatThrownBy(() -> new WebhookEndpoint(
                                "pager",
                                WebhookEndpoint.address("https://" + host + "/", false),
                                List.of(WebhookSecret.of(Receiver.SECRET)),
                                ALL,
                                false))
                        .as(host)
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("private_addresses: true");
            }
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "http://hooks.example/",
                    "ftp://hooks.example/",
                    "https://",
                    "hooks.example",
                    "https://u:p@hooks.example/",
                    "https://hooks.example/#x",
                    "https://hooks.example/a b",
                    "https://hooks.example/\r\nX: y",
                    "https://h:0/"
                })
        void is_refused_if_it_is_none_without_being_repeated(String address) {
            assertThatThrownBy(() -> WebhookEndpoint.address(address, false))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("expected")
                    .hasMessageNotContaining("u:p");
        }
    }

    @Nested
    class Tls {

        @Test
        void reaches_a_server_with_a_certificate_for_its_name_and_no_other() throws Exception {
            Certificates own = Certificates.forHost("hooks.example", directory);
            try (Receiver secured = Receiver.overTls(own.server())) {
                InetAddress[] here = {InetAddress.getLoopbackAddress()};
                WebhookEndpoint right = endpoint("https://hooks.example:" + secured.port() + "/", Receiver.SECRET);
                begin(settings(right).with((String name) -> here).with(own.client()));
                deliveries.offer(message("a"));
                secured.await("guard.unavailable", 1).getFirst().verified(Receiver.SECRET);
                deliveries.close();

                WebhookEndpoint wrong = endpoint("https://other.example:" + secured.port() + "/", Receiver.SECRET);
                begin(settings(wrong).with((String name) -> here).with(own.client()));
                deliveries.offer(message("b"));
                log.await("other.example");
                secured.await("guard.unavailable", 1);
            }
        }

        @Test
        void trusts_nobody_that_this_machine_does_not() throws Exception {
            Certificates own = Certificates.forHost("hooks.example", directory);
            try (Receiver secured = Receiver.overTls(own.server())) {
                InetAddress[] here = {InetAddress.getLoopbackAddress()};
                begin(settings(endpoint("https://hooks.example:" + secured.port() + "/", Receiver.SECRET))
                        .with((String name) -> here));
                deliveries.offer(message("a"));

                log.await("failed, next try");
                assertThat(secured.all).isEmpty();
            }
        }
    }

    @Nested
    class A_secret {

        @ParameterizedTest
        @ValueSource(
                strings = {"", "C2FVsBQIhrscChlQIMV+b5sSYspob7oD", "whsec_", "whsec_dG9vIHNob3J0", "whsec_no base 64!"})
        void is_refused_if_it_is_none_without_being_repeated(String text) {
            assertThatThrownBy(() -> WebhookSecret.of(text))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("expected")
                    .hasMessageNotContaining("C2FVs")
                    .hasMessageNotContaining("no base");
        }

        @Test
        void does_not_show_itself() {
            assertThat(endpoint(receiver.address(), Receiver.SECRET).toString())
                    .doesNotContain("C2FVs")
                    .doesNotContain("token");
            assertThat(WebhookSecret.of(Receiver.SECRET)).hasToString("whsec_…");
        }
    }

    @Test
    void of_two_servers_one_sends_until_it_ends() throws Exception {
        begin(settings(endpoint(receiver.address(), Receiver.SECRET)));
        assertThat(Deliveries.begin(settings(endpoint(receiver.address(), Receiver.SECRET))))
                .isNull();
        deliveries.close();

        begin(settings(endpoint(receiver.address(), Receiver.SECRET)));
        assertThat(deliveries).isNotNull();
    }
}
