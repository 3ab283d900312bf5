import { numberedId, numberedPhone } from './events.js';
import type { Counts, Headers, Load } from './load.js';
import type { LoadRequest } from './tools.js';

const CONTACTS = 1_000;
const MEMBERS = 100;

/** A tenant's import by batches, on each connection: new contacts, then all of them put on a list, and again. */
export function importRequests(
  load: Extract<Load, { kind: 'imports' }>,
  counts: Counts,
  headers: Headers,
): readonly LoadRequest[] {
  const numbers = (from: number, length: number) => Array.from({ length }, (_, at) => from + at);
  const contacts: LoadRequest = {
    method: 'POST',
    path: '/contacts/batch',
    setupRequest: (request, context) => {
      context['first'] = String(counts.next);
      const made = numbers(counts.next, CONTACTS).map((n) => ({
        contact_id: numberedId(3, n),
        phone: numberedPhone(n),
      }));
      counts.next += CONTACTS;
      return { ...request, headers: headers(), body: JSON.stringify({ contacts: made }) };
    },
  };
  const members = (part: number): LoadRequest => ({
    method: 'POST',
    path: `/smart-lists/${load.list}/members/batch`,
    setupRequest: (request, context) => {
      const first = Number(context['first']) + part * MEMBERS;
      const added = numbers(first, MEMBERS).map((n) => ({ contact_id: numberedId(3, n) }));
      return { ...request, headers: headers(), body: JSON.stringify({ members: added }) };
    },
    onResponse: (_status, body) => {
      counts.inserted += Number(/"inserted":(\d+)/.exec(body)?.[1] ?? 0);
    },
  });
  return [contacts, ...numbers(0, CONTACTS / MEMBERS).map(members)];
}
