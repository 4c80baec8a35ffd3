package dev.carabiner.guard.program;

import dev.carabiner.guard.line.Arg;
import dev.carabiner.guard.line.Holes;
import dev.carabiner.guard.line.Input;
import dev.carabiner.guard.line.Regex;
import dev.carabiner.guard.line.ShellCommand;
import dev.carabiner.guard.program.Invocation.Option;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Programs that fetch: what they write, what they send, and what they run of what they got. */
final class NetworkPrograms {

    private static final Program CURL = row(
            "curl : net"
                    + " v=-H,-A,-u,-X,-m,-e,-c,-y,-Y,-z,-C,-E,-r,-w,-U,-t,-Q,-P,--header,--proxy-header,--user-agent,--user,--request,"
                    + "--max-time,--connect-timeout,--retry,--retry-delay,--referer,--range,--write-out,--resolve,--connect-to,--limit-rate,--url,--interface,--max-redirs,--ciphers"
                    + " w=-o,--output,-D,--dump-header,--output-dir,--trace,--trace-ascii,--stderr,--hsts,--alt-svc,--ssl-sessions,--etag-save,-c,--cookie-jar,--libcurl"
                    + " r=-b,--cookie,-K,--config,--cacert,--cert,--key,--netrc-file,-E,--pubkey,--etag-compare"
                    + " c=-d,--data,--data-raw,--data-binary,--data-ascii,--data-urlencode,-F,--form,-T,--upload-file,--json,--form-string"
                    + " askif=-n,--netrc,--netrc-optional,--unix-socket,--abstract-unix-socket,--engine,--proxy,--preproxy,-x,--socks4,--socks4a,--socks5,--socks5-hostname,--doh-url,--variable,--expand-url,--expand-data,--expand-output,--url-query,--oauth2-bearer,--aws-sigv4,--ntlm,--negotiate");

    private static final Program WGET = row("wget : net"
            + " v=-t,-T,-w,-Q,-l,-A,-R,-D,-U,-e,-I,-X,-B,--header,--user-agent,--tries,--timeout,--user,--password,--accept,--reject,--domains,--level,--wait,--method"
            + " w=-O,--output-document,-P,--directory-prefix,-o,--output-file,-a,--append-output,--save-cookies,--rejected-log,--warc-file,--warc-tempdir,--hsts-file"
            + " r=-i,--input-file,--load-cookies,--ca-certificate,--private-key,--config"
            + " c=--post-file,--post-data,--body-file,--body-data x=--use-askpass");

    private static final Program GH_API = row(
            "gh api : net v=-X,--method,-f,-F,--field,--raw-field,-H,--header,-q,--jq,-t,--template,-p,--preview,--cache,--input,--hostname");

    private NetworkPrograms() {}

    private static Program row(String text) {
        return ProgramRows.one(text);
    }

