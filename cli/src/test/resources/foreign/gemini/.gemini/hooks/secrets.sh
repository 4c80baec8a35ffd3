#!/usr/bin/env bash
input=$(cat)
content=$(echo "$input" | jq -r '.tool_input.content // .tool_input.new_string // ""')
if echo "$content" | grep -qE 'ghp_[A-Za-z0-9]{8,}|BEGIN RSA'; then
  echo '{"decision":"deny","reason":"That looks like a credential"}' >&2
  exit 2
fi
exit 0
