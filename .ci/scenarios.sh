#!/usr/bin/env bash
# scenarios.sh PAIR : plays the scenarios of test/scenarios against the built service on this pair; the distributed
# one is of the stores that TEST_EVENTSTORE_BIN and TEST_MONGODB_URL name, else of their doubles. The service is killed
# before one step in 90; with CI_SCOPE=all, in 30.
set -euo pipefail
cd "$(dirname "$0")/.."

every=90
if [ "${CI_SCOPE:-change}" = all ]; then every=30; fi
TEST_PAIR=$1 exec node dist/test/scenarios/play.js --kill-every "$every"
