import { invalidField, keyText, type WorkspaceView } from '#kernel';
import { SMART_LISTS } from '#smart-lists/domain';
import type { Destination, DestinationType } from './outcome.js';

/** Names of active lists by their ids; undefined for one that is not active (any more). */
export type ActiveListName = (smartListId: string) => string | undefined;

/** The destination in the input. Null equals an absent field where there is nothing to clear. */
export interface DestinationInput {
  readonly destination_type?: DestinationType | undefined;
  readonly destination_id?: string | null | undefined;
  readonly smart_list_ids?: readonly string[] | null | undefined;
}

export const NOWHERE: Destination = { destination_type: 'none', destination_id: null, smart_list_ids: null };

/** The active lists of a decision. */
export function activeLists(view: WorkspaceView): ActiveListName {
  const lists = view.resident(SMART_LISTS);
  return (id) => lists.get(keyText([view.workspaceId, id]))?.name;
}

/**
 * The destination as it reads and works now: a deleted list counts as none, deleted ones of several are left out, and
 * if none remains there is no destination (docs/reference/http-contract.md#outcome). Deleted lists never come back, so
 * a destination only ever shrinks.
 */
export function effectiveDestination(stored: Destination, activeName: ActiveListName): Destination {
  // Rows are passed in, and only the destination is to be compared and written.
  const { destination_type, destination_id, smart_list_ids } = stored;
  switch (destination_type) {
    case 'none':
    case 'remove_from_all':
    case 'do_not_call':
      return { destination_type, destination_id, smart_list_ids };
    case 'smart_list':
      if (activeName(destination_id!) === undefined) return NOWHERE;
      return { destination_type, destination_id, smart_list_ids };
    case 'remove_from_selected': {
      const left = smart_list_ids!.filter((id) => activeName(id) !== undefined);
      return left.length === 0 ? NOWHERE : { destination_type, destination_id, smart_list_ids: left };
    }
    default:
      return destination_type satisfies never;
  }
}

/**
 * The destination after a change, without the fields that the new type does not have.
 * @param current its current effect
 * @throws DomainError `validation_failed`: a field that the type needs is missing, or one was sent that it does not
 * have
 */
export function changedDestination(current: Destination, input: DestinationInput): Destination {
  // Fields that a type does not have are null already, so no value of another type can be taken over.
  const type = input.destination_type ?? current.destination_type;
  refuseFieldsOfOthers(type, input);
  switch (type) {
    case 'none':
    case 'remove_from_all':
    case 'do_not_call':
      return { ...NOWHERE, destination_type: type };
    case 'smart_list': {
      const id = input.destination_id === undefined ? current.destination_id : input.destination_id;
      if (id === null) throw missing('/destination_id', type);
      return { destination_type: type, destination_id: id, smart_list_ids: null };
    }
    case 'remove_from_selected': {
      const ids = input.smart_list_ids === undefined ? current.smart_list_ids : input.smart_list_ids;
      if (ids === null) throw missing('/smart_list_ids', type);
      return { destination_type: type, destination_id: null, smart_list_ids: ids };
    }
    default:
      return type satisfies never;
  }
}

/** @throws DomainError `validation_failed`: `destination_id` or `smart_list_ids` was sent with a type that has none */
export function refuseFieldsOfOthers(type: DestinationType, input: DestinationInput): void {
  if (type !== 'smart_list' && isSent(input.destination_id)) throw unused('/destination_id', type);
  if (type !== 'remove_from_selected' && isSent(input.smart_list_ids)) throw unused('/smart_list_ids', type);
}

/** @throws DomainError `invalid_reference`: a list of the destination is not active */
export function checkReferences(destination: Destination, activeName: ActiveListName): void {
  const { destination_id: id, smart_list_ids: ids } = destination;
  if (id !== null && activeName(id) === undefined) throw unknownList('/destination_id');
  const unknown = ids?.findIndex((each) => activeName(each) === undefined) ?? -1;
  if (unknown >= 0) throw unknownList(`/smart_list_ids/${unknown}`);
}

function isSent(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function missing(pointer: string, type: DestinationType) {
  const detail = `The destination type ${type} needs ${pointer.slice(1)}.`;
  return invalidField('validation_failed', pointer, 'required', detail);
}

function unused(pointer: string, type: DestinationType) {
  const detail = `The destination type ${type} has no ${pointer.slice(1)}.`;
  return invalidField('validation_failed', pointer, 'not_allowed', detail);
}

function unknownList(pointer: string) {
  return invalidField('invalid_reference', pointer, 'unknown', `${pointer.slice(1)} names no active smart list.`);
}
