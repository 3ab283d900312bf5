import type { History } from '../world.js';
import {
  deliveriesAreErasedWithTheirContact,
  erasuresAreCompleted,
  receiversAreToldOnce,
  whatIsErasedIsUnreadable,
} from './erasures.js';
import type { Logged } from './model/events.js';
import { violations } from './replay.js';
import { erasuresGoForward } from './rules/erasures.js';
import { ANN, BOB, CallCenter, EVE } from './testing/call-center.js';
import { historyOf } from './testing/told-history.js';
import type { Part } from './testing/told-log.js';

const BY = { by: 'erasures' };
const HOOK = 'https://receiver.example/hook';
const about = { contact_id: ANN };
const deleted: Part = ['ContactDeleted', about];
const erased: Part = ['ContactErased', about];
const completed: Part = ['ContactErasureCompleted', about];
const requested: Part = [
  'DeliveryRequested',
  { delivery_id: 'message', outcome_id: 'inform', call_id: 'call', ...about, webhook_url: HOOK, body: '{}' },
];
const ofDelivery = (type: 'DeliveryCancelled' | 'DeliveryErased'): Part => [
  type,
  { delivery_id: 'message', reason: 'erased' },
];

/** Ann had a call, and a message tells of it. */
function called(): CallCenter {
  const center = CallCenter.open();
  center.write([center.registered('call', ANN)]).write([requested]);
  return center.write([center.ended('call', 'answered'), center.completed('call')]);
}

/** The call and the message are erased. */
function blanked(center: CallCenter): CallCenter {
  center.write([['CallsErased', { ...about, call_ids: ['call'] }]], BY);
  return center.write([ofDelivery('DeliveryCancelled'), ofDelivery('DeliveryErased')], BY);
}

/** A log whose personal data cannot be read any more where they are those of one of these contacts. */
function shredded(center: CallCenter, contacts: readonly string[] = [ANN]): History {
  const reread = center.events.map((event): Logged => {
    const data = event.data as { readonly contact_id?: string };
    if (!contacts.includes(data.contact_id ?? '')) return event;
    const hidden = Object.keys(data).filter((field) => field === 'phone' || field === 'body');
    return { ...event, data: { ...data, ...Object.fromEntries(hidden.map((field) => [field, null])) } };
  });
  return historyOf(center, { reread });
}

const broken = (center: CallCenter): readonly string[] => [
  ...violations(center.events, [erasuresGoForward]),
  ...deliveriesAreErasedWithTheirContact(historyOf(center)),
];

it('an erasure that is completed, of which nothing can be read, breaks nothing', () => {
  const center = blanked(called().write([deleted, erased])).write([completed], BY);
  expect(broken(center)).toEqual([]);
  expect(erasuresAreCompleted(shredded(center))).toEqual([]);
  expect(whatIsErasedIsUnreadable(shredded(center))).toEqual([]);
});

it('what can be read though it was erased, or cannot though it was not, is named', () => {
  const left = whatIsErasedIsUnreadable(historyOf(called().write([deleted, erased])));
  expect(left).toEqual([
    expect.stringMatching(/ContactImported .*: phone of contact ann can still be read/),
    expect.stringMatching(/CallRegistered .*: phone of contact ann can still be read/),
    expect.stringMatching(/DeliveryRequested .*: body of contact ann can still be read/),
  ]);
  expect(whatIsErasedIsUnreadable(shredded(called()))).toHaveLength(3);
});

