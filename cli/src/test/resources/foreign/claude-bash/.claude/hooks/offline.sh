#!/bin/bash
# fails when the host is not known, as 'grep' says no with 1 under set -e
set -e
grep -q '"host": "docs.example"'
echo ok
