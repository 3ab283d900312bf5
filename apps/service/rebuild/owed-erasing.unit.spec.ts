import { nothingBlanked, EXPIRED_ROWS } from '#contacts/domain';
import { type DomainEvent, type Instant } from '#kernel';
import { TEST_WORKSPACE, testId } from '#kernel/testing';
import { WORKSPACE_DEFAULTS, WORKSPACES } from '#workspaces/domain';
import { AroundErasures } from '../../../libs/contacts/testing/around-erasures.js';
import { oweErasing } from './owed-erasing.js';

const NOW = '2030-01-05T12:00:00.000Z' as Instant;
const event = (type: string, data: object): DomainEvent => ({ type, data });
const contact_id = testId(77);
const REQUESTED = event('ContactErasureRequested', { contact_id });
const ERASED = event('ContactErased', { contact_id });
const COMPLETED = event('ContactErasureCompleted', { contact_id });
const EXPIRED = event('PersonalDataExpired', { calls_before: '2030-01-03', deliveries_before: null });

async function rowsAfter(...events: readonly DomainEvent[]): Promise<AroundErasures> {
  const made = new AroundErasures();
  await made.happened(event('WorkspaceCreated', { name: 'W', time_zone: 'UTC', ...WORKSPACE_DEFAULTS }));
  for (const each of events) await made.happened(each);
  return made;
}

describe('rows owe that personal data is erased in them', () => {
  it.each<[what: string, events: readonly DomainEvent[], doOwe: boolean]>([
    ['not where nothing has ended', [], false],
    ['until those of a deleted workspace are dropped', [event('WorkspaceDeleted', {})], true],
    ['until those of days that have ended are blank', [EXPIRED], true],
    ['not where the end of a call is awaited before an erasure', [REQUESTED], false],
    ['until the erasure of a contact is completed', [REQUESTED, ERASED], true],
    ['no more once it is', [ERASED, COMPLETED], false],
  ])('%s', async (_what, events, doOwe) => {
    const { readModel } = await rowsAfter(...events);
    expect(await oweErasing(readModel, NOW)).toBe(doOwe);
  });

  it('no more once the rows of those days are blank, but do once responses have ended', async () => {
    const { readModel, cacheWriter } = await rowsAfter(EXPIRED);
    const document = { ...nothingBlanked(TEST_WORKSPACE), calls_before: '2030-01-03' };
    await cacheWriter.putRows([{ collection: EXPIRED_ROWS, key: [TEST_WORKSPACE], document }]);
    expect(await oweErasing(readModel, NOW)).toBe(false);
    const created = (await readModel.page(WORKSPACES, { index: 'by_creation', prefix: [1], limit: 1 }))[0]!.created_at;
    const later = new Date(Date.parse(created) + 400 * 86_400_000).toISOString();
    expect(await oweErasing(readModel, later)).toBe(true);
  });
});
