#!/usr/bin/env bash
set -euo pipefail
input=$(cat)
command=$(jq -r '.tool_input.command // ""' <<<"$input")

deny() {
  jq -n --arg reason "$1" '{
    hookSpecificOutput: {hookEventName: "PreToolUse", permissionDecision: "deny", permissionDecisionReason: $reason}
  }'
  exit 0
}

case "$command" in
  *"git push"*--force*) deny "Force pushes rewrite what others have; use --force-with-lease" ;;
  *--no-verify*) deny "Hooks of git are not skipped" ;;
esac

if [[ $command == "npm test"* ]]; then
  jq '{hookSpecificOutput: {hookEventName: "PreToolUse", permissionDecision: "allow",
       updatedInput: (.tool_input + {command: ("CI=1 " + .tool_input.command)}),
       additionalContext: "Tests run with CI=1"}}' <<<"$input"
fi
if [[ $command == stop* ]]; then
  echo '{"continue": false, "stopReason": "The operator wants the agent to stop"}'
fi
exit 0
