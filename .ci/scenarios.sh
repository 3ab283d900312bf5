#!/usr/bin/env bash
# scenarios.sh PAIR : plays the scenarios of test/scenarios against the built service on this pair.
set -euo pipefail
cd "$(dirname "$0")/.."

TEST_PAIR=$1 exec node dist/test/scenarios/play.js
