#!/usr/bin/env bash
in=$(cat)
args=$(jq -r .tool_input <<<"$in")
if [ "$(jq -r .sql <<<"$args")" = "drop" ]; then echo "drop is not allowed" >&2; exit 2; fi
echo '{"permission":"allow"}'
