package dev.carabiner.guard.verdict;

import dev.carabiner.guard.line.Regex;
import dev.carabiner.guard.path.Glob;
import dev.carabiner.guard.path.PathWords;
import dev.carabiner.guard.path.ProtectedPaths;
import dev.carabiner.guard.path.Workspace;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The files that matter whatever a bundle says: those that decide what an agent may do, those that are run at the next
 * login, and those that hold keys.
 */
final class SensitiveFiles {

    /** Of the settings that decide what an agent may do, and of what git runs. */
    private static final List<String> OWN_FILES =
            List.of(".carabiner", "/**/.git/hooks", "/**/.git/config", "/etc/carabiner");

    /** What shells, git and ssh read first, where anything may be named that is then run. */
    private static final List<String> START_UP = List.of(
            "~/.bashrc",
            "~/.bash_*",
            "~/.profile",
            "~/.zshrc",
            "~/.zshenv",
            "~/.zprofile",
            "~/.zlogin",
            "~/.gitconfig",
            "~/.config/git",
            "~/.config/fish",
            "~/.config/autostart",
            "~/.config/systemd",
            "~/.ssh",
            "~/.inputrc",
            "~/.vimrc",
            "~/.npmrc",
            "~/.pypirc",
            "~/.m2/settings.xml",
            "~/.cargo/config",
            "~/.cargo/config.toml",
            "~/.local/bin",
            "~/bin",
            "~/Library/LaunchAgents",
            "/etc");

    private static final List<String> SECRETS = List.of(
            "~/.ssh",
            "~/.netrc",
            "~/.aws",
            "~/.azure",
            "~/.config/gcloud",
            "~/.config/gh",
            "~/.kube",
            "~/.docker/config.json",
            "~/.gnupg",
            "~/.pgpass",
            "~/.my.cnf",
            "~/.git-credentials",
            "~/.config/git/credentials",
            "~/.npmrc",
            "~/.pypirc",
            "~/.vault-token",
            "~/.config/op",
            "~/.password-store",
            "~/.local/share/keyrings",
            "~/Library/Keychains",
            "~/.terraform.d/credentials.tfrc.json",
            "~/.bash_history",
            "~/.zsh_history",
            "~/.mozilla",
            "~/.config/google-chrome",
            "~/.config/chromium",
            "~/.cargo/credentials",
            "~/.cargo/credentials.toml",
            "~/.m2/settings-security.xml",
            "~/.gem/credentials",
            "~/.config/hub",
            "~/.heroku",
            "~/.boto",
            "~/.s3cfg",
            "~/.config/rclone",
            "~/.carabiner/keys",
            "~/.carabiner/tokens",
            "~/.carabiner/webhooks.yaml",
            "~/.carabiner/*.secret",
            "~/.composer/auth.json",
            "~/.config/composer/auth.json",
            "~/.gradle/gradle.properties",
            "~/.ivy2/.credentials",
            "~/.sbt/.credentials",
            "~/.claude/.credentials.json",
            "~/.claude.json",
            "~/.codex/auth.json",
            "~/.gemini/oauth_creds.json",
            "~/.config/github-copilot",
            "~/.config/doctl",
            "~/.config/hcloud",
            "~/.config/glab-cli",
            "~/.config/heroku",
            "~/.config/sops",
            "~/.config/solana",
            "~/.config/filezilla",
            "~/.config/BraveSoftware",
            "~/.config/microsoft-edge",
            "~/.config/pulse/cookie",
            "~/.config/argocd",
            "~/.config/configstore",
            "~/.config/flyctl",
            "~/.fly",
            "~/.oci",
            "~/.age",
            "~/.nuget/NuGet/NuGet.Config",
            "~/.thunderbird",
            "~/.electrum",
            "~/.bitcoin",
            "~/.ethereum",
            "~/.*_history",
            "~/.histfile",
            "~/.Xauthority",
            "~/.ICEauthority",
            "~/.databrickscfg",
            "~/.snowflake",
            "~/.snowsql",
            "~/.wakatime.cfg",
            "~/.influxdbv2",
            "~/.minio",
            "~/.mc/config.json",
            "~/.rhosts",
            "~/.fetchmailrc",
            "~/.msmtprc",
            "~/.mbsyncrc",
            "~/.ansible/vault",
            "~/.vault_pass",
            "~/.chef",
            "~/.puppet",
            "~/.ngrok2",
            "~/.config/ngrok",
            "~/.cloudflared",
            "~/.config/cloudflare",
            "~/.wrangler",
            "~/.config/.wrangler",
            "~/.netlify",
            "~/.config/netlify",
            "~/.local/share/com.vercel.cli",
            "~/.config/stripe",
            "~/.pulumi/credentials.json",
            "~/.terraformrc",
            "~/.lftp",
            "~/.subversion/auth",
            "~/.hgrc",
            "~/.jira.d",
            "~/.jupyter",
            "~/.ipython/profile_default/history.sqlite",
            "~/.local/share/TelegramDesktop",
            "~/.config/Signal",
            "~/.config/Slack",
            "~/.config/discord",
            "~/.android/adbkey",
            "~/.local/share/fish/fish_history",
            "/etc/krb5.keytab",
            "/etc/rancher",
            "/etc/letsencrypt",
            "/etc/wireguard",
            "/etc/openvpn",
            "/etc/ipsec.secrets",
            "/etc/ppp",
            "/etc/NetworkManager/system-connections",
            "/etc/docker/key.json",
            "/etc/security/opasswd",
            "/etc/mysql/debian.cnf",
            "/tmp/krb5cc_*",
            "/run/user/*/keyring",
            "/var/lib/docker",
            "/var/lib/kubelet",
            "/var/lib/rancher",
            "/var/spool/cron",
            "/var/mail",
            "/etc/shadow",
            "/etc/gshadow",
            "/etc/sudoers",
            "/etc/ssh",
            "/etc/ssl/private",
            "/var/run/secrets",
            "/run/secrets",
            "/etc/kubernetes",
            "id_rsa",
            "id_ed25519",
            "id_ecdsa",
            "id_dsa",
            ".netrc",
            ".git-credentials",
            ".pgpass");

