#!/usr/bin/env bash
prompt=$(jq -r '.prompt')
if [[ $LEVEL == strict && $prompt == *"drop table"* ]]; then
  echo "blocked: destructive request" >&2
  exit 2
fi
