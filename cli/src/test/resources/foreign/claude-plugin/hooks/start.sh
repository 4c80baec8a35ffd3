#!/usr/bin/env bash
# Output the instructions as additionalContext
cat << 'EOF'
{
  "hookSpecificOutput": {
    "hookEventName": "SessionStart",
    "additionalContext": "You explain\nwhat you do."
  }
}
EOF
exit 0
