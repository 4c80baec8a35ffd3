if jq -e '.prompt_response | test("not tested")' >/dev/null; then
  echo '{"decision": "deny", "reason": "Run the tests, then answer"}'
fi
