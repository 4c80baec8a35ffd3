input=$(cat)
name=$(echo "$input" | jq -r '.tool_name')
echo "$name" >> .gemini/tool-log.txt
if echo "$input" | jq -e '.tool_response.llmContent | test("deprecated")' >/dev/null; then
  jq -n '{hookSpecificOutput: {hookEventName: "AfterTool", additionalContext: "It warned of a deprecation"}}'
else
  echo "Logged: $name"
fi
