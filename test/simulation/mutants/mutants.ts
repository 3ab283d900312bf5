/** A place of the service that is broken on purpose: one text of a built file is replaced, in a copy of the build. */
export interface Mutant {
  readonly name: string;
  /** Below `dist`. */
  readonly file: string;
  /** Stands in the file exactly once. */
  readonly find: string;
  readonly replace: string;
  /** The first seed of its hunt, where those before have not found it: each costs half a second. Default: 1. */
  readonly from?: number;
}

/** The simulation has to find each of these, so that it cannot go blind. */
export const MUTANTS: readonly Mutant[] = [
  {
    name: 'a retry forgets its Idempotency-Key',
    file: 'libs/workspace-head/pipeline/evaluate.js',
    find: 'const replay = idempotency && findReplay(view, idempotency, command, ports.idempotencyDays);',
    replace: 'const replay = undefined;',
  },
  {
    name: 'what is refused is not proven at the end of the log',
    file: 'libs/workspace-head/pipeline/batch-writer.js',
    find: 'else if (!(await this.watch.watchCall(this.isAtEnd())))',
    replace: 'else if (false)',
  },
  {
    name: 'a timer fires early',
    from: 183,
    file: 'libs/dialing/domain/calls/call-life.js',
    find: 'call?.open === 1 && call.due_at <= view.now',
    replace: 'call?.open === 1',
  },
  {
    name: 'a contact in a call is dialed from another list',
    file: 'libs/eligibility/gates.js',
    find: 'passed: callInFlight === null,',
    replace: 'passed: true,',
  },
  {
    name: 'members keep their queue positions when their attempts are used up',
    file: 'libs/eligibility/queue-position.js',
    find: '(total !== null && facts.attempt_count >= total)',
    replace: 'false',
  },
  {
    name: 'days begin and end in UTC',
    file: 'libs/eligibility/calendar.js',
    find: 'export function localDay(zone, t) {',
    replace: "export function localDay(zone, t) { zone = 'UTC';",
  },
  {
    name: 'an attempt that was not placed is counted',
    file: 'libs/eligibility/attempts.js',
    find: 'if (!call.notPlaced)',
    replace: 'if (true)',
  },
  {
    name: 'the cursor of a tier is forgotten',
    file: 'libs/dialing/domain/queue/pick.js',
    find: 'yield* runOf(eligible, tier, cursor, Infinity, wanted);',
    replace: 'yield* runOf(eligible, tier, -1, Infinity, wanted);',
  },
  {
    name: 'exhausted members stay',
    file: 'libs/dialing/domain/calls/waterfall.js',
    find: 'return [completed, ...waterfall(view, call, before)];',
    replace: 'return [completed];',
  },
  {
    name: 'memberships outlive their contact',
    file: 'libs/members/domain/removal.js',
    find: "return contactIds.length === 0 ? undefined : memberRemoved('contact_deleted', listsOf(view, contactIds));",
    replace: 'return undefined;',
  },
  {
    name: 'waterfalls go round in circles',
    file: 'libs/smart-lists/domain/active-lists.js',
    find: 'if (from !== undefined && leadsTo(view, nextListId, from)) {',
    replace: 'if (false) {',
  },
  {
    name: 'queue positions are not found anew',
    file: 'libs/dialing/domain/queue/reindex-jobs.js',
    find: 'return concernsPlaces(data.changes) ? [data.smart_list_id] : [];',
    replace: 'return [];',
  },
  {
    name: 'answers do not wait for the rows',
    file: 'libs/workspace-head/pipeline/workspace-heads.js',
    find: 'const complete = await this.ports.progress.whenComplete(workspaceId, revision, VISIBLE_MS);',
    replace: 'const complete = true;',
  },
  {
    name: 'projected revisions are raised before the rows are there',
    from: 30,
    file: 'test/simulation/stores/simulated-writer.js',
    find: 'await this.claim(commit, generation);',
    replace:
      'await this.claim(commit, generation);' +
      "await this.change('raise', generation, (rows) => rows.raiseRevisions(commit.projectedRevisions));",
  },
  {
    name: 'an append has no condition',
    file: 'test/simulation/stores/simulated-log.js',
    find: 'if (end !== expected)',
    replace: 'if (false)',
  },
  {
    name: 'an append that is repeated is another one',
    file: 'test/simulation/stores/simulated-log.js',
    find: 'if (!isRepeated) {',
    replace: 'if (true) {',
  },
  {
    name: 'an event is folded into rows that have it',
    from: 146,
    file: 'libs/read-model/projecting/fold-batch.js',
    find: 'if (before && before.revision >= revision)',
    replace: 'if (false)',
  },
  {
    name: 'a receiver that is gone is tried again',
    file: 'libs/webhooks/domain/judge-attempt.js',
    find: 'if (status === GONE) {',
    replace: 'if (false) {',
  },
  {
    name: 'a daily cap that is reached ends nowhere',
    file: 'libs/eligibility/gates.js',
    find: 'return attemptsOn(facts, day) >= limits.max_attempts_per_day ? instant(day.ends) : null;',
    replace: 'return null;',
  },
  {
    name: 'tiers are drained from the lowest',
    file: 'libs/dialing/domain/queue/pick.js',
    find: 'for (const tier of TIERS) {',
    replace: 'for (const tier of [...TIERS].reverse()) {',
  },
  {
    name: 'a contact is dialed twice in one request',
    file: 'libs/dialing/domain/queue/pick.js',
    find: 'if (taken.has(member.contact_id))',
    replace: 'if (false)',
  },
  {
    name: 'a heartbeat does not extend the lease',
    file: 'libs/dialing/domain/calls/call-life.js',
    find: 'const lease_expires_at = secondsAfter(view.now, call.lease_seconds);',
    replace: 'const lease_expires_at = secondsAfter(view.now, 1);',
  },
  {
    name: 'a delivery is tried again at once',
    file: 'libs/webhooks/domain/judge-attempt.js',
    find: 'return [attempted(false, next ?? null)];',
    replace: 'return [attempted(false, next && at)];',
  },
  {
    name: 'nothing waits for a disposition',
    file: 'libs/dialing/domain/calls/call-life.js',
    find: 'const waits = wasReal && popupEnabled(view.resident(OUTCOMES).values());',
    replace: 'const waits = false;',
  },
  {
    name: 'an attempt that was not placed is not given back',
    from: 36,
    file: 'libs/dialing/domain/calls/call-life.js',
    find: "attemptGivenBack: result === 'not_placed'",
    replace: 'attemptGivenBack: false',
  },
  {
    name: 'a refused delivery counts as delivered',
    file: 'libs/webhooks/domain/judge-attempt.js',
    find: "if (kind === 'answered' && status >= 200 && status < 300)",
    replace: "if (kind === 'answered')",
  },
  {
    name: 'one version alone finds queue positions anew',
    from: 26,
    file: 'apps/service/background-workers.js',
    find: "{ turn: 'rows', check: 'requeues'",
    replace: "{ turn: 'log', check: 'requeues'",
  },
  {
    name: 'a clock that is ahead decides',
    from: 27,
    file: 'apps/service/clock/clock-judge.js',
    find: 'if (course - most > TOLERANCE_MS)',
    replace: 'if (false)',
  },
  {
    name: 'a quota is exceeded by one',
    from: 37,
    file: 'libs/workspaces/domain/decide-quotas.js',
    find: 'after[quota] > quotas[quota]',
    replace: 'after[quota] > quotas[quota] + 1',
  },
  {
    name: 'commands are decided on rows that were dropped meanwhile',
    from: 344,
    file: 'libs/workspace-head/pipeline/batch-writer.js',
    find: 'await confirmGeneration(generations, generation);',
    replace: 'void generation;',
  },
  {
    name: 'an erasure is completed with its keys intact',
    file: 'libs/contacts/workers/erasure-worker.js',
    find: 'if (!(await this.shredKeys(erasure, run)))',
    replace: 'if (false)',
  },
  {
    name: 'calls of an erased contact keep their phone',
    file: 'libs/contacts/workers/erasure-worker.js',
    find: 'if (!(await this.eraseCalls(erasure, run, progressed)))',
    replace: 'if (false)',
  },
  {
    name: 'messages about an erased contact stay',
    from: 55,
    file: 'libs/contacts/workers/erasure-worker.js',
    find: 'const deliveries = await this.eraseDeliveries(erasure, run, progressed);',
    replace: 'const deliveries = { left: 0, receivers: [] };',
  },
  {
    name: 'a contact is imported while its key is shredded',
    from: 35,
    file: 'libs/contacts/domain/import-contacts.js',
    find: 'if (!started)',
    replace: 'if (true)',
  },
  {
    name: 'a contact is erased while it is in a call',
    file: 'libs/contacts/domain/erase-contacts.js',
    find: 'if (!isInCall(contactId))',
    replace: 'if (true)',
  },
  {
    name: 'an append is chained to nothing before it',
    file: 'libs/event-store/hash-chain.js',
    find: 'const link = linkOf(before,',
    replace: "const link = linkOf('',",
  },
  {
    name: 'a cached key is used though another process shredded it',
    from: 1337,
    file: 'libs/personal-data/key-cache.js',
    find: 'isContactSubject(subject) &&',
    replace: 'false &&',
  },
  {
    name: 'receivers are not told of an erasure',
    from: 36,
    file: 'libs/contacts/workers/erasure-worker.js',
    find: 'if (!(await this.announce(erasure, deliveries.receivers, run, progressed)))',
    replace: 'if (false)',
  },
  {
    name: 'a dry run is carried out',
    file: 'libs/workspace-head/pipeline/evaluate.js',
    find: 'if (command.dryRun) {',
    replace: 'if (false) {',
  },
  {
    name: 'the queue after a dry run lacks the members of its list',
    from: 36,
    file: 'libs/dialing/domain/dry-run/queue-after-change.js',
    find: '[...others, ...own].sort(byNumber)',
    replace: '[...others].sort(byNumber)',
  },
];
