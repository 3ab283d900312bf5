import { ApiVersions } from './api-versions.js';

const VERSIONS = new ApiVersions([
  { date: '2027-05-01' },
  { date: '2026-11-01', deprecated: { since: '2027-05-01', sunset: '2028-05-01' } },
]);

describe('versions of the API', () => {
  it.each([undefined, '2027-05-01', '2025-01-01', '', '2026-11-01, 2026-11-01'])(
    '%p is answered in the newest, without an end',
    (asked) => {
      expect(VERSIONS.answeredIn(asked)).toEqual({ 'API-Version': '2027-05-01' });
    },
  );

  it('tell of one that ends since when, and when', () => {
    expect(VERSIONS.answeredIn('2026-11-01')).toEqual({
      'API-Version': '2026-11-01',
      Deprecation: '@1809129600',
      Sunset: 'Mon, 01 May 2028 00:00:00 GMT',
    });
  });

  it.each([undefined, '2027-05-01', '2026-11-01'])('%p is accepted', (asked) => {
    expect(() => VERSIONS.refuseUnknown(asked)).not.toThrow();
  });

  it.each(['', '2027-05-02', '2027-5-1', 'latest', 'toString', '2026-11-01, 2026-11-01', ['2026-11-01', 'x']])(
    '%p is refused, with the versions that there are',
    (asked) => {
      const errors = [
        {
          pointer: '/API-Version',
          code: 'unknown_version',
          detail: 'Must be one of 2027-05-01, 2026-11-01; left out, it is the newest.',
        },
      ];
      expect(() => VERSIONS.refuseUnknown(asked)).toThrow(
        expect.objectContaining({ code: 'validation_failed', errors }) as Error,
      );
    },
  );
});
