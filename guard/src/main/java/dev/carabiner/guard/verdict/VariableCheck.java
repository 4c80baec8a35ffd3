package dev.carabiner.guard.verdict;

import dev.carabiner.guard.line.Holes;
import dev.carabiner.guard.line.Regex;
import dev.carabiner.guard.line.ShellCommand.Setting;
import java.util.Locale;
import java.util.regex.Pattern;

/** Which variables make a program run, load or send something else. */
final class VariableCheck {

    /** They say how something looks or how much of it there is. */
    private static final Pattern HARMLESS = Pattern.compile(
            "CI|DEBUG|VERBOSE|V|TZ|LANG|LANGUAGE|LC_\\w+|NO_COLOR|FORCE_COLOR|CLICOLOR\\w*|COLUMNS|LINES|TERM|PORT|HOST|GOOS|GOARCH|GOARM|CGO_ENABLED|NODE_ENV|RAILS_ENV|RACK_ENV"
                    + "|APP_ENV|FLASK_ENV|DJANGO_SETTINGS_MODULE|RUST_LOG|RUST_BACKTRACE|PYTHON(DONTWRITEBYTECODE|UNBUFFERED|HASHSEED|IOENCODING|UTF8|WARNINGS)|DEBIAN_FRONTEND|SYSTEMD_PAGER|GIT_(PAGER|TERMINAL_PROMPT|MERGE_AUTOEDIT)"
                    + "|GIT_(AUTHOR|COMMITTER)_(NAME|EMAIL|DATE)|HUSKY|SKIP|MAKEFLAGS|OMP_NUM_THREADS|SOURCE_DATE_EPOCH|PAGER|MANPAGER|GIT_OPTIONAL_LOCKS|CARGO_TERM_COLOR|CARGO_INCREMENTAL|PIP_\\w*(DISABLE|NO)\\w*|MAVEN_ARGS|OLDPWD|PWD|TF_LOG|TF_VAR_\\w+|TF_IN_AUTOMATION|TF_INPUT|CMAKE_BUILD_\\w+|CMAKE_COLOR\\w*|GH_REPO|GH_PROMPT_DISABLED|UV_NO_\\w+|POETRY_VIRTUALENVS_(CREATE|IN_PROJECT|PREFER_ACTIVE_PYTHON|USE_POETRY_PYTHON|PROMPT|OPTIONS_\\w+)|FLASK_DEBUG|YARN_ENABLE_\\w+"
                    + "|GOMAXPROCS|GOGC|GOTRACEBACK|LOG_?LEVEL|NO_UPDATE_NOTIFIER|SPRING_PROFILES_ACTIVE|TERM_PROGRAM|COLORTERM|USER|LOGNAME");

    /** The project's own programs read them, and no tool does. */
    private static final Pattern APPLICATION = Pattern.compile(
            "(?:\\w+_)?(?:DATABASE|DB|REDIS|MONGO|MONGODB|POSTGRES|MYSQL|AMQP|RABBITMQ|KAFKA|SECRET_KEY|API|APP|BASE|SITE|SERVER|BACKEND|FRONTEND)_(?:URL|URI|HOST|NAME|KEY|TOKEN|BASE|ORIGIN|TITLE|DSN)"
                    + "|(?:VITE|NEXT_PUBLIC|REACT_APP|VUE_APP|NUXT_PUBLIC|EXPO_PUBLIC)_\\w+|SECRET_KEY_BASE|SECRET_KEY");

    /** A word, a number or a switch: no place but one in the working directory. */
    private static final Pattern WORD = Pattern.compile("(?!\\.)[\\w.,:+@%" + Holes.SAFE + "-]*");

    private static final Pattern INSIDE = Pattern.compile("(?:\\./)?\\w[\\w.@+-]*(?:/\\w[\\w.@+-]*)*/?");

    private static final Pattern LOCAL = Pattern.compile(
            "(?!file)[a-z+]+://(?:[\\w:-]+@)?(?:localhost|127\\.0\\.0\\.1|\\[::1]|0\\.0\\.0\\.0)(?::\\d+)?(?:/[\\w./?=&-]*)?");

    /** Values with which even a pager or an editor does nothing. */
    private static final Pattern PLAIN_VALUE = Pattern.compile("[\\w.:@+,/ =-]{0,200}");