    static boolean apply(String special, Invocation invocation, Effects effects) {
        switch (special) {
            case "curl" -> curl(Invocation.of(CURL, invocation.words()), effects);
            case "wget" -> wget(Invocation.of(WGET, invocation.words()), effects);
            case "openssl" -> openssl(invocation, effects);
            case "httpie" -> {
                boolean asked = invocation.hasWord("GET|HEAD|OPTIONS");
                boolean local = Regex.fits(
                        invocation.operand(asked ? 1 : 0),
                        "(https?://)?(localhost|127\\.0\\.0\\.1)?(:\\d+)?(/[\\w./?&=%-]*)?");
                boolean more = invocation.operands().size() > (asked ? 2 : 1)
                        || invocation.hasWord("-\\w*[odsa].*|--(output|download|session|auth|cert|verify|proxy).*");
                effects.useNetwork();
                if (!local
                        || more
                        || invocation.operand(0).isEmpty()
                        || !(effects.command().input() instanceof Input.Inherited)) {
                    effects.send();
                    effects.ask("would go to the network in a way that is not looked into");
                }
            }
            case "ghapi" -> {
                Invocation call = Invocation.of(GH_API, invocation.words());
                List<Arg> methods = call.values("-X", "--method");
                boolean gives = call.has("-f", "-F", "--field", "--raw-field", "--input") && methods.isEmpty();
                boolean changes = gives
                        || call.has("--hostname")
                        || call.operand(0).equals("graphql")
                        || methods.stream().anyMatch(it -> !Regex.fits(it.text(), "(?i)GET|HEAD"));
                if (changes) {
                    effects.ask("would change something by an account");
                }
                effects.lookOnly();
            }
            case "ghclone" -> {
                if (invocation.hasWord("--")) {
                    effects.ask("gives git clone options, which can run something");
                }
                return false;
            }
            case "kubeget" -> {
                boolean secrets = invocation.operands().stream()
                        .anyMatch(it -> Regex.fits(it.text(), "(?i)secrets?(/.*|,.*)?|.*,secrets?.*"));
                boolean shown = invocation.hasWord("-o.*|--output.*|-ojsonpath.*")
                        || invocation.program().key().endsWith("describe");
                if (secrets && shown) {
                    effects.ask("would read secrets of a cluster");
                }
                effects.lookOnly();
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private static void curl(Invocation invocation, Effects effects) {
        effects.useNetwork();
        for (Option option : invocation.options()) {
            String value = option.value().text();
            if (option.kind() == Program.Kind.WRITTEN) {
                effects.write(option.value());
            } else if (option.kind() == Program.Kind.READ) {
                effects.read(List.of(option.value()));
                if (Regex.fits(option.name(), "-K|--config")) {
                    effects.ask("takes settings of curl from a file");
                }
            } else if (Regex.fits(option.name(), "-H|--header|--proxy-header") && value.startsWith("@")) {
                effects.read(List.of(option.value().withText(value.substring(1))));
                if (!isLocal(invocation)) {
                    effects.ask("would send a file or what is not known to another machine");
                }
            } else if (Regex.fits(option.name(), "--resolve|--connect-to")
                    && !Regex.fits(value, ".*:(127\\.0\\.0\\.1|\\[::1]|localhost)(:\\d*)?")) {
                effects.ask("has curl go to another machine than the address says");
            } else if (Regex.fits(
                            option.name(), "-[AeHubX]|--(user-agent|referer|header|user|cookie|request-target|url)")
                    && tells(option.value())
                    && !isLocal(invocation)) {
                effects.ask("would send what a program prints to another machine");
            } else if (option.kind() == Program.Kind.ASKED) {
                effects.ask("uses " + option.name() + " of curl, by which it goes another way or sends more");
            } else if (Regex.fits(option.name(), "-w|--write-out") && Regex.fits(value, "(?s)@.*|.*%output.*")) {
                effects.ask("has curl write a file of its own");
            } else if (option.kind() == Program.Kind.CODE) {
                effects.send();
                boolean file = value.startsWith("@")
                        || Regex.fits(value, "(?s).*=[@<].*")
                        || Regex.fits(option.name(), "-T|--upload-file");
                boolean unknown = Holes.has(value, Holes.ANY);
                if (file || unknown) {
                    effects.read(List.of(option.value().withText(value.replaceFirst("(?s)^.*?[@<]", ""))));
                }
                if (unknown || (file && !isLocal(invocation))) {
                    effects.ask("would send a file or what is not known to another machine");
                } else if (!isLocal(invocation)) {
                    effects.ask("would send data to another machine");
                }
            }
        }
        String method = String.join(
                " ",
                invocation.values("-X", "--request").stream().map(Arg::text).toList());
        if (!Regex.fits(method, "(?i)(GET|HEAD|OPTIONS)?") && !isLocal(invocation)) {
            effects.ask("would change something on another machine");
        }
        if (invocation.has("-O", "--remote-name", "--remote-name-all", "-J")) {
            effects.write(Arg.of("."));
        }
        urls(invocation, effects);
    }

    /** Whether something is put in that tells more than a version or a date. */
    private static boolean tells(Arg value) {
        return value.sources().stream()
                .anyMatch(it -> Regex.fits(
                        it.program(), "id|whoami|hostname|logname|groups|getent|users|who|w|last|env|printenv"));
    }

    private static boolean isLocal(Invocation invocation) {
        List<Arg> places = Stream.concat(invocation.operands().stream(), invocation.values("--url").stream())
                .toList();
        return !places.isEmpty()
                && places.stream()
                        .allMatch(it -> Regex.fits(
                                it.text(),
                                "(https?://)?(localhost|127\\.0\\.0\\.1|\\[::1\\]|0\\.0\\.0\\.0)(:\\d+)?([/?].*)?"));
    }

    private static void urls(Invocation invocation, Effects effects) {
        for (Arg word : invocation.words()) {
            if (Holes.has(word.text(), Holes.ANY) || word.count() == Arg.Count.ANY) {
                effects.ask("would send what is not known to another machine");
            }
        }
        for (Arg url : invocation.operands()) {
            if (tells(url) && !isLocal(invocation)) {
                effects.ask("would send what a program prints to the address that it takes");
            }
            if (Regex.fits(url.text(), "(?i)(file|gopher|dict|scp|sftp|ftp|ldap|smb|telnet|tftp|smtp)s?:.*")) {
                effects.ask("would go to a place that is no web page");
                effects.read(List.of(url.withText(url.text().replaceFirst("(?i)^file:(//[^/]*)?", ""))));
            }
            if (Regex.fits(
                    url.text(),
                    "(?i).*(169\\.254\\.\\d+\\.\\d+|metadata\\.google\\.internal|100\\.100\\.100\\.200|fd00:ec2:|\\[[0-9a-f:]*a9fe[0-9a-f:]*\\]|/latest/meta-data|/computeMetadata/).*"
                            + "|(https?://)?([^/@]*@)?(0x[0-9a-f.x]+|\\d{5,}|\\d+\\.\\d{4,}|(?!127\\.(0\\.)?1[:/?]|127\\.(0\\.)?1$)\\d+\\.\\d+(\\.\\d+)?|0\\d+\\.\\S*|metadata)([:/?].*)?")) {
                effects.ask("would read the credentials of this machine");
            }
        }
    }

    private static void wget(Invocation invocation, Effects effects) {
        effects.useNetwork();
        boolean there = false;
        for (Option option : invocation.options()) {
            if (option.kind() == Program.Kind.WRITTEN) {
                there |= !Regex.fits(option.name(), "-[oa]|--(output-file|append-output)");
                if (!option.value().text().equals("-")) {
                    effects.write(option.value());
                }
            } else if (Regex.fits(option.name(), "--method")
                    && !Regex.fits(option.value().text(), "(?i)GET|HEAD")) {
                effects.ask("would change something on another machine");
            } else if (option.kind() == Program.Kind.READ && !option.name().equals("--config")) {
                effects.read(List.of(option.value()));
                if (BuildOptions.leadsOut(option.value())) {
                    effects.ask("would send what is in a file to another machine");
                }
            } else if (Regex.fits(option.name(), "-U|--(header|user-agent|referer|(http-|ftp-|proxy-)?(user|password))")
                    && tells(option.value())
                    && !isLocal(invocation)) {
                effects.ask("would send what a program prints to another machine");
            } else if (option.kind() == Program.Kind.CODE) {
                effects.send();
                effects.ask("would send data to another machine");
            } else if (Regex.fits(option.name(), "-e|--execute|--config") || option.kind() == Program.Kind.LINE) {
                effects.ask("gives wget a setting that can run a program");
            }
        }
        if (!there) {
            effects.write(Arg.of("."));
        }
        urls(invocation, effects);
    }

    private static void openssl(Invocation invocation, Effects effects) {
        String command = invocation.operand(0);
        boolean connects = Set.of("s_server", "ocsp").contains(command);
        boolean looks = Set.of(
                        "version",
                        "x509",
                        "dgst",
                        "sha256",
                        "md5",
                        "ciphers",
                        "list",
                        "rand",
                        "s_client",
                        "verify",
                        "asn1parse",
                        "crl",
                        "req",
                        "base64",
                        "help",
                        "prime",
                        "passwd")
                .contains(command);
        boolean makes = command.equals("req") && invocation.hasWord("--?newkey");
        boolean loads = invocation.hasWord(
                        "--?(engine|keygen_engine|ssl_client_engine|provider|config|provider-path|sign|inkey|key|passin.*|writerand)")
                || (!makes && invocation.hasWord("--?(out|keyout)"));
        List<Arg> words = invocation.words();
        for (int i = 1; i < words.size(); i++) {
            if (Regex.fits(words.get(i - 1).text(), "--?(out|keyout)")) {
                effects.write(words.get(i));
            }
        }
        if (connects
                || !looks
                || loads
                || (command.equals("s_client") && isFed(effects.command().input()))) {
            effects.ask("would use keys, or a connection that anything can go through");
        }
        effects.read(invocation.operandsFrom(1));
    }

    /** Whether something comes on its input; nothing but a line feed often does, to end it. */
    private static boolean isFed(Input input) {
        return switch (input) {
            case Input.Inherited unused -> false;
            case Input.File(Arg file) -> !file.text().equals("/dev/null");
            case Input.Text(String text, List<ShellCommand> unused) -> !Regex.fits(text, "Q?\\s*");
            case Input.Pipe(List<ShellCommand> producers) ->
                !producers.stream()
                        .allMatch(it -> it.program().equals("echo")
                                && it.arguments().stream().allMatch(word -> Regex.fits(word.text(), "Q?|-n")));
        };
    }
}
