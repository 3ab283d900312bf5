import type { Exit } from '../../../apps/operator/console.js';
import { createDeployment } from '../../support/deployments/create-deployment.js';
import type { Deployment } from '../../support/deployments/deployment.js';
import { START } from '../../support/log.js';
import { type Service, startService } from '../../support/service.js';
import { until } from '../../support/until.js';
import { TestWorkspace, UNKNOWN_ID } from '../../support/workspace.js';
import { smartlists, tell } from './support/smartlists.js';

const RUN_MS = 120_000;

describe('smartlists audit why-before, in words', () => {
  let deployment: Deployment;
  let service: Service;
  let workspace: TestWorkspace;
  /** On the first list; on the second one, in this order; on none. */
  let [ann, bob, cat, dan] = ['', '', '', ''];
  /** Before any call; while Ann and Bob are in a call; after Bob's call has ended. */
  let [before, during, after] = ['', '', ''];

  beforeAll(async () => {
    deployment = await createDeployment();
    service = await startService({ deployment });
    workspace = await TestWorkspace.make(service);
    const { api } = workspace;
    [ann, bob, cat, dan] = (await workspace.contacts(4)).map(({ contact_id }) => contact_id) as [
      string,
      string,
      string,
      string,
    ];
    const first = await api.createList({ name: 'First', priority: 'highest' });
    const second = await api.createList({ name: 'Second', priority: 'low', min_retry_seconds: 0 });
    await api.addMembers(first.smart_list_id, [{ contact_id: ann }]);
    await api.addMembers(second.smart_list_id, [{ contact_id: ann }, { contact_id: bob }, { contact_id: cat }]);
    before = await aMoment();
    const calls = await api.next(2);
    expect(calls.map(({ contact_id }) => contact_id)).toEqual([ann, bob]);
    during = await aMoment();
    await api.endCall(calls[1]!.call_id, 'busy');
    after = await aMoment();
  }, RUN_MS);
  afterAll(async () => {
    await service.stop();
    await deployment.remove();
  }, RUN_MS);

  /** An instant behind everything that was written, and before everything that is written later. */
  async function aMoment(): Promise<string> {
    const written = new Date().toISOString();
    await until('the clock has moved', () => new Date().toISOString() > written);
    const moment = new Date().toISOString();
    await until('the clock has moved again', () => new Date().toISOString() > moment);
    return moment;
  }

  const ask = (a: string, b: string, at: string) => [
    ...['audit', 'why-before', a, b, '--at', at, '--workspace', workspace.id],
  ];
  const told = async (a: string, b: string, at: string) => {
    const { printed, exit } = await tell(ask(a, b, at), deployment.env);
    expect(exit).toBeUndefined();
    return printed;
  };

  it(
    'names the tier, the number and the cursor, and says so where the second contact comes first',
    async () => {
      const tier = '  tier: highest is drained before low';
      const [verdict, reason, ...places] = await told(ann, cat, before);
      expect([verdict, reason]).toEqual([`Yes: ${ann} comes before ${cat} at ${before}.`, tier]);
      // Ann is on both lists: the place that counts stands first.
      expect(places).toEqual([
        ann,
        expect.stringMatching(/^ {2}list "First" \(\S+\), tier highest, number \d+, cursor -1: may be called$/),
        expect.stringMatching(/^ {2}list "Second" \(\S+\), tier low, number \d+, cursor -1: may be called$/),
        cat,
        expect.stringMatching(/^ {2}list "Second"/),
      ]);
      expect((await told(cat, ann, before)).slice(0, 2)).toEqual([
        `No: ${ann} comes before ${cat} at ${before}.`,
        tier,
      ]);
      expect((await told(bob, cat, before))[1]).toMatch(
        /^ {2}number: (\d+) is smaller than \d+; both are above the cursor -1 of tier low$/,
      );
      expect((await told(bob, cat, after)).slice(0, 2)).toEqual([
        `No: ${cat} comes before ${bob} at ${after}.`,
        expect.stringMatching(/^ {2}cursor: that of tier low stands at (\d+); \d+ is above it, \1 is not$/),
      ]);
      expect((await told(dan, cat, before))[1]).toBe('  tier: low is drained before unlisted');
    },
    RUN_MS,
  );

  it(
    'names the gate of each contact that may not be called',
    async () => {
      const [verdict, reason] = await told(cat, bob, during);
      expect(verdict).toBe(`Yes: ${cat} comes before ${bob} at ${during}.`);
      expect(reason).toMatch(
        new RegExp(`^ {2}gate: ${bob} fails no_call_in_flight \\(value "\\S+", threshold null\\)$`),
      );
      const neither = await told(ann, bob, during);
      expect(neither[0]).toBe(`Neither may be called at ${during}.`);
      expect(neither[1]).toMatch(new RegExp(`${ann} fails no_call_in_flight .*; ${bob} fails no_call_in_flight`));
    },
    RUN_MS,
  );

  it(
    'prints the same as JSON, and writes nothing',
    async () => {
      const log = await service.log.after(START);
      const { code, out, err } = await smartlists([...ask(ann, bob, before), '--json'], deployment.env);
      expect([code, err]).toEqual([0, '']);
      expect(JSON.parse(out)).toMatchObject({
        ...{ at: before, first: ann, rule: 'tier' },
        contacts: [
          {
            contact_id: ann,
            places: [
              { name: 'First', gate: null },
              { name: 'Second', gate: null },
            ],
          },
          { contact_id: bob, places: [{ name: 'Second', tier: 'low', gate: null }] },
        ],
      });
      expect(await service.log.after(START)).toEqual(log);
    },
    RUN_MS,
  );

  it.each<[what: string, exit: Exit, sentence: RegExp, args: () => readonly string[]]>([
    ['what is no id', 'not_understood', /must be the id of a contact/, () => ask('x', bob, before)],
    ['one contact twice', 'not_understood', /two different contacts/, () => ask(bob, bob, before)],
    ['the future', 'not_understood', /lies in the future/, () => ask(ann, bob, '2999-01-01T00:00Z')],
    ['an unknown contact', 'not_found', /^Workspace \S+ had no contact 0{8}/, () => ask(ann, UNKNOWN_ID, before)],
    ['an instant before all', 'not_found', /has no workspace/, () => ask(ann, bob, '2000-01-01T00:00Z')],
  ])(
    'refuses %s in one sentence',
    async (_what, exit, sentence, args) => {
      const refused = await tell(args(), deployment.env);
      expect(refused).toEqual({ printed: [], exit, sentence: expect.stringMatching(sentence) as string });
    },
    RUN_MS,
  );
});
