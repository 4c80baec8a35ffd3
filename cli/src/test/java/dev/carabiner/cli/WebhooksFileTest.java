package dev.carabiner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is wrong in {@code ~/.carabiner/webhooks.yaml} is told by its place, and {@code serve} does not start. */
@Timeout(120)
class WebhooksFileTest extends TypedCommands {

    private static final String SECRET = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";

    private Path own;

    @BeforeEach
    void makeOwn() throws Exception {
        own = Files.createDirectory(
                home.resolve(".carabiner"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }

    private void secret(String text, String permissions) throws Exception {
        Path file = Files.writeString(own.resolve("pager.secret"), text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    }

    private String refused(String text) throws Exception {
        Path file = Files.writeString(own.resolve("webhooks.yaml"), text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        assertThat(carabiner("serve", "--port", "0", "--bundle", "default")).isEqualTo(1);
        assertThat(out()).isEmpty();
        assertThat(err()).doesNotContain("C2FVs", "token-of-address");
        return err();
    }

    @Test
    void is_refused_with_line_and_fix() throws Exception {
        secret(SECRET, "rw-------");
        String good = "webhooks:\n  pager:\n    url: https://hooks.example/\n    secret_file: pager.secret\n";
        Map<String, String> wrong = Map.ofEntries(
                Map.entry("hooks: {}\n", ":1: there is no key 'hooks'; expected webhooks"),
                Map.entry("webhooks: [x]\n", ":1: expected a name for each webhook, found a list"),
                Map.entry(good + "    retries: 3\n", ":5: pager: there is no key 'retries'; expected url, secret_file"),
                Map.entry(good + "    types: [approval.asked]\n", ":5: types: expected approval.required, "),
                Map.entry(good + "    private_addresses: maybe\n", ":5: private_addresses: expected true or false"),
                Map.entry(good.replace("https", "http"), ":3: pager.url: expected https://, or plain_http: true"),
                Map.entry(good.replace("hooks.example", "127.0.0.1"), "private_addresses: true would permit it"),
                Map.entry(good.replace("hooks.example/", "u:token-of-address@x/"), "without user, password and #"),
                Map.entry(good.replace("    url", "    uri"), ":3: pager: there is no key 'uri'"),
                Map.entry("webhooks:\n  pager:\n    secret_file: x\n", ":2: pager: expected url: https://…"),
                Map.entry(
                        good.replace("_file: pager.secret", "_env: PAGER"),
                        ":4: pager.secret_env: the variable PAGER is not set"),
                Map.entry(
                        good.replace("pager.secret", "other.secret"), ":4: pager.secret_file: there is no file " + own),
                Map.entry(
                        good.replace("pager.secret", SECRET),
                        ":4: pager.secret_file: expected the name of a file, found the secret"),
                Map.entry(good + "    secret_env: PAGER\n", ":2: pager: expected either secret_file or secret_env"),
                Map.entry(good.replace("pager:", "'a b':"), ":2: expected a name of 1 to 64 letters"),
                Map.entry("webhooks:\n  pager: [\n", "this is not YAML"));

        for (Map.Entry<String, String> each : wrong.entrySet()) {
            assertThat(refused(each.getKey())).as(each.getKey()).contains("webhooks.yaml:", each.getValue());
        }
    }

    @Test
    void is_refused_with_a_secret_that_is_none_too_many_or_that_others_can_read() throws Exception {
        String text = "webhooks:\n  pager:\n    url: https://hooks.example/\n    secret_file: pager.secret\n";
        secret(SECRET, "rw-r--r--");
        assertThat(refused(text)).contains(":4: pager.secret_file: others can read ", "chmod 600 ");
        secret("C2FVsBQIhrscChlQIMV+b5sSYspob7oD", "rw-------");
        assertThat(refused(text)).contains("expected a secret that begins with whsec_; make one with: echo whsec_");
        secret("whsec_C2FV", "rw-------");
        assertThat(refused(text)).contains("found one of 3");
        secret("", "rw-------");
        assertThat(refused(text)).contains("expected one secret there, or two while it is changed");
        secret(SECRET + "\n" + SECRET + "\n" + SECRET, "rw-------");
        assertThat(refused(text)).contains("expected one secret there, or two while it is changed");
    }

    @Test
    void is_refused_if_others_can_write_it() throws Exception {
        Path file = Files.writeString(own.resolve("webhooks.yaml"), "webhooks: {}\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-rw-"));

        assertThat(carabiner("serve", "--port", "0", "--bundle", "default")).isEqualTo(1);
        assertThat(err()).contains("The webhooks cannot be read", "can be written by others");
    }

    @Test
    void is_the_users_and_no_bundle_can_have_one() throws Exception {
        Path bundle = Files.writeString(
                project.resolve("evil.yaml"),
                "bundle: {name: evil, version: 1}\nwebhooks: {x: {url: 'https://evil.example/'}}\n");

        assertThat(carabiner("serve", "--port", "0", "--bundle", bundle.toString()))
                .isEqualTo(1);
        assertThat(err()).contains("evil.yaml:2", "webhooks");
    }
}