    /** Where systems and their installers put a JDK. */
    private static final Pattern JDK = Pattern.compile(
            "(?:/usr/lib/jvm|/usr/java|/opt|/opt/java|/Library/Java/JavaVirtualMachines|(?:~|/root|/(?:home|Users)/[\\w-]+)/\\.(?:sdkman/candidates/java|jdks))/[\\w+-][\\w.+-]*(?:/Contents/Home)?/?");

    private static final String TOOLS =
            "RUSTFMT|RUSTUP|CCACHE|SCCACHE|DISTCC|ICECC|COREPACK|BAZEL|BAZELISK|TURBO|TS_NODE|RUFF|COVERAGE|STACK|CABAL|SWIFT|COURSIER|KUBECTL|COMPOSE|PUPPETEER|PLAYWRIGHT|PULUMI|PACKER|GUNICORN_CMD|CGO|M2|ANT|LEIN|KOTLIN|SCALA|GROOVY|SDKMAN|NVM|VOLTA|PYENV|RBENV|ASDF|MISE|CONDA|VIRTUALENV|PIPENV|TOX|JUPYTER|CLOUDSDK|AZURE|VAGRANT|DIRENV|HG|P4|SVN|CVS|BZR|FZF|BAT|ACK|ZIG|DUB|NIMBLE|OCAML|OPAM|GHC|SBCL|OCTAVE|OMPI|SLURM|GDK|GST|MAGICK|GS|VK|DBUS|SYSTEMD|JULIA|POWERSHELL|TRIVY|SEMGREP|ESLINT|JEST|WEBPACK|BABEL|CYPRESS|ELECTRON|NX";

    private static final String PROGRAMS =
            "CC|CXX|AR|RANLIB|STRIP|OBJCOPY|LDSHARED|LDCXXSHARED|F77|F90|FC|NVCC|PROTOC|CMAKE|NINJA|BISON|FLEX|SWIG|AWK|GAWK|SED|GREP|TAR|GIT|NODE|NPM|BASH|SH|GCCGO|AUTOCONF|AUTOMAKE|AUTOHEADER|ACLOCAL|LIBTOOLIZE";

    /** No environment has them: what the shell alone knows by these names reaches no program. */
    private static final Pattern SELDOM_SET = Pattern.compile("(?:" + TOOLS
            + "|CMAKE|NINJA|BISON|FLEX|SWIG|AWK|GAWK|SED|GREP|TAR|GIT|NODE|NPM|PROTOC|NVCC|AUTOCONF|AUTOMAKE)");

    /** Values that name no program, no file and no place. */
    private static final String SWITCHED = "(?:" + TOOLS + ")(?:_\\w+)?";

    private static final String CHOSEN = "(?:" + TOOLS + ")_(?:\\w+_)?(?:VERSION|REGION|PROJECT|LOG|DEBUG|COLORS|NAME)";

