grep -q 'internal only' && echo '{"continue": false, "user_message": "Leave internal text out"}' || echo '{"continue": true}'
