# Functions of .ci/run (bash 4.4 or later): parts that run side by side. Each runs as a process group of its own, at
# most $together at a time; results are printed in the order in which the parts were begun, whichever ends first.

together=1
passed=0 failed=0 skipped=0
logs=$(mktemp -d)
# "KIND NAME" of each part that was begun and not reported, and the process group of each that may still run, by name.
unreported=()
declare -A groups=()

# say WORD NAME SECONDS
say() { printf '%-8s %-32s %5ss\n' "$1" "$2" "$3"; }

# begin KIND NAME COMMAND… : starts a part once fewer than $together run. KIND: `part`, counted as one by its exit
# status (77: skipped, its last line says why), or `tests`, a part of scripts/test-parts.mjs, of which each test counts.
begin() {
  local kind=$1 name=$2
  shift 2
  while [ "$(jobs -pr | wc -l)" -ge "$together" ]; do wait -n; done
  launch "$name" run_part "$name" "$@"
  unreported+=("$kind $name")
}

# launch NAME COMMAND… : starts a command in the background, in a process group of its own.
launch() {
  local name=$1
  shift
  set -m
  "$@" &
  set +m
  groups[$name]=$!
}

run_part() {
  local log started=$SECONDS status
  log=$(log_of "$1")
  shift
  # In a shell of its own: `exit` in a function that is a part ends the part alone.
  ("$@") >"$log" 2>&1 </dev/null
  status=$?
  echo "$status $((SECONDS - started))" >"$log.end"
}

# await NAME : waits for what was launched.
await() {
  wait "${groups[$1]}"
  unset "groups[$1]"
}

# Waits for every part that was begun and prints its result. Fails if one of them failed.
report() {
  local entry name status seconds before=$failed
  for entry in "${unreported[@]}"; do
    name=${entry#* }
    await "$name"
    # A part that was killed wrote no end.
    read -r status seconds 2>/dev/null <"$(log_of "$name").end" || status=137 seconds=-
    "report_${entry%% *}" "$name" "$status" "$seconds"
  done
  unreported=()
  [ "$failed" -eq "$before" ]
}

report_part() {
  local name=$1 status=$2 seconds=$3 log
  log=$(log_of "$name")
  case $status in
    0)
      passed=$((passed + 1))
      say ok "$name" "$seconds"
      # What was not checked is said always.
      grep -E '^audit: ' "$log" | indent
      ;;
    77) skip "$name" "$(tail -n 1 "$log")" ;;
    *)
      failed=$((failed + 1))
      say FAILED "$name" "$seconds"
      show_failure "$status" "$log"
      ;;
  esac
}

report_tests() {
  local name=$1 status=$2 seconds=$3 log results counts p f s word=ok
  log=$(log_of "$name")
  results="dist/test-results/${name// /-}.json"
  if ! counts=$(node .ci/count.mjs "$results"); then
    failed=$((failed + 1))
    say FAILED "$name" "$seconds"
    show_failure "$status" "$log"
    return
  fi
  read -r p f s <<<"$counts"
  # Jest can fail without a failed test: a suite that does not load, a process that does not end.
  [ "$status" -ne 0 ] && [ "$f" -eq 0 ] && f=1
  passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s))
  [ "$f" -gt 0 ] && word=FAILED
  say "$word" "$name: $p/$f/$s" "$seconds"
  # Jest ends a process that a spec holds open. That is a fault of the spec, not of what it tests: it is named.
  grep -E 'holds its process open|failed to exit gracefully' "$log" | cut -c 1-200 | indent
  if [ "$f" -gt 0 ]; then
    node .ci/failed-tests.mjs "$results" | indent
    show_failure "$status" "$log"
  fi
  [ "$s" -gt 0 ] && grep -E '^ +skipped: ' "$log" | indent
}

# show_failure STATUS LOG : why a part failed. The end of the log comes first: a reader may see no more than the
# beginning of what is printed here.
show_failure() {
  printf 'exit status %s; the last 15 lines of its log:\n' "$1" | indent
  tail -n 15 "$2" | indent
  if [ "$(wc -l <"$2")" -gt 15 ]; then
    echo 'the 65 lines before them:' | indent
    tail -n 80 "$2" | head -n -15 | indent
  fi
}

# skip NAME WHY : a part that cannot run here; counted, so that nobody takes it for passed.
skip() {
  skipped=$((skipped + 1))
  printf '%-8s %-32s %s\n' skipped "$1" "$2"
}

# Ends every part that still runs, with all that it started.
end_parts() {
  local group tries
  for group in "${groups[@]}"; do kill -TERM -- "-$group" 2>/dev/null; done
  for group in "${groups[@]}"; do
    for tries in {1..100}; do
      kill -0 -- "-$group" 2>/dev/null || break
      sleep 0.1
    done
    kill -KILL -- "-$group" 2>/dev/null
  done
}

log_of() { echo "$logs/${1// /-}"; }
indent() { sed 's/^/         /'; }
