in=$(cat)
f=$(jq -r '.tool_input.file_path' <<<"$in")
case $f in
  *.lock) jq -n '{permission: "deny", agent_message: "Lock files are generated"}' ;;
  *.tmp) jq '{permission: "allow", updated_input: (.tool_input + {file_path: (.tool_input.file_path + ".txt")})}' <<<"$in" ;;
  *) echo '{"permission":"allow"}' ;;
esac
