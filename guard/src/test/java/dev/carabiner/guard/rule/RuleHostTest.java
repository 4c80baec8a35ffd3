package dev.carabiner.guard.rule;

import static dev.carabiner.guard.rule.RuleWorld.NOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.approval.StandingAnswers.Ruling;
import dev.carabiner.event.EventData;
import java.nio.file.Path;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Hosts are compared by parsed labels, never by string prefix. */
class RuleHostTest {

    private static boolean allows(String host, String url) {
        ApprovalRule rule = ApprovalRule.allow("r", "*", "fetch", InputPattern.host("url", host));
        return RuleWorld.rules(Path.of("."), rule).decide("guard", "fetch", EventData.of("url", url), NOW)
                instanceof Ruling.Allowed;
    }

    private static boolean denies(String host, String url) {
        ApprovalRule rule = ApprovalRule.deny("r", "*", "fetch", InputPattern.host("url", host));
        return RuleWorld.rules(Path.of("."), rule).decide("guard", "fetch", EventData.of("url", url), NOW)
                instanceof Ruling.Denied;
    }

    @Nested
    class Threat7 {

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "https://example.org",
                    "https://example.org/",
                    "http://example.org/a?b=c#d",
                    "https://EXAMPLE.org/x",
                    "https://example.org?x",
                    "https://example.org/a/@b:c"
                })
        void covers_the_host(String url) {
            assertThat(allows("example.org", url)).isTrue();
            assertThat(denies("example.org", url)).isTrue();
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "https://example.org.evil.net",
                    "https://evil.net/example.org",
                    "https://example.orgevil.net",
                    "https://a.example.org",
                    "https://evilexample.org",
                    "https://example.org@evil.net",
                    "https://example.org:x@evil.net/",
                    "https://user@example.org",
                    "https://example.org:8443",
                    "https://example.org:443",
                    "https://example.org\\@evil.net",
                    "https://evil.net\\@example.org",
                    "https:example.org",
                    "https:/example.org",
                    "https:///example.org",
                    "//example.org",
                    "example.org",
                    "ftp://example.org",
                    "file://example.org/x",
                    "javascript://example.org/%0aalert(1)",
                    " https://example.org",
                    "https://example.org ",
                    "https://example.org\n",
                    "https://exa\tmple.org",
                    "https://example.org\u0000.evil.net",
                    "https://example.org%2eevil.net",
                    "https://example%2eorg",
                    "https://example\u3002org",
                    "https://\uff45xample.org",
                    "https://ex\u0430mple.org",
                    "https://example.org.",
                    "https://.example.org",
                    "https://example..org",
                    "https://example.org#@evil.net\\",
                    "https://example.org/\u202e",
                    "https://[::1]",
                    "",
                    "https://",
                    "https://example.org;evil.net",
                    "https://example.org,evil.net",
                    "https://evil.net?https://example.org",
                    "https://evil.net#https://example.org",
                    "HTTPS://example.org/ x"
                })
        void is_not_fooled_into_allowing(String url) {
            assertThat(allows("example.org", url)).isFalse();
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "https://user:pass@example.org",
                    "https://example.org:8443/x",
                    "https://example.org.",
                    "https:example.org",
                    "//example.org",
                    "example.org/x",
                    "example.org",
                    "ftp://example.org",
                    "https://evil.net\\@example.org",
                    "https://example%2eorg",
                    "https://example%252eorg",
                    "https://example\u3002org",
                    "https://\uff45xample.org",
                    " https://example.org ",
                    "https://exa\tmple.org",
                    "https://ex\u00adample.org",
                    "https://example.org@evil.net",
                    "https://proxy/?u=https://example.org/x",
                    "https:\\\\example.org\\x",
                    "HTTPS://EXAMPLE.ORG",
                    "https://proxy/https://example.org/x"
                })
        void is_found_by_a_deny(String url) {
            assertThat(denies("example.org", url)).isTrue();
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "https://example.org.evil.net",
                    "https://evilexample.org",
                    "https://a.example.org",
                    "https://example.com"
                })
        void leaves_other_hosts_alone(String url) {
            assertThat(denies("example.org", url)).isFalse();
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "http://127.0.0.1",
                    "http://127.0.0.1:80/x",
                    "http://2130706433",
                    "http://0x7f000001",
                    "http://0x7f.1",
                    "http://0177.0.0.1",
                    "http://127.1",
                    "http://[::1]/",
                    "http://[::ffff:127.0.0.1]"
                })
        void knows_the_forms_of_an_address(String url) {
            assertThat(denies("127.0.0.1", url)).isTrue();
        }

        @Test
        void means_the_hosts_below_by_a_star() {
            assertThat(allows("*.example.org", "https://a.example.org/")).isTrue();
            assertThat(allows("*.example.org", "https://a.b.example.org/")).isTrue();
            assertThat(allows("*.example.org", "https://example.org/")).isFalse();
            assertThat(allows("*.example.org", "https://aexample.org/")).isFalse();
            assertThat(denies("*.example.org", "https://a.example.org./")).isTrue();
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "",
                    "*",
                    "*.org",
                    "*example.org",
                    "a.*.org",
                    "https://example.org",
                    "example.org:80",
                    "example.org/",
                    "ex ample.org",
                    "-a.org",
                    "a..b",
                    ".a",
                    "\u00e9.org"
                })
        void refuses_what_is_not_a_host(String host) {
            assertThatThrownBy(() -> ApprovalRule.allow("r-7", "*", "fetch", InputPattern.host("url", host)))
                    .isInstanceOf(InvalidRuleException.class)
                    .hasMessageContaining("r-7")
                    .hasMessageContaining("expected a host");
        }

        @Test
        void is_no_matter_of_prefixes_in_a_command_either() {
            assertThat(RuleWorld.allows("curl https://example.org", "curl https://example.org"))
                    .isTrue();
            assertThat(RuleWorld.allows("curl https://example.org", "curl https://example.org.evil.net"))
                    .isFalse();
        }
    }
}