describe('what can be read of a deleted workspace', () => {
  const [type, data] = requested;
  /** A message about no contact, in a workspace that was deleted since. */
  const deletedWith = (message_type: string): CallCenter => {
    const center = called().write([[type, { ...data, delivery_id: 'other', contact_id: '', message_type }]]);
    return center.write([['WorkspaceDeleted', { name: 'Center' }]], { by: 'admin' });
  };

  it('is named, but for messages about no contact', () => {
    const center = deletedWith('contact.erased');
    expect(whatIsErasedIsUnreadable(shredded(center, [ANN, BOB, EVE]))).toEqual([]);
    expect(whatIsErasedIsUnreadable(shredded(center, [ANN, BOB]))).toEqual([
      expect.stringMatching(/ContactImported .*: phone of contact eve can still be read/),
    ]);
  });

  it('is named where it is a number that no contact had', () => {
    expect(whatIsErasedIsUnreadable(shredded(deletedWith('do_not_call.added'), [ANN, BOB, EVE]))).toEqual([
      expect.stringMatching(/DeliveryRequested .*: body of contact {2}can still be read/),
    ]);
  });
});

it('an erasure that is not completed is named, unless it waits for a call or has just begun', () => {
  const center = called().write([deleted, erased]);
  expect(erasuresAreCompleted(historyOf(center))).toEqual([]);
  expect(erasuresAreCompleted(historyOf(center.wait(121)))).toEqual([expect.stringMatching(/contact ann is started/)]);
  const waiting = CallCenter.open();
  waiting.write([waiting.registered('call', ANN)]).write([deleted, ['ContactErasureRequested', about]]);
  expect(erasuresAreCompleted(historyOf(waiting))).toEqual([]);
  waiting.write([waiting.ended('call', 'busy'), waiting.completed('call')]);
  expect(erasuresAreCompleted(historyOf(waiting))).toEqual([expect.stringMatching(/contact ann is requested/)]);
});

it('an erasure that is completed before its calls and messages are erased is named', () => {
  expect(broken(called().write([deleted, erased]).write([completed], BY))).toEqual([
    expect.stringMatching(/call call has its phone/),
    expect.stringMatching(/delivery message was not erased/),
  ]);
});

it('a receiver that is told twice, not at all, or of nothing is named', () => {
  const body = JSON.stringify({ type: 'contact.erased', contact: about });
  const told = (webhook_url: string): Part => {
    return [
      'DeliveryRequested',
      {
        ...{ delivery_id: 'told', outcome_id: '', call_id: '', contact_id: '', webhook_url },
        ...{ message_type: 'contact.erased', body },
      },
    ];
  };
  const judged = (...urls: readonly string[]) => {
    const center = called().write([deleted, erased]);
    for (const url of urls) center.write([told(url)], BY);
    return receiversAreToldOnce(historyOf(center.write([completed], BY)));
  };
  expect(judged(HOOK)).toEqual([]);
  expect(judged()).toEqual([expect.stringMatching(/told was \[\], and should be \[ https/)]);
  expect(judged(HOOK, HOOK)).toHaveLength(1);
  expect(judged(HOOK, 'https://other.example/')).toHaveLength(1);
});

it('a contact that is erased in a call, undeleted, or imported before the end of its erasure is named', () => {
  const inCall = CallCenter.open();
  inCall.write([inCall.registered('call', ANN)]).write([deleted, erased]);
  expect(broken(inCall)).toEqual([expect.stringMatching(/the contact is in a call/)]);
  expect(broken(CallCenter.open().write([erased]))).toEqual([expect.stringMatching(/was not deleted/)]);
  const imported: Part = ['ContactImported', { ...about, phone: '+1', name: null }];
  const early = CallCenter.open().write([deleted, erased]).write([imported]);
  expect(broken(early)).toEqual([expect.stringMatching(/the erasure of contact ann is started/)]);
});

it('a message that is erased without its contact, twice, or goes on afterwards is named', () => {
  const again = blanked(called().write([deleted, erased])).write([ofDelivery('DeliveryErased')], BY);
  expect(broken(again)).toEqual([expect.stringMatching(/it was erased before/)]);
  const alone = called().write([ofDelivery('DeliveryErased')], BY);
  expect(broken(alone)).toEqual([expect.stringMatching(/its contact was not erased/)]);
  const later = blanked(called().write([deleted, erased])).write([ofDelivery('DeliveryCancelled')], BY);
  expect(broken(later)).toEqual([expect.stringMatching(/the delivery was erased before/)]);
});
