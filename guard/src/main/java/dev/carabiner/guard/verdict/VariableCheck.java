package dev.carabiner.guard.verdict;

import dev.carabiner.guard.line.Holes;
import dev.carabiner.guard.line.Regex;
import dev.carabiner.guard.line.ShellCommand.Setting;
import java.util.regex.Pattern;

/** Which variables make a program run, load or send something else. */
final class VariableCheck {

    /** They say how something looks or how much of it there is. */
    private static final Pattern HARMLESS = Pattern.compile(
            "CI|DEBUG|VERBOSE|V|TZ|LANG|LANGUAGE|LC_\\w+|NO_COLOR|FORCE_COLOR|CLICOLOR\\w*|COLUMNS|LINES|TERM|PORT|HOST|GOOS|GOARCH|GOARM|CGO_ENABLED|NODE_ENV|RAILS_ENV|RACK_ENV"
                    + "|APP_ENV|FLASK_ENV|DJANGO_SETTINGS_MODULE|RUST_LOG|RUST_BACKTRACE|PYTHON(DONTWRITEBYTECODE|UNBUFFERED|HASHSEED|IOENCODING|UTF8|WARNINGS)|DEBIAN_FRONTEND|GIT_(PAGER|TERMINAL_PROMPT|MERGE_AUTOEDIT)"
                    + "|GIT_(AUTHOR|COMMITTER)_(NAME|EMAIL|DATE)|HUSKY|SKIP|MAKEFLAGS|OMP_NUM_THREADS|SOURCE_DATE_EPOCH|PAGER|MANPAGER|GIT_OPTIONAL_LOCKS|CARGO_TERM_COLOR|CARGO_INCREMENTAL|PIP_\\w*(DISABLE|NO)\\w*|MAVEN_ARGS|OLDPWD|PWD|TF_LOG|TF_VAR_\\w+|TF_IN_AUTOMATION|TF_INPUT|CMAKE_BUILD_\\w+|CMAKE_COLOR\\w*|GH_REPO|GH_PROMPT_DISABLED|UV_NO_\\w+|UV_PYTHON|POETRY_VIRTUALENVS_\\w+|FLASK_DEBUG|YARN_ENABLE_\\w+");

    /** Values with which even a pager or an editor does nothing. */
    private static final Pattern PLAIN_VALUE = Pattern.compile("[\\w.:@+,/ =-]{0,200}");

    /** Where systems and their installers put a JDK. */
    private static final Pattern JDK = Pattern.compile(
            "(?:/usr/lib/jvm|/usr/java|/opt|/opt/java|/Library/Java/JavaVirtualMachines|(?:~|/root|/(?:home|Users)/[\\w-]+)/\\.(?:sdkman/candidates/java|jdks))/[\\w+-][\\w.+-]*(?:/Contents/Home)?/?");

    private static final Pattern RUNS = Pattern.compile(
            "(?i)LD_\\w+|DYLD_\\w+|\\w*PRELOAD\\w*|BASH_\\w+|BASHOPTS|SHELLOPTS|ENV|PROMPT_COMMAND|PS[0-4]|IFS|PATH|\\w*_?PATH|CDPATH|GLOBIGNORE|EXECIGNORE|FIGNORE|HISTFILE|HISTCMD|SHELL|HOME|TMPDIR|ZDOTDIR|FPATH"
                    + "|\\w*(COMMAND|CMD|EDITOR|VISUAL|PAGER|BROWSER|ASKPASS|WRAPPER|LAUNCHER|HOOKS?|RSH|SSH|PROXY|STARTUP|RCFILE|INITFILE|INPUTRC|OPTS?|OPTIONS|_FLAGS|FLAGS|PLUGINS?|PRELOAD|AGENT|PROFILE_DIR|CONFIG|CONFIG_\\w+|CONFIGDIR)"
                    + "|GIT_\\w+|SSH_\\w+|PERL\\w*|PYTHON\\w*|RUBY\\w*|NODE_\\w+|NPM_\\w+|JAVA_\\w+|_JAVA_\\w+|JDK_\\w+|MAVEN_\\w+|GRADLE_\\w+|CLASSPATH|CC|CXX|CPP|LD|AR|AS|FC|RUST(?:C|DOC)\\w*|CARGO_\\w+|GO(FLAGS|TOOLDIR|PROXY|NOSUMDB|NOSUMCHECK|TOOLCHAIN|ROOT|PATH|BIN|ENV|PRIVATE|INSECURE)"
                    + "|LESS\\w*|MAN\\w*|TERMINFO\\w*|TERMCAP|GCONV\\w*|LOCPATH|NLSPATH|XDG_\\w+|DOCKER_\\w+|KUBECONFIG|SUDO_\\w+|HOSTALIASES|RES_OPTIONS|MALLOC_\\w+|OPENSSL_\\w+|SSL_\\w+|CURL_\\w+|WGETRC|TAR_\\w+|GZIP|ZIPOPT|RSYNC_\\w+|AWS_\\w+|LUA_\\w+|TCL\\w*|R_\\w+|JULIA_\\w+|PHP\\w*|GEM_\\w+|BUNDLE_\\w+|COMPOSER_\\w+|MAKE\\w*|LEX|YACC|DISPLAY|SSLKEYLOGFILE|QT_\\w+|GTK_\\w+|GIO_\\w+|BASH_FUNC.*|TEXINPUTS|HTTPS?_PROXY|ALL_PROXY|LINKER|\\w*_LINKER|\\w*_RUNNER|PIP_\\w+|UV_\\w+|POETRY_\\w+|YARN_\\w+|PNPM_\\w+|TF_\\w+|TAPE|COMPOSER|BUILDKIT_\\w+|BUILDX_\\w+|M4|GCC_\\w+|COMPILER_PATH|TEXMF\\w*|AUTOM4TE|ELIXIR_\\w+|ERL_\\w+|GUILE_\\w+|NVIM_\\w+|VIMINIT|EXINIT|MAILPATH|EMACS\\w*|FLASK_APP|CMAKE_\\w+|GH_\\w+|\\w*RC|\\w*_ENV|TMUX_\\w+|MIX_(HOME|ARCHIVES)|HEX_\\w+|DENO_\\w+|BUN_\\w+|DOTNET_\\w+|MVNW_\\w+|COR(ECLR)?_\\w+|MSBUILD\\w*|NUGET_\\w+|HELM_\\w+|VAULT_\\w+|GNUPGHOME|ANSIBLE_\\w+");

