#!/bin/sh
# Written by 'carabiner install'. An agent runs it with an event on standard input: guard AGENT [before|after] [EVENT]
# It asks the service that is running, else starts Carabiner, and answers in the agent's words. Whatever fails, an event
# before a tool is denied: no Java, no answer in time, an answer that is none.
agent=${1:-auto}
kind=${2:-before}
event=${3:-}
home=@HOME@
launcher=@LAUNCHER@
version=@VERSION@
perl=/usr/bin/perl
socket=$home/run/hookd.sock
nl='
'

# Below the time that the agent gives its hooks, so that it hears a denial and not nothing.
case $agent in
    crush | goose | windsurf | kiro | cline) limit=@SHORT@ ;;
    *) limit=@LIMIT@ ;;
esac
[ "$kind" = before ] || limit=8

# The agent's denial, for a reason without quotes.
deny() {
    if [ "$kind" = after ]; then
        printf 'carabiner: %s\n' "$1" >&2
        leave 0
    fi
    case $agent in
        cline) printf '{"cancel":true,"errorMessage":"Carabiner: %s"}\n' "$1" ;;
        gemini) printf '{"decision":"deny","reason":"Carabiner: %s"}\n' "$1" ;;
        copilot) printf '{"permissionDecision":"deny","permissionDecisionReason":"Carabiner: %s"}\n' "$1" ;;
        cursor) printf '{"permission":"deny","continue":false,"user_message":"Carabiner: %s","agent_message":"Carabiner: %s"}\n' "$1" "$1" ;;
        opencode) printf '{"allow":false,"reason":"Carabiner: %s"}\n' "$1" ;;
        *)
            printf 'Carabiner: %s\n' "$1" >&2
            leave 2
            ;;
    esac || leave 2
    leave 0
}

# Below itself, it ends with 40 or 42 instead of 0 or 2, which nothing that is broken does.
leave() {
    exit $((${below:-0} + $1))
}

# An answer has an exit code, a line for standard output, text for standard error, and a dot that shows that it is whole.
say() {
    code=${answer%%"$nl"*}
    rest=${answer#*"$nl"}
    line=${rest%%"$nl"*}
    text=${rest#*"$nl"}
    text=${text%"$nl".}
    [ -z "$line" ] || printf '%s\n' "$line" || leave 2
    [ -z "$text" ] || printf '%s\n' "$text" >&2
    leave "$code"
}

is_whole() {
    case $answer in
        [02]"$nl"*"$nl"*"$nl".) return 0 ;;
    esac
    return 1
}

# Runs a command within the time that is left, with what the machine has for that.
within() {
    if command -v timeout >/dev/null 2>&1; then
        timeout -s KILL "$limit" "$@"
    elif command -v perl >/dev/null 2>&1; then
        perl -e 'alarm shift; exec @ARGV' "$limit" "$@"
    else
        return 1
    fi
}

# Starts the service for the next time, in a session of its own: it outlives the agent. If one is running, it ends at once.
wake() {
    if command -v setsid >/dev/null 2>&1; then
        (cd "$home/.." && setsid "$launcher" hookd </dev/null >/dev/null 2>&1 &)
    else
        (cd "$home/.." && nohup "$launcher" hookd </dev/null >/dev/null 2>&1 &)
    fi
}

# Has the event on standard input judged by a start of its own.
start() {
    [ -x "$launcher" ] || deny "$launcher is not there; reinstall Carabiner or run its uninstall"
    answer=$(within "$launcher" hook --dialect "$agent" --event "$event" --limit "$limit" --framed 2>/dev/null)
    if is_whole; then
        wake
        say
    fi
    deny 'it could not be started or gave no answer in time; carabiner doctor says why'
}

if [ "${4:-}" = below ]; then
    below=40
    limit=${5:-1}
    start
fi
if ! { [ -S "$socket" ] && [ -O "$socket" ] && [ -O "$home/run" ]; }; then
    start
fi

# One program more than this one: it asks the service and says the answer, or starts this file again below itself.
if [ -x "$perl" ]; then
    unset PERL5OPT PERL5LIB PERLLIB PERL5DB PERLIO PERL_UNICODE
    "$perl" -e '
        my ($socket, $target, $limit, @again) = @ARGV;
        $SIG{ALRM} = sub { exit 44 };
        $SIG{PIPE} = "IGNORE";
        alarm $limit;
        my ($event, $answer, $read) = ("", "", 0);
        sub put { my ($to, $all) = @_; for (my $at = 0; $at < length $all;) { $at += syswrite($to, $all, 65536, $at) || return } }
        1 while $read = sysread(STDIN, $event, 65536, length $event);
        defined $read or exit 45;
        my $place = pack($^O =~ /linux|solaris/ ? "Sa*" : "xCa*", 1, "$socket\0");
        if (socket(SERVICE, 1, 1, 0) && connect(SERVICE, $place)) {
            put(*SERVICE, "POST $target HTTP/1.1\r\nHost: localhost\r\nContent-Length: " . length($event) . "\r\n\r\n$event");
            1 while sysread(SERVICE, $answer, 65536, length $answer);
        }
        my $body = index($answer, "\r\n\r\n");
        if ($answer =~ /\AHTTP\/1\.1 200 / && substr($answer, $body + 4) =~ /\A([02])\n([^\n]*)\n(.*)\n\.\z/s) {
            print STDERR "$3\n" if length $3;
            print STDOUT "$2\n" if length $2;
            close STDOUT or exit 45;
            exit 40 + $1;
        }
        my $left = $limit - (time - $^T);
        alarm 0;
        exit 44 if $left < 1;
        pipe(READ, WRITE) && defined(my $writer = fork) or exit 45;
        if (!$writer) { close READ; put(*WRITE, $event); exit 0 }
        close WRITE;
        open(STDIN, "<&READ") && exec("/bin/sh", @again, "below", $left) or exit 45;
    ' "$socket" "/$version/$agent?limit=$limit&event=$event" "$limit" "$home/guard" "$agent" "$kind" "$event"
    case $? in
        40) exit 0 ;;
        42) exit 2 ;;
        44) deny "there was no answer within $limit seconds" ;;
        *) deny 'the event or the answer was lost on the way' ;;
    esac
fi

payload=$(within cat) || deny 'the event could not be read'
if command -v curl >/dev/null 2>&1; then
    answer=$(printf '%s' "$payload" | curl -q -s -f --noproxy '*' --max-time "$limit" --unix-socket "$socket" \
        -H 'Content-Type: application/json' -H 'Expect:' --data-binary @- \
        "http://localhost/$version/$agent?limit=$limit&event=$event")
    code=$?
    if [ $code = 0 ] && is_whole; then
        say
    fi
    [ $code != 28 ] || deny "there was no answer within $limit seconds"
fi
printf '%s' "$payload" | "$0" "$agent" "$kind" "$event" below "$limit"
case $? in
    40) exit 0 ;;
    42) exit 2 ;;
    *) deny 'the event was lost on the way' ;;
esac