    private static final List<List<String>> AT_HOME = below("~");
    private static final List<List<String>> ELSEWHERE = below("");

    private final PathWords paths;
    private volatile @Nullable ProtectedPaths own;
    private volatile @Nullable ProtectedPaths startUp;
    private volatile @Nullable ProtectedPaths secrets;

    /** Each list is read when it is first asked: every name in it is looked for on the disk, and most commands need none. */
    SensitiveFiles(PathWords paths) {
        this.paths = paths;
    }

    /** The first of these places that decides what an agent may do, or null. */
    @Nullable
    Path own(Set<Path> places) {
        ProtectedPaths known = own;
        if (known == null) {
            known = new ProtectedPaths(paths, OWN_FILES);
            own = known;
        }
        return known.touched(places);
    }

    /** The first of these places that is read at a login, or by git or ssh, or null. */
    @Nullable
    Path startUp(Set<Path> places) {
        ProtectedPaths known = startUp;
        if (known == null) {
            known = new ProtectedPaths(paths, START_UP);
            startUp = known;
        }
        return known.touched(places);
    }

    /** The first of these places that holds a key, unless that one is public; or null. */
    @Nullable
    Path secret(Set<Path> places) {
        ProtectedPaths known = secrets;
        if (known == null) {
            known = new ProtectedPaths(paths, SECRETS);
            secrets = known;
        }
        Path secret = known.touched(places);
        secret = secret == null ? ofAnotherHome(places) : secret;
        boolean shared = secret != null
                && (secret.toString().endsWith(".pub") || secret.toString().endsWith("known_hosts"));
        return shared ? null : secret;
    }

    /** The same for the home directory of another user, and for wildcards that stand for nothing here and now. */
    private @Nullable Path ofAnotherHome(Set<Path> places) {
        for (Path place : places) {
            boolean wild = Glob.isWild(place.toString());
            int home = homeNames(place);
            boolean there = home > 0 && place.getNameCount() > home;
            if (there || wild) {
                List<String> names = new ArrayList<>();
                place.forEach(name -> names.add(Workspace.folded(name.toString())));
                List<String> rest = names.subList(there ? home : 0, names.size());
                if ((there ? AT_HOME : ELSEWHERE).stream().anyMatch(it -> covers(it, rest))) {
                    return place;
                }
            }
        }
        return null;
    }

    /** How many names the home directory has that a place lies in; 0 if it lies in none. */
    private int homeNames(Path place) {
        for (Path home : paths.homes()) {
            if (place.startsWith(home)) {
                return home.getNameCount();
            }
        }
        String first = place.getNameCount() < 2 ? "" : place.getName(0).toString();
        return first.equals("root") ? 1 : Set.of("home", "Users").contains(first) ? 2 : 0;
    }

    private static boolean covers(List<String> secret, List<String> names) {
        if (secret.size() > names.size()) {
            return false;
        }
        for (int i = 0; i < secret.size(); i++) {
            if (!fits(names.get(i), secret.get(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean fits(String name, String part) {
        boolean wild = Glob.isWild(name);
        if (!wild && !Glob.isWild(part)) {
            return name.equals(part);
        }
        boolean hidden = wild && part.startsWith(".") && !name.startsWith(".");
        return !hidden && (Glob.couldMatch(name, part) || Glob.couldMatch(part, name));
    }

    private static List<List<String>> below(String root) {
        return SECRETS.stream()
                .filter(it -> it.startsWith(root + "/"))
                .map(it -> Stream.of(it.substring(root.length() + 1).split("/", -1))
                        .map(Workspace::folded)
                        .toList())
                .toList();
    }

    /** Whether a text of another language names what must not be touched. */
    static boolean areNamedIn(String text) {
        return Regex.fits(text, "(?s).*(\\.carabiner|\\.git/hooks|\\.git/config)\\b.*");
    }
}
