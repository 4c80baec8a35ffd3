#!/usr/bin/env python3
"""Refuses slow or dangerous commands, with a hint for each."""
import json
import re
import sys

RULES = [
    (r"^grep\b(?!.*\|)", "Use 'rg' (ripgrep) instead of 'grep'"),
    (r"^find\s+\S+\s+-name\b", "Use 'rg --files -g pattern' instead of 'find -name'"),
    (r"\brm\s+.*-[a-z]*r[a-z]*f", "Dangerous rm command detected and prevented"),
]

try:
    payload = json.load(sys.stdin)
except json.JSONDecodeError as error:
    print(f"Error: invalid JSON: {error}", file=sys.stderr)
    sys.exit(1)

if payload.get("tool_name") != "Bash":
    sys.exit(0)
command = payload.get("tool_input", {}).get("command", "")
issues = [hint for rule, hint in RULES if re.search(rule, command)]
if issues:
    for issue in issues:
        print(f"• {issue}", file=sys.stderr)
    sys.exit(2)
