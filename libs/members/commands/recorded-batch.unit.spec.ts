import fc from 'fast-check';
import type { ContactReference } from '#contacts/domain';
import { testId } from '#kernel/testing';
import { presentReference } from '../domain/change-members.js';
import { recordedBatch } from './recorded-batch.js';

const COUNTS = { ok: true, inserted: 1, skipped: 2, unmatched: 3 };
/** Few values, so that a batch names the same contact more than once. */
const reference: fc.Arbitrary<ContactReference> = fc.oneof(
  fc.nat(3).map((n) => ({ contactId: testId(n) })),
  fc.nat(3).map((n) => ({ phone: `+4366000000${n}` })),
);
const known = (each: ContactReference): boolean => /[02]$/.test('phone' in each ? each.phone : each.contactId);

describe('the record of a batch', () => {
  it('returns the bytes of the answer, and contains none of its references', () => {
    fc.assert(
      fc.property(fc.array(reference, { minLength: 1, maxLength: 20 }), (references) => {
        const unmatched = references.filter((each) => !known(each)).map(presentReference);
        const body = { ...COUNTS, ...(unmatched.length > 0 && { unmatched_references: unmatched }) };
        const record = recordedBatch(references);
        const kept = JSON.stringify(record.keep(body));
        expect(JSON.stringify(record.restore(JSON.parse(kept) as typeof COUNTS))).toBe(JSON.stringify(body));
        expect(kept).not.toMatch(/phone|contact_id|\+4366/);
      }),
    );
  });

  it('of an earlier version is returned unchanged', () => {
    const body = { ...COUNTS, unmatched_references: [{ phone: '+43660000001' }] };
    expect(recordedBatch([{ phone: '+43660000001' }]).restore(body)).toEqual(body);
  });
});
