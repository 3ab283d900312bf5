import { randomBytes, randomInt } from 'node:crypto';
import { byId } from '../../support/api.js';
import type { TestWorkspace } from '../../support/workspace.js';

/** A contact with a call that has ended and a delivery, in each of which the service stores what is personal. */
export interface Person {
  readonly contactId: string;
  /** Digits of the phone, which no other contact has, also not of another run. */
  readonly digits: string;
  /** A part of the name, for which the same holds; the rest of the name is escaped in JSON. */
  readonly nickname: string;
  readonly callId: string;
  readonly deliveryId: string;
}

/** Makes people with calls and deliveries by an action. */
export async function makePeople(workspace: TestWorkspace, action: string, count: number): Promise<readonly Person[]> {
  const { api } = workspace;
  const made = Array.from({ length: count }, () => ({
    digits: `4399${String(randomInt(1_000_000_000)).padStart(9, '0')}`,
    nickname: randomBytes(6).toString('hex'),
  }));
  const { contacts } = await api.importContacts(
    made.map(({ digits, nickname }) => ({ phone: `+${digits}`, name: `Zoë "${nickname}" O'Neil` })),
  );
  return Promise.all(
    made.map(async (texts, at): Promise<Person> => {
      const contact = contacts[at]!;
      const { call_id: callId } = await api.registerCall(byId(contact));
      const { delivery_id } = await api.applyOutcome(callId, action);
      await api.endCall(callId, 'busy');
      return { contactId: contact.contact_id, ...texts, callId, deliveryId: delivery_id! };
    }),
  );
}

/** The phones and names of people that stand anywhere in stored bytes, whatever their encoding is. */
export function tracesIn(stored: readonly Buffer[], people: readonly Person[]): readonly string[] {
  const texts = people.flatMap(({ digits, nickname }) => [digits, nickname]);
  return texts.filter((text) => stored.some((bytes) => bytes.includes(text)));
}
