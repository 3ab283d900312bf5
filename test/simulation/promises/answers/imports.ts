import type { ModelEvent } from '../model/events.js';
import type { WorkspaceModel } from '../model/workspace-model.js';
import type { Asked } from './asked.js';
import { difference } from './shown.js';

interface ShownImport {
  readonly contacts: readonly { readonly contact_id: string; readonly result: string }[];
}

/**
 * The counts of an import are those of its events, and each item tells what these did to its contact. An item without
 * an id that makes a contact makes a new one: it finds none that was deleted, unless another item names that one.
 */
export function showsImport({ answer, events, request }: Asked, model: WorkspaceModel): string | undefined {
  const { contacts, ...counts } = answer.body as ShownImport;
  const sent = (request.body as { readonly contacts: readonly { readonly contact_id?: string }[] }).contacts;
  const first = (events as readonly ModelEvent[])[0]?.revision ?? 0;
  const old = contacts.find(({ contact_id, result }, at) => {
    const isNamed = sent.some((item) => item.contact_id === contact_id);
    const isMade = sent[at]!.contact_id === undefined && !isNamed && result === 'created';
    return isMade && (model.contacts.get(contact_id)?.number ?? -1) < first;
  });
  if (old) return `contact ${old.contact_id} was deleted, and is found by its external id`;
  const done = new Map<string, string>();
  for (const event of events as readonly ModelEvent[]) {
    if (event.type === 'ContactImported') done.set(event.data.contact_id, 'created');
    else if (
      (event.type === 'ContactChanged' || event.type === 'ContactDetailsChanged') &&
      !done.has(event.data.contact_id)
    )
      done.set(event.data.contact_id, 'updated');
  }
  const results = new Map(contacts.map(({ contact_id, result }) => [contact_id, result]));
  const of = (result: string): number => [...results.values()].filter((each) => each === result).length;
  const wrong = [...results].find(
    ([id, result]) => (done.get(id) ?? 'nothing') !== (CHANGES.has(result) ? result : 'nothing'),
  );
  if (wrong) return `contact ${wrong[0]} is ${wrong[1]}, and its events say ${done.get(wrong[0]) ?? 'nothing'}`;
  const counted = {
    created: of('created'),
    updated: of('updated'),
    unchanged: of('unchanged'),
    refused: of('refused'),
  };
  return difference(counts, counted);
}

const CHANGES = new Set(['created', 'updated']);