    private static final Pattern RUNS = Pattern.compile(
            "(?i)LD_\\w+|DYLD_\\w+|\\w*PRELOAD\\w*|BASH_\\w+|BASHOPTS|SHELLOPTS|ENV|PROMPT_COMMAND|PS[0-4]|IFS|PATH|\\w*_?PATH|CDPATH|GLOBIGNORE|EXECIGNORE|FIGNORE|HISTFILE|HISTCMD|SHELL|HOME|TMPDIR|ZDOTDIR|FPATH"
                    + "|\\w*(COMMAND|CMD|EDITOR|VISUAL|PAGER|BROWSER|ASKPASS|WRAPPER|LAUNCHER|HOOKS?|RSH|SSH|PROXY|STARTUP|RCFILE|INITFILE|INPUTRC|OPTS?|OPTIONS|_FLAGS|FLAGS|PLUGINS?|PRELOAD|AGENT|PROFILE_DIR|CONFIG|CONFIG_\\w+|CONFIGDIR)"
                    + "|GIT_\\w+|SSH_\\w+|PERL\\w*|PYTHON\\w*|RUBY\\w*|NODE_\\w+|NPM_\\w+|JAVA_\\w+|_JAVA_\\w+|JDK_\\w+|MAVEN_\\w+|GRADLE_\\w+|CLASSPATH|CC|CXX|CPP|LD|AR|AS|FC|RUST(?:C|DOC)\\w*|CARGO_\\w+|GO(FLAGS|TOOLDIR|PROXY|NOSUMDB|NOSUMCHECK|TOOLCHAIN|ROOT|PATH|BIN|ENV|PRIVATE|INSECURE)"
                    + "|LESS\\w*|MAN\\w*|TERMINFO\\w*|TERMCAP|GCONV\\w*|LOCPATH|NLSPATH|XDG_\\w+|DOCKER_\\w+|KUBECONFIG|SUDO_\\w+|HOSTALIASES|RES_OPTIONS|MALLOC_\\w+|OPENSSL_\\w+|SSL_\\w+|CURL_\\w+|WGETRC|TAR_\\w+|GZIP|ZIPOPT|RSYNC_\\w+|AWS_\\w+|LUA_\\w+|TCL\\w*|R_\\w+|JULIA_\\w+|PHP\\w*|GEM_\\w+|BUNDLE_\\w+|COMPOSER_\\w+|MAKE\\w*|LEX|YACC|DISPLAY|SSLKEYLOGFILE|QT_\\w+|GTK_\\w+|GIO_\\w+|BASH_FUNC.*|TEXINPUTS|HTTPS?_PROXY|ALL_PROXY|LINKER|\\w*_LINKER|\\w*_RUNNER|PIP_\\w+|UV_\\w+|POETRY_\\w+|YARN_\\w+|PNPM_\\w+|TF_\\w+|TAPE|COMPOSER|BUILDKIT_\\w+|BUILDX_\\w+|M4|GCC_\\w+|COMPILER_PATH|TEXMF\\w*|AUTOM4TE|ELIXIR_\\w+|ERL_\\w+|GUILE_\\w+|NVIM_\\w+|VIMINIT|EXINIT|MAILPATH|EMACS\\w*|FLASK_APP|CMAKE_\\w+|GH_\\w+|\\w*RC|\\w*_ENV|TMUX_\\w+|MIX_(HOME|ARCHIVES)|HEX_\\w+|DENO_\\w+|BUN_\\w+|DOTNET_\\w+|MVNW_\\w+|COR(ECLR)?_\\w+|MSBUILD\\w*|NUGET_\\w+|HELM_\\w+|VAULT_\\w+|GNUPGHOME|ANSIBLE_\\w+"
                    + "|(?-i:(?:" + TOOLS + ")(?:_\\w+)?|CONTAINERS_\\w+"
                    + "|(?:\\w+_)?(?:" + PROGRAMS + ")"
                    + "|(?:CC|CXX|AR)_\\w+|\\w+_(?:BIN|EXE|EXEC|EXECUTABLE|PROG|PROGRAM|DIFF|MERGE|RUNNER|COMPILER|INTERPRETER)|HGMERGE|P4DIFF|P4MERGE|GO(?:AUTH|CACHEPROG|WORK|SUMDB|NOPROXY|VCS|MODCACHE)"
                    + "|DEPENDENCIES_OUTPUT|SUNPRO_DEPENDENCIES|USE_BAZEL_VERSION|MIX_EXS|DEVELOPER_DIR|SDKROOT|\\w+_(?:OPTS_FILE|STARTUP_FILE|MODULE_FILE|RC_FILE|HISTORY|HISTFILE|LOG_FILE|OUTPUT_FILE|PROCESS_START|CMD_ARGS)|\\w+_ARGS)");

    private static final Pattern SIZES = Pattern.compile(
            "(?:\\s*(?:-Xm[sx]\\w+|-Xss\\w+|-XX:[+-]?\\w+(?:=[\\w%]+)?|-D[\\w.]+=[\\w.,/-]*|-j\\d*|--max-old-space-size=\\d+|--no-warnings|--trace-\\w+|-O\\d|-g|-W[\\w-]*|-mod=\\w+|-count=\\d+))*\\s*");

    private static final Pattern LINTS = Pattern.compile(
            "(?:(?:-[DWAF] ?[\\w:-]+|-C ?(?:target-cpu|opt-level|debuginfo|debug-assertions|overflow-checks|lto)=[\\w-]+|-C ?instrument-coverage) *)*");

