in=$(cat)
if [ "$(echo "$in" | jq -r '.toolResult.resultType')" = success ] && echo "$in" | jq -r '.toolResult.textResultForLlm' | grep -q warning; then
  echo '{"additionalContext": "Mind the warnings"}'
fi
