#!/bin/bash
jq -r '.file_path + " " + (.edits | length | tostring)' >> .cursor/edits.log
