#!/usr/bin/env bash
# scenarios.sh PAIR : plays the shared scenarios of dialing against the built service on this pair.
set -euo pipefail
cd "$(dirname "$0")/.."

scenarios=../shared/scenarios/run.mjs
if [ ! -f "$scenarios" ]; then
  echo 'The shared scenarios are not beside this repository.'
  exit 77
fi
TEST_PAIR=$1 exec node dist/test/dialing/scenarios/play.js "$scenarios"
