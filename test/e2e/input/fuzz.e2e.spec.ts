import fc from 'fast-check';
import { expectProblem } from '../../support/problem.js';
import { shareService } from '../../support/shared.js';
import { jsonOf } from '../../support/contract.js';
import type { Problem } from '../../support/types.js';
import { makeWorld, pathOf, ROUTES, methodOf } from '../matrices/routes.js';
import type { World } from '../matrices/routes.js';

/*
 * Goal: no JSON body makes the service answer 500, or with anything that its document does not describe.
 * Method: for each route with a body, 150 random values, or valid bodies with one field replaced by a random value.
 */

const service = shareService();
let world: World;
beforeAll(async () => {
  world = await makeWorld(service());
});

const FIELDS =
  `name description priority max_attempts_per_day max_attempts_total min_retry_seconds dial_timeout_seconds next_list_id
  calling_hours_id
  members contact_id phone contacts outcome_name outcome_type order destination_type destination_id smart_list_ids
  webhook_url time_zone unlisted rate_limits scopes expires_at previous_secret_expires_in lease_seconds wrap_up_seconds
  call_id outcome_id result __proto__ constructor`.split(/\s+/);

const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(
      null,
      true,
      false,
      0,
      -0,
      1,
      -1,
      1.5,
      30,
      1e21,
      5e-324,
      '',
      ' ',
      'x',
      'action',
      'smart_list',
      'https://x.example',
      '+4312345',
    ),
    fc.constantFrom(
      '\ud800',
      'a\u0000',
      '00000000-0000-4000-8000-000000000000',
      'UTC',
      'calls:read',
      'remove_from_selected',
      'answered',
      'e\u0301',
    ),
    fc.double(),
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.array(tie('value'), { maxLength: 4 }),
    tie('record'),
  ),
  record: fc.dictionary(
    fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...FIELDS) }, { weight: 1, arbitrary: fc.string() }),
    tie('value'),
    {
      maxKeys: 5,
      noNullPrototype: false,
    },
  ),
}));

/** A valid body with some values replaced, or any JSON. */
const spoiled = fc.record({ keep: fc.boolean(), anything: value, key: fc.constantFrom(...FIELDS) });

describe('any JSON body', () => {
  const writes = Object.keys(ROUTES).filter((route) => !route.startsWith('GET ') && !route.startsWith('DELETE '));

  it.each(writes)('%s gets a documented answer, never 500', async (route) => {
    await fc.assert(
      fc.asyncProperty(spoiled, async ({ keep, anything, key }) => {
        const valid = ROUTES[route]!.body?.(world) ?? {};
        const body = keep ? JSON.stringify({ ...valid, [key]: anything }) : JSON.stringify(anything);
        const admin = ROUTES[route]!.access === 'admin';
        const client = admin ? service().admin : world.workspace.client;
        const headers = { 'content-type': 'application/json' };
        const answer = await client.send({ method: methodOf(route), path: pathOf(route, world.ids), headers, body });
        if (answer.status < 300) return;
        const { code } = jsonOf(answer) as Problem;
        expect(answer.status).toBeLessThan(500);
        expectProblem(answer, code);
      }),
      { numRuns: 150 },
    );
  });
});