    private static final Pattern SIZES = Pattern.compile(
            "(?:\\s*(?:-Xm[sx]\\w+|-Xss\\w+|-XX:[+-]?\\w+(?:=[\\w%]+)?|-D[\\w.]+=[\\w.,/-]*|-j\\d*|--max-old-space-size=\\d+|--no-warnings|--trace-\\w+|-O\\d|-g|-W[\\w-]*|-mod=\\w+|-count=\\d+))*\\s*");

    private static final Pattern LINTS = Pattern.compile(
            "(?:(?:-[DWAF] ?[\\w:-]+|-C ?(?:target-cpu|opt-level|debuginfo|debug-assertions|overflow-checks|lto)=[\\w-]+|-C ?instrument-coverage) *)*");

    private VariableCheck() {}

    static void check(Setting setting, Findings findings) {
        String name = setting.name();
        String value = setting.value().text();
        boolean plain = !Holes.has(value, Holes.ANY);
        if (HARMLESS.matcher(name).matches()) {
            boolean pages = name.endsWith("PAGER");
            if (pages && !Regex.fits(value, "(cat|less|more|less -\\w+|)")) {
                findings.ask("sets " + name + ", which is run");
            }
            boolean given = (name.equals("MAKEFLAGS") && !SIZES.matcher(value).matches())
                    || (name.equals("MAVEN_ARGS")
                            && !Regex.fits(value, "((-[BqoUeXVN]|-ntp|-T ?\\w+|-DskipTests|--[a-z-]+) *)*"));
            if (given) {
                findings.ask("sets " + name + ", which can run something");
            }
            return;
        }
        boolean installed =
                name.equals("JAVA_HOME") && plain && JDK.matcher(value).matches();
        if (installed || !RUNS.matcher(name).matches()) {
            return;
        }
        boolean sizes = Regex.fits(
                        name,
                        "(MAVEN|GRADLE|JAVA|NODE|_JAVA|JDK_JAVA|ANT|SBT|GO|C|CXX|LD|RUST)_?(OPTS|OPTIONS|TOOL_OPTIONS|FLAGS)|GOFLAGS|RUSTFLAGS|CFLAGS|CXXFLAGS|NODE_OPTIONS")
                && SIZES.matcher(value).matches()
                && !Regex.fits(value, "(?s).*-XX:\\+?(OnError|OnOutOfMemoryError|Flags|VMOptionsFile).*");
        boolean inside = Regex.fits(
                        name,
                        "PYTHONPATH|NODE_PATH|CLASSPATH|GOPATH|GOBIN|RUBYLIB|PERL5LIB|MYPYPATH|KUBECONFIG|TMPDIR|CARGO_TARGET_DIR|XDG_CACHE_HOME|GOCACHE|NPM_CONFIG_LOGLEVEL|NPM_TOKEN_X|PIP_CACHE_DIR|BUNDLE_GEMFILE|CARGO_HOME_X|FLASK_APP|CMAKE_PREFIX_PATH|UV_CACHE_DIR|MIX_ENV|BUN_ENV|DENO_DIR|DENO_ENV|(?!BASH|KSH)\\w+_ENV|DOTNET_(CLI_\\w+|NOLOGO|ENVIRONMENT)|ANSIBLE_(FORCE_COLOR|STDOUT_CALLBACK)")
                && plain
                && Regex.fits(value, "(?:\\./?)?[\\w.-]+(?:/[\\w.*-]+)*(?::(?:\\./?)?[\\w./-]*)*|\\.")
                && !value.contains("..");
        boolean warns = name.equals("RUSTFLAGS") && LINTS.matcher(value).matches();
        if (!sizes && !inside && !warns) {
            findings.ask("sets " + name + ", which can make a program run, load or send something else");
        }
    }

    static boolean isPlain(String value) {
        return PLAIN_VALUE.matcher(value).matches();
    }
}
