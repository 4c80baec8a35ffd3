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
nl='
'

# Below the time that the agent gives its hooks, so that it hears a denial and not nothing.
case $agent in
    crush | goose | windsurf | kiro) limit=@SHORT@ ;;
    *) limit=@LIMIT@ ;;
esac
[ "$kind" = before ] || limit=8

# The agent's denial, for a reason without quotes.
deny() {
    if [ "$kind" = after ]; then
        printf 'carabiner: %s\n' "$1" >&2
        exit 0
    fi
    case $agent in
        cline) printf '{"cancel":true,"errorMessage":"Carabiner: %s"}\n' "$1" ;;
        gemini) printf '{"decision":"deny","reason":"Carabiner: %s"}\n' "$1" ;;
        copilot) printf '{"permissionDecision":"deny","permissionDecisionReason":"Carabiner: %s"}\n' "$1" ;;
        cursor) printf '{"permission":"deny","continue":false,"user_message":"Carabiner: %s","agent_message":"Carabiner: %s"}\n' "$1" "$1" ;;
        opencode) printf '{"allow":false,"reason":"Carabiner: %s"}\n' "$1" ;;
        *)
            printf 'Carabiner: %s\n' "$1" >&2
            exit 2
            ;;
    esac
    exit 0
}

# An answer has an exit code, a line for standard output, text for standard error, and a dot that shows that it is whole.
say() {
    code=${answer%%"$nl"*}
    rest=${answer#*"$nl"}
    line=${rest%%"$nl"*}
    text=${rest#*"$nl"}
    text=${text%"$nl".}
    [ -z "$line" ] || printf '%s\n' "$line"
    [ -z "$text" ] || printf '%s\n' "$text" >&2
    exit "$code"
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
        deny 'this machine has neither timeout nor perl, so no deadline can be kept'
    fi
}

payload=$(cat) || deny 'the event could not be read'
socket=$home/run/hookd.sock
if [ -S "$socket" ] && [ -O "$socket" ] && [ -O "$home/run" ] && command -v curl >/dev/null 2>&1; then
    answer=$(printf '%s' "$payload" | curl -q -s -f --noproxy '*' --max-time "$limit" --unix-socket "$socket" \
        -H 'Content-Type: application/json' -H 'Expect:' --data-binary @- \
        "http://localhost/$version/$agent?limit=$limit&event=$event")
    code=$?
    if [ $code = 0 ] && is_whole; then
        say
    fi
    [ $code != 28 ] || deny "there was no answer within $limit seconds"
fi
[ -x "$launcher" ] || deny "$launcher is not there; reinstall Carabiner or run its uninstall"
answer=$(printf '%s' "$payload" | within "$launcher" hook --dialect "$agent" --event "$event" --limit "$limit" --framed 2>/dev/null)
if is_whole; then
    say
fi
deny 'it could not be started or gave no answer; carabiner doctor says why'
