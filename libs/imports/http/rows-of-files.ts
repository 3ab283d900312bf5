import { type FieldError, fieldErrorOf, type IdSource } from '#kernel';
import { readRecord } from '#http';
import { checkGiven } from '#contacts/domain';
import { ContactItemBody } from '#contacts/http';
import type { ReadItem } from '../commands/row-intake.js';
import type { ImportKind, ReadRow, RowReference } from '../domain/index.js';
import { contactOfCells } from './contact-cells.js';
import { RowReferenceBody } from './row-reference.dto.js';

/** Longest pointer that is recorded: a file may name a field by a text of any length. */
const MAX_POINTER = 100;

type Values = Readonly<Record<string, unknown>>;

/**
 * How a row of an import is read: by the rules of POST /contacts/batch, or as a reference to a contact.
 * @param isCsv its values are the cells of a CSV file, each a text
 */
export function itemReader(kind: ImportKind, isCsv: boolean): ReadItem {
  if (kind !== 'contacts') return readReference;
  return isCsv
    ? (cells, ids) => readContact(contactOfCells(cells as Readonly<Record<string, string>>), ids)
    : readContact;
}

function readContact(values: Values, ids: IdSource): ReadRow['read'] {
  const { record, errors } = readRecord(ContactItemBody, values);
  const mistake = errors ? errors[0] : mistakeOf(record);
  if (mistake || !record) return refused(mistake!);
  const { contact_id, ...given } = record;
  return { item: { contactId: contact_id ?? ids.next(), isMade: contact_id === undefined, ...given } };
}

/** What no contact can have, whatever is known of it. */
function mistakeOf(given: ContactItemBody): FieldError | undefined {
  try {
    checkGiven(given, '');
    return undefined;
  } catch (error) {
    return fieldErrorOf(error);
  }
}

function readReference(values: Values): ReadRow['read'] {
  const { record, errors } = readRecord(RowReferenceBody, values);
  return errors ? refused(errors[0]) : { item: referenceOf(record) };
}

function referenceOf({ contact_id, phone, external_id }: RowReferenceBody): RowReference {
  if (contact_id !== undefined) return { contactId: contact_id };
  return phone !== undefined ? { phone } : { externalId: external_id! };
}

function refused({ pointer, code, detail }: FieldError): ReadRow['read'] {
  return { refusal: { pointer: pointer.slice(0, MAX_POINTER), code, detail } };
}
