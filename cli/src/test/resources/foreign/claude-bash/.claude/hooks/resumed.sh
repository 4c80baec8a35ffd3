source=$(jq -r .source)
jq -n --arg s "$source" '{systemMessage: "welcome back", hookSpecificOutput: {hookEventName: "SessionStart", additionalContext: ("Source: " + $s)}}'
