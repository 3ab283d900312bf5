import type { DomainEvent } from '#kernel';
import { given, TEST_WORKSPACE, testId as id, TestWorkspace } from '#kernel/testing';
import { WORKSPACES_PROJECTIONS } from '#workspaces';
import { WORKSPACE_DEFAULTS } from '#workspaces/domain';
import { CONTACT_PROJECTIONS } from '../projections/index.js';
import { changeUncapped } from '../testing/change-uncapped.js';
import { CONTACTS, importContacts, presentContact } from './index.js';

const PROJECTIONS = [...WORKSPACES_PROJECTIONS, ...CONTACT_PROJECTIONS];
const ANN = id(1);
const [EAST, ALASKA, TOLL_FREE] = ['+12025550101', '+19075550101', '+18005550102'] as const;

const created: DomainEvent = {
  type: 'WorkspaceCreated',
  data: { name: 'W', time_zone: 'Europe/Berlin', ...WORKSPACE_DEFAULTS },
};
const imported = (phone: string, zones: object = {}): DomainEvent => ({
  type: 'ContactImported',
  data: { contact_id: ANN, phone, name: null, ...zones },
});
const changed = (phone: string | null, old_phone: string | null, zones: object = {}): DomainEvent => ({
  type: 'ContactChanged',
  data: { contact_id: ANN, phone, old_phone, name: 'Ann', ...zones },
});
const byTable = (...phone_zones: string[]) => ({ phone_zones, zones_table: 1 });

function zonesAfter(...events: DomainEvent[]) {
  const workspace = new TestWorkspace(PROJECTIONS).append([created, ...events]);
  const [row] = workspace.rows(CONTACTS, [[TEST_WORKSPACE, ANN]]);
  const { zones, zones_source } = presentContact(row!, 'Europe/Berlin', null);
  return [zones_source, ...zones];
}

describe('the zones of a contact', () => {
  it('are told by its import and by a change of its phone, and not by one of its name', () => {
    given(PROJECTIONS, [created])
      .when(importContacts([{ contactId: ANN, phone: ALASKA }]))
      .thenEvents([imported(ALASKA, byTable('America/Adak', 'America/Anchorage'))])
      .and()
      .when(changeUncapped(ANN, { name: 'Ann' }))
      .thenEvents([changed(ALASKA, ALASKA)])
      .and()
      .when(changeUncapped(ANN, { phone: TOLL_FREE }))
      .thenEvents([changed(TOLL_FREE, ALASKA, byTable())]);
  });

  it('are its own, else those of its number, else that of the workspace', () => {
    const details = { contact_id: ANN, slots: [], external_id: null, phone_label: null, further_phones: [] };
    const given = { ...details, attributes: {}, time_zone: 'Pacific/Honolulu' };
    expect(zonesAfter(imported(EAST, byTable('America/New_York')))).toEqual(['number', 'America/New_York']);
    expect(zonesAfter(imported(EAST), { type: 'ContactDetailsChanged', data: given })).toEqual([
      'given',
      'Pacific/Honolulu',
    ]);
    expect(zonesAfter(imported(TOLL_FREE))).toEqual(['workspace', 'Europe/Berlin']);
  });

  it('of events from before the tables are read by table 1', () => {
    expect(zonesAfter(imported(EAST))).toEqual(['number', 'America/New_York']);
    expect(zonesAfter(imported(EAST), changed(TOLL_FREE, EAST))).toEqual(['workspace', 'Europe/Berlin']);
  });

  it('stay what the event of the phone said, until one says something else', () => {
    const elsewhere = byTable('America/Detroit');
    expect(zonesAfter(imported(EAST, elsewhere))).toEqual(['number', 'America/Detroit']);
    expect(zonesAfter(imported(EAST, elsewhere), changed(EAST, EAST))).toEqual(['number', 'America/Detroit']);
    expect(zonesAfter(imported(EAST), changed(EAST, EAST, elsewhere))).toEqual(['number', 'America/Detroit']);
  });

  it('are gone with its erasure', () => {
    const erased = zonesAfter(imported(EAST), { type: 'ContactErased', data: { contact_id: ANN } });
    expect(erased).toEqual(['workspace', 'Europe/Berlin']);
    const shredded = { phone_zones: null, zones_table: 1 };
    const import_ = { type: 'ContactImported', data: { contact_id: ANN, phone: null, name: null, ...shredded } };
    expect(zonesAfter(import_)).toEqual(['workspace', 'Europe/Berlin']);
  });
});
