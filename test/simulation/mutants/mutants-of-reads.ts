import type { Mutant } from './mutant.js';

/** Reads, of clients and of decisions, that show something else than what is. */
export const MUTANTS_OF_READS: readonly Mutant[] = [
  {
    name: 'reads do not wait for the rows of writes that were answered ahead of them',
    from: 300,
    file: 'libs/http/guard.js',
    find: 'readsRows(endpoint) ? answersAhead?.untilShown(workspaceId) : undefined',
    replace: 'undefined',
  },
  {
    name: 'reads wait for the rows of the first write alone that was answered ahead of them',
    from: 57,
    file: 'libs/workspace-head/pipeline/workspaces-ahead.js',
    find: 'known.revision = Math.max(known.revision, revision);',
    replace: ';',
  },
  {
    name: 'a row is kept for decisions although its last event was taken back, and another one has its revision',
    from: 17,
    file: 'libs/workspace-head/head/folded-rows.js',
    find: 'at.item === kept.event',
    replace: 'at.item.revision <= kept.event.revision',
  },
  {
    name: 'a read of a member does not know of calls from other lists',
    file: 'libs/members/queries/shown-members.js',
    find: 'calls.get(row.contact_id) ??',
    replace: '',
  },
  {
    name: 'the memberships that have ended are shown',
    file: 'libs/members/queries/member-sources.js',
    find: 'prefix: [workspaceId, contactId, 1]',
    replace: 'prefix: [workspaceId, contactId, 0]',
  },
  {
    name: 'calls that a client registered count as dispatched in the last hour',
    file: 'libs/dialing/domain/stats/call-counts.js',
    find: "return 'registered'",
    replace: "return 'dispatched'",
  },
  {
    name: 'the progress of a list leaves members in a call where they were without it',
    file: 'libs/members/domain/list-progress.js',
    find: 'members[statusBesideCalls(row, counts, t)] -= 1',
    replace: 'statusBesideCalls(row, counts, t)',
  },
  {
    name: 'a position does not say until when the daily cap holds it back',
    file: 'libs/eligibility/queue-position.js',
    find: '[ahead(midnight), ahead(windowed), ahead(limited)]',
    replace: '[0, ahead(windowed), ahead(limited)]',
  },
];
