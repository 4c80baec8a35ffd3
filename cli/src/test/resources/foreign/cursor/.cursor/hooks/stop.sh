[ "$(jq -r .loop_count)" = 0 ] && echo '{"followup_message": "Run the linter"}' || echo '{}'
