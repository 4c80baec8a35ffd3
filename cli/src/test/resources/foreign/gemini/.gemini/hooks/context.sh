prompt=$(jq -r .prompt)
case $prompt in *secret*) echo '{"decision": "block", "reason": "No secrets in prompts"}'; exit 0;; esac
cat <<EOF
{
  "hookSpecificOutput": {
    "hookEventName": "BeforeAgent",
    "additionalContext": "Recent commits:\nabc123 first"
  }
}
EOF
