import type { RecordedBody } from '#workspace-head';
import type { ContactItem } from '../domain/import-contacts.js';
import { type AnsweredItem, type ItemOutcome, presentItems } from '../domain/imported-answer.js';

/** What became of an item, as it is kept. */
const LETTERS: Readonly<Record<string, ItemOutcome>> = {
  c: 'created',
  u: 'updated',
  s: 'unchanged',
  t: 'taken',
  e: 'being_erased',
};

/** An item as it was answered. */
interface Answered {
  readonly contact_id: string;
  readonly result?: string;
  readonly refusal?: { readonly code: string };
}

/**
 * The recorded answer of an import. Its `contacts` repeat the ids and phones of the request, 80 KB of a thousand, so
 * only the ids of the items without one are kept, in their order, and what became of the items: `998c2u` for 998 that
 * were created, then two that were updated.
 */
export function recordedImport(items: readonly ContactItem[]): RecordedBody {
  return {
    keep: ({ contacts, ...counts }) => {
      const answered = contacts as unknown as readonly Answered[];
      const made = answered.flatMap(({ contact_id }, at) => (items[at]!.contact_id === undefined ? [contact_id] : []));
      return { ...counts, made, results: withCounts(answered.map(letterOf).join('')) };
    },
    restore: (kept) => {
      if ('contacts' in kept) return kept;
      const { made, results = '', ...counts } = kept;
      const letters = withoutCounts(results as string);
      const ids = (made as readonly string[]).values();
      const contactIds = items.map(({ contact_id }) => contact_id ?? (ids.next().value as string));
      // All items of one contact are answered with the phone of the last.
      const phones = new Map(contactIds.map((contactId, at) => [contactId, items[at]!.phone]));
      const answered = contactIds.map((contactId, at): AnsweredItem => {
        const outcome = LETTERS[letters[at] ?? ''];
        return { contactId, phone: phones.get(contactId)!, outcome };
      });
      return { ...counts, contacts: presentItems(answered) };
    },
  };
}

function letterOf({ result, refusal }: Answered): string {
  const outcome = refusal?.code ?? result;
  return Object.keys(LETTERS).find((letter) => LETTERS[letter] === outcome) ?? '';
}

function withCounts(letters: string): string {
  return letters.replace(/(.)\1*/g, (run, letter: string) => `${run.length}${letter}`);
}

function withoutCounts(text: string): string {
  return text.replace(/(\d+)(.)/g, (_run, count: string, letter: string) => letter.repeat(Number(count)));
}
