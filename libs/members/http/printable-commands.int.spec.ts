import { expectPrintable } from '../../http/testing/sent-commands.js';
import { startListsApp } from '../testing/lists-app.js';

it('the commands of contacts, lists and members survive a round trip through JSON', async () => {
  const { send, freshContacts, commands, close } = await startListsApp();
  try {
    const [contact] = await freshContacts(1);
    const made = await send('POST', '/smart-lists', { name: 'Spring' });
    const list = `/smart-lists/${made.body.smart_list.smart_list_id}`;
    const headers = { 'idempotency-key': 'once', 'if-match': '"1"' };
    await send('POST', `${list}/clone`, undefined);
    const members = { members: [{ contact_id: contact!.contact_id }] };
    await send('POST', `${list}/members/batch`, members, { headers });
    await send('POST', `${list}/members/batch-remove`, members);
    await send('POST', '/smart-list-members/batch-remove', members);
    await send('PATCH', list, { max_attempts_total: null }, { headers });
    await send('DELETE', list, undefined);
    await send('DELETE', `/contacts/${contact!.contact_id}`);
    expectPrintable(commands, [
      ...['ImportContacts', 'CreateSmartList', 'CloneSmartList', 'AddMembers', 'RemoveMembers', 'RemoveEverywhere'],
      ...['ChangeSmartList', 'DeleteSmartList', 'DeleteContact'],
    ]);
    expect(commands).toContainEqual(expect.objectContaining({ patch: { max_attempts_total: null }, ifMatch: '"1"' }));
  } finally {
    await close();
  }
});
