input=$(cat)
[ "$(jq -r .stop_hook_active <<<"$input")" = true ] && exit 0
echo '{"decision": "block", "reason": "Run make check"}'
