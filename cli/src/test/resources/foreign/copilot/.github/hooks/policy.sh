#!/bin/bash
set -euo pipefail
INPUT="$(cat)"
TOOL_NAME="$(echo "$INPUT" | jq -r '.toolName')"
TOOL_ARGS="$(echo "$INPUT" | jq -r '.toolArgs')"

case "$TOOL_NAME" in
  bash)
    COMMAND="$(echo "$TOOL_ARGS" | jq -r '.command // empty')"
    if echo "$COMMAND" | grep -qE '(curl|wget).*\|\s*(ba)?sh'; then
      jq -n '{permissionDecision: "deny", permissionDecisionReason: "Downloaded scripts are not run"}'
    elif [[ $COMMAND == "npm i "* ]]; then
      echo "$TOOL_ARGS" | jq '{permissionDecision: "allow", modifiedArgs: (. + {command: (.command | sub("npm i "; "npm ci "))})}'
    elif [[ $COMMAND == deploy* ]]; then
      echo "Deployments are not for agents"
      exit 1
    elif [[ $COMMAND == release* ]]; then
      jq -n '{permissionDecision: "ask", permissionDecisionReason: "Release?"}'
    fi ;;
  create|edit)
    FILE="$(echo "$TOOL_ARGS" | jq -r '.path')"
    [[ $FILE =~ ^(.*/)?infra/ ]] && { jq -n '{permissionDecision: "deny", permissionDecisionReason: "infra/ is read-only"}'; }
    exit 0 ;;
esac
