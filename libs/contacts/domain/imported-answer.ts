import { DomainError, type FieldError } from '#kernel';

/**
 * What became of an item of an import. created: the contact is new, or was deleted before. updated: something of it was
 * changed. unchanged: it was so already. refused: nothing was changed.
 */
export const IMPORT_RESULTS = ['created', 'updated', 'unchanged', 'refused'] as const;
export type ImportResult = (typeof IMPORT_RESULTS)[number];

/** Why an item is refused: another contact has its external id; its contact is being erased. */
export type RefusalCode = 'taken' | 'being_erased';

/** What became of a contact of an import. */
export type ItemOutcome = Exclude<ImportResult, 'refused'> | RefusalCode;

/** An item of an import as it is answered. */
export interface AnsweredItem {
  readonly contactId: string;
  /** Of the item that counted. */
  readonly phone: string;
  /** Undefined: of an answer that was recorded before items told it. */
  readonly outcome: ItemOutcome | undefined;
}

/** The items of an answer, in the order of the request. */
export function presentItems(items: readonly AnsweredItem[]) {
  return items.map(({ contactId, phone, outcome }, index) => {
    const refusal = outcome && isRefusal(outcome) ? refusalOfItem(outcome, `/contacts/${index}`) : undefined;
    return {
      contact_id: contactId,
      phone,
      ...(outcome && { result: resultOf(outcome) }),
      ...(refusal && { refusal: { ...refusal } }),
    };
  });
}

/** How an outcome is told and counted. */
export function resultOf(outcome: ItemOutcome): ImportResult {
  return isRefusal(outcome) ? 'refused' : outcome;
}

function isRefusal(outcome: ItemOutcome): outcome is RefusalCode {
  return outcome === 'taken' || outcome === 'being_erased';
}

/** The refusal of a whole import for one of its items. */
export function refusedImport(code: RefusalCode, index: number): DomainError {
  const error = refusalOfItem(code, `/contacts/${index}`);
  return new DomainError('resource_conflict', error.detail, [error]);
}

/** @param at pointer to the item */
export function refusalOfItem(code: RefusalCode, at: string): FieldError {
  const [field, detail] = code === 'taken' ? ['external_id', EXTERNAL_ID_TAKEN] : ['contact_id', BEING_ERASED];
  return { pointer: `${at}/${field}`, code, detail };
}

/** The sentence of a refused external id. */
export const EXTERNAL_ID_TAKEN = 'Another contact of this workspace has this external id.';
const BEING_ERASED =
  'This contact is being erased, or will be when its call has ended. It can be imported again after that.';