    /** Tools whose variables are mostly switches: with a plain word, a number or a place of the project they run nothing else. */
    private static final Pattern FEATURES = Pattern.compile(
            "(?!(?i:\\w*(?:PATH|CONFIG\\w*|RC|RCFILE|FLAGS\\w*|OPTS\\w*|OPTIONS|EDITOR|PAGER|HOOKS?|PLUGINS?|COMMAND|WRAPPER|PREFIX|PREFIX_\\w+|COMPILER|DIFF|EXEC\\w*|API|URL|REGISTRY|CMD_ARGS"
                    + "|_FILE|LOGFILE|DIR|DIRECTORY|FOLDER|OUTPUT|HOME|ROOT|BINARY|EXE|PYTHON|SHELL|OVERRIDE|HOST|MIRROR|SERVER|REPOSITORY|_CC|_CXX|_FC|CLI_ARGS|INTEGRITY_KEYS|MODULE\\w*|SETTINGS\\w*))$)"
                    + "(?:(?:RUFF|COVERAGE|TURBO|NX|COMPOSE|CYPRESS|PLAYWRIGHT|JEST|TS_NODE|CCACHE|PUPPETEER|TOX|SWIFT|ESLINT|BABEL|ELECTRON|JUPYTER|SEMGREP|TRIVY|CONDA|PIPENV|COREPACK|RUSTUP|GS|STACK|BAT|FZF|JULIA|SDKMAN|KUBECTL|OMPI)_\\w+|GOWORK|GOSUMDB|\\w+_(?:ARGS|HISTORY|LOG_FILE)|DOCKER_(?:BUILDKIT|CLI_HINTS|DEFAULT_PLATFORM)|BUILDKIT_PROGRESS|AWS_(?:DEFAULT_)?(?:PROFILE|REGION|OUTPUT))");

    private static final Pattern COMPILERS = Pattern.compile(
            "(?:s?ccache )?(?:clang|gcc|cc|g\\+\\+|clang\\+\\+|c\\+\\+|[gmn]awk|gsed|gtar|ggrep|ninja|cmake|musl-gcc|(?:gcc|llvm)-ar)(?:-\\d+)?");

    /** Variables in which a build looks for the name of such a program. */
    private static final String NAMES_COMPILER =
            "(?:(?:HOST|BUILD|TARGET)_)?(?:CC|CXX|LD|AR|AWK|SED|TAR|GREP|CMAKE|NINJA)|(?:CC|CXX|AR)_[a-z0-9_]+";

    private static final Pattern PLAIN_NAME = Pattern.compile("(?!\\.)[\\w.,:+=-]{0,80}");

    private VariableCheck() {}

    /**
     * @param exported whether programs see it; the shell's own variables reach one only if the environment has the name
     */
    static void check(Setting setting, boolean exported, Findings findings) {
        String name = setting.name();
        String value = setting.value().text();
        boolean plain = !Holes.has(value, Holes.ANY);
        if (!exported && SELDOM_SET.matcher(name).matches()) {
            return;
        }
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
        if (installed) {
            return;
        }
        if (!RUNS.matcher(name).matches()) {
            if (exported) {
                unknown(name, value, findings);
            }
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
        boolean named = FEATURES.matcher(name).matches()
                && plain
                && PLAIN_NAME.matcher(value).matches();
        boolean compiles = COMPILERS.matcher(value).matches() && Regex.fits(name, NAMES_COMPILER);
        boolean shells = Regex.fits(name, "CONFIG_SHELL|SH") && Regex.fits(value, "bash|sh");
        boolean chosen = (Regex.fits(name, SWITCHED) && Regex.fits(value, "0|1|true|false"))
                || (Regex.fits(name, CHOSEN) && Regex.fits(value, "(?!\\.)(?!path:|ref:)[\\w.:-]*"))
                || (name.equals("UV_PYTHON") && Regex.fits(value, "(?:(?:c?python|pypy)-?)?[\\d.]+[a-z]?|pypy"))
                || (Regex.fits(name, PROGRAMS) && value.equals(name.toLowerCase(Locale.ROOT)));
        boolean checks =
                name.matches("(?:[AULTM]|HWA)SAN_OPTIONS") && Regex.fits(value, "(?:[a-z_]+=(?:\\d+|true|false):?)*");
        boolean warns = name.equals("RUSTFLAGS") && LINTS.matcher(value).matches();
        if (!sizes && !inside && !warns && !named && !compiles && !shells && !chosen && !checks) {
            findings.ask("sets " + name + ", which can make a program run, load or send something else");
        }
    }

    /** The world of variables is closed: some program may write, load or run what the value of this one names. */
    private static void unknown(String name, String value, Findings findings) {
        boolean harmless = WORD.matcher(value).matches()
                || INSIDE.matcher(value).matches()
                || LOCAL.matcher(value).matches()
                || APPLICATION.matcher(name).matches();
        if (!harmless) {
            findings.unknown("sets " + name + ", of which nothing is known, to what could name a file or a program");
        }
    }

    static boolean isPlain(String value) {
        return PLAIN_VALUE.matcher(value).matches();
    }
}
