#!/usr/bin/env bash
# scenarios.sh PAIR : plays the scenarios of test/scenarios against the built service on this pair; the distributed
# one is of the stores that TEST_EVENTSTORE_BIN and TEST_MONGODB_URL name, else of their doubles.
set -euo pipefail
cd "$(dirname "$0")/.."

TEST_PAIR=$1 exec node dist/test/scenarios/play.js
