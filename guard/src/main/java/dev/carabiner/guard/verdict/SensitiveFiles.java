package dev.carabiner.guard.verdict;

import dev.carabiner.guard.line.Regex;
import dev.carabiner.guard.path.PathWords;
import dev.carabiner.guard.path.ProtectedPaths;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
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
        boolean shared = secret != null
                && (secret.toString().endsWith(".pub") || secret.toString().endsWith("known_hosts"));
        return shared ? null : secret;
    }

    /** Whether a text of another language names what must not be touched. */
    static boolean areNamedIn(String text) {
        return Regex.fits(text, "(?s).*(\\.carabiner|\\.git/hooks|\\.git/config)\\b.*");
    }
}
