import fc from 'fast-check';

/** Receivers, one a host. */
export const HOSTS = ['a', 'b', 'c'] as const;

/** An action around a due backlog at one moment, also in the middle of a scan. Times are in seconds. */
export type Step =
  | { readonly kind: 'requested'; readonly host: string; readonly ago: number; readonly count: number }
  | { readonly kind: 'taken'; readonly hosts: readonly string[]; readonly count: number }
  | { readonly kind: 'finished'; readonly which: number; readonly again: number | undefined; readonly shown: boolean }
  | { readonly kind: 'forgotten'; readonly which: number }
  | { readonly kind: 'rested'; readonly which: number; readonly seconds: number }
  | { readonly kind: 'called back' }
  | { readonly kind: 'moved'; readonly which: number; readonly again: number | undefined }
  | { readonly kind: 'shown' }
  | { readonly kind: 'passed'; readonly seconds: number };

/** A scan of the list, partial or whole, with the actions after each of its reads. */
export interface Look {
  readonly kind: 'looked' | 'looked at all';
  readonly meanwhile: readonly Step[];
}

const which = fc.nat(50);
const seconds = fc.integer({ min: 0, max: 12 });
const again = fc.option(fc.integer({ min: -20, max: 12 }), { nil: undefined });
const kind = <Kind extends string>(name: Kind) => fc.constant(name);

const taken = fc.record({
  kind: kind('taken'),
  hosts: fc.subarray([...HOSTS], { minLength: 1 }),
  count: fc.constantFrom(1, 2, 600),
});
const requested = fc.record({
  kind: kind('requested'),
  host: fc.constantFrom(...HOSTS),
  ago: fc.integer({ min: -9, max: 40 }),
  count: fc.constantFrom(1, 2, 30),
});
const step: fc.Arbitrary<Step> = fc.oneof(
  taken,
  requested,
  fc.record({ kind: kind('finished'), which, again, shown: fc.boolean() }),
  fc.record({ kind: kind('forgotten'), which }),
  fc.record({ kind: kind('rested'), which, seconds }),
  fc.record({ kind: kind('called back') }),
  fc.record({ kind: kind('moved'), which, again }),
  fc.record({ kind: kind('shown') }),
  fc.record({ kind: kind('passed'), seconds }),
);
const look: fc.Arbitrary<Look> = fc.record({
  kind: fc.constantFrom<Look['kind'][]>('looked', 'looked', 'looked at all'),
  meanwhile: fc.array(step, { maxLength: 6 }),
});

/** Histories of a due backlog: any order of scans, and of actions between and during them. */
export const histories: fc.Arbitrary<readonly (Step | Look)[]> = fc.array(
  fc.oneof({ weight: 4, arbitrary: step }, { weight: 3, arbitrary: look }, { weight: 2, arbitrary: taken }),
  { maxLength: 30, size: 'max' },
);
