#!/bin/bash
input=$(cat)
command=$(echo "$input" | jq -r '.command')
cwd=$(echo "$input" | jq -r '.cwd')
root=$(echo "$input" | jq -r '.workspace_roots[0]')
[[ "$cwd" == "$root"* ]] || { echo '{"permission":"deny","user_message":"outside"}'; exit 0; }
if [[ "$command" =~ git[[:space:]] ]] || [[ "$command" == "git" ]]; then
  cat << EOF
{
  "permission": "deny",
  "user_message": "Git is blocked. Use gh instead.",
  "agent_message": "The command '$command' was blocked; use the gh tool."
}
EOF
elif [[ "$command" == gh\ * ]]; then
  echo '{"permission": "ask", "user_message": "gh needs a permission"}'
else
  echo '{"permission": "allow"}'
fi
