import { keyText } from '#kernel';
import { TEST_WORKSPACE } from '#kernel/testing';
import { DIAL_GROUPS } from '#dial-groups/domain';
import { SMART_LISTS } from '#smart-lists/domain';
import { previewNext } from '../domain/queue/dispatch.js';
import type { ScopeWanted } from '../domain/queue/scope.js';
import { DecidedDialing } from './decided-dialing.js';
import { HistoryIds, type Step } from './histories.js';
import { ReferenceModel } from './reference-model/reference-model.js';
import { modelAnswer, type ModelResponse } from './reference-model/http.js';
import type { ModelScope } from './reference-model/state.js';
import { promoteAll, reindexAll } from './queue-caches.js';

/** A pick: the contact, its list by name, and the attempt; the names are the same on both sides. */
export type Pick = readonly [contact: string, list: string | null, attempt: number];

interface Previewed {
  readonly contact_id: string;
  readonly smart_list_id: string | null;
  readonly attempt_number: number;
}

/** What happens to the rows before a step; most often nothing. */
export const WEATHERS = ['', '', '', 'lag', 'lag', 'catch up', 'promote'] as const;
export type Weather = (typeof WEATHERS)[number];

/** `expect` for the innermost loops: Jest's own comparison takes most of a minute where this takes a second. */
export function same(actual: unknown, expected: unknown, of?: unknown): void {
  if (JSON.stringify(actual) !== JSON.stringify(expected)) expect([actual, of]).toEqual([expected, of]);
}

/**
 * One history on two sides: the reference model, and the decisions of the service on rows that lag behind their log.
 */
export class TwoDialings {
  readonly model = new ReferenceModel();
  readonly decided: DecidedDialing;
  private readonly modelIds = new HistoryIds(TEST_WORKSPACE, () => this.model.now);
  private readonly decidedIds = new HistoryIds(TEST_WORKSPACE, () => this.model.now);

  /** @param reindexes whether queue positions follow changed settings */
  constructor(
    begins: number,
    private readonly reindexes: boolean,
  ) {
    this.model.setClock(begins);
    this.decided = new DecidedDialing(begins);
  }

  get workspace() {
    return this.decided.workspace;
  }

  /** Plays a step on both sides, which must answer the same: done, or refused with the same code. */
  play(step: Step, weather: Weather): void {
    if (weather === 'lag') this.workspace.appendUnseen([]);
    if (weather === 'catch up') this.workspace.catchUp();
    if (weather === 'promote') promoteAll(this.workspace);
    if ('wait' in step) {
      this.model.setClock(this.model.now + step.wait * 60_000);
      this.decided.setClock(this.model.now);
      return;
    }
    // Dispatches are compared, and while queue positions do not follow the settings their order may differ.
    if (!this.reindexes && step.path === '/dialer/next') reindexAll(this.workspace.catchUp());
    const reference = modelAnswer(this.model, this.modelIds.resolve(step));
    const answer = this.decided.answer(this.decidedIds.resolve(step));
    same([answer.body['code'], dispatched(answer)], [reference.body['code'], dispatched(reference)], step);
    this.modelIds.learn(reference);
    this.decidedIds.learn(answer);
    if (this.decided.misplaces && this.reindexes) reindexAll(this.workspace.catchUp());
  }

  /** The contacts that the service would dial next in a scope. */
  preview(n: number, scope: ScopeWanted = {}): readonly Pick[] {
    const next = this.decided.ask(previewNext(n, { wanted: scope, drained: this.decided.drained }))[
      'next'
    ] as unknown as readonly Previewed[];
    return next.map(({ contact_id, smart_list_id, attempt_number }) => [
      contact_id,
      smart_list_id && this.nameOf(smart_list_id),
      attempt_number,
    ]);
  }

  /** The contacts by the rules. */
  expected(n: number, from: ModelScope = null, agent: string | null = null): readonly Pick[] {
    return this.model
      .picks(n, from, agent)
      .map(({ contact, list, attempt_number }) => [contact.id, list?.name ?? null, attempt_number]);
  }

  /** Whether the rules let a contact be dialed from a list, without regard to contacts before it. */
  mayDial([contactId, list]: Pick): boolean {
    if (list === null) return this.expected(Infinity).some(([id, from]) => id === contactId && from === null);
    return this.model.memberships.some(
      (one) => one.contact.id === contactId && one.list.name === list && this.model.standing(one).status === 'queued',
    );
  }

  /** The list of the service that has the name of one of the model's. */
  listNamed(name: string) {
    return [...this.workspace.resident(SMART_LISTS).values()].find((list) => list.name === name)!;
  }

  /** The active list of the service that has an id. */
  listWithId(smartListId: string) {
    return this.workspace.resident(SMART_LISTS).get(keyText([TEST_WORKSPACE, smartListId]));
  }

  /** The dial group of the service that has the name of one of the model's. */
  groupNamed(name: string) {
    return [...this.workspace.resident(DIAL_GROUPS).values()].find((group) => group.name === name)!;
  }

  private nameOf(smartListId: string): string {
    return this.workspace.rows(SMART_LISTS, [[TEST_WORKSPACE, smartListId]])[0]!.name;
  }
}

/** The picks in an answer to POST /dialer/next, with the zones of their lanes; undefined for any other answer. */
function dispatched({ body: { calls } }: ModelResponse): readonly (readonly [...Pick, zones: string])[] | undefined {
  return (calls as readonly Record<string, never>[] | undefined)?.map(({ contact_id, attempt_number, snapshot }) => {
    const { name, lane } = snapshot as unknown as { name: string | null; lane?: { zones: readonly string[] } };
    return [contact_id!, name, attempt_number!, lane?.zones.join() ?? ''];
  });
}
