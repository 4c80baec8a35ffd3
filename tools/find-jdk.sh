# Finds a JDK, for the scripts that are started before there is one: they source this file and have a function fail.

# The feature version (21, 25) of the JDK in a directory, or 0. Most say it in a file, without being started.
jdk_version() {
    local version=""
    if [ -x "$1/bin/java" ] && [ -x "$1/bin/javac" ]; then
        if [ -r "$1/release" ]; then
            version=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release")
        fi
        if [ -z "$version" ]; then
            version=$("$1/bin/java" -XshowSettings:properties -version 2>&1 |
                sed -n 's/^ *java\.specification\.version = \([0-9]*\)$/\1/p') || true
        fi
    fi
    echo "${version:-0}"
}

# The directory of the JDK whose java is on the PATH, or nothing.
jdk_on_path() {
    local java
    if java=$(command -v java); then
        dirname "$(dirname "$(readlink -f "$java" 2>/dev/null || echo "$java")")"
    fi
}

# Sets jdk to the directory of one from 21 up and version to its feature version, or fails.
find_jdk() {
    local home
    for home in "${JAVA_HOME:-}" "$(jdk_on_path)" /usr/lib/jvm/* /usr/java/* /opt/*jdk* /opt/java/* \
        /Library/Java/JavaVirtualMachines/*/Contents/Home "${HOME:-}"/.sdkman/candidates/java/* \
        "${HOME:-}"/.jdks/*; do
        version=$([ -z "$home" ] || jdk_version "$home")
        if [ "${version:-0}" -ge 21 ]; then
            jdk=$home
            return
        fi
    done
    fail "no JDK from 21 up found; install one, or set JAVA_HOME to it"
}
