import { runCommand, TOKEN, type World } from './testing/run-command.js';

const ID = '0192f0c1-2b3c-7d4e-8f5a-6b7c8d9e0f10';
const PATH = `/admin/workspaces/${ID}`;
const refusal = (status: number, detail: string, more = {}) => [status, { ok: false, detail, ...more }] as const;

describe('a command over the admin routes', () => {
  const change = (answer: readonly [number, object | undefined]) =>
    runCommand(['workspace', 'change', ID, '--name', 'x'], { answers: { [`PATCH ${PATH}`]: answer } });

  it.each([
    [400, 'not_understood'],
    [401, 'not_understood'],
    [403, 'not_understood'],
    [409, 'not_understood'],
    [404, 'not_found'],
    [429, 'unavailable'],
    [500, 'unavailable'],
    [503, 'unavailable'],
  ])('ends a refusal of status %i as %s, with what the service says', async (status, exit) => {
    const { exit: ended, refused, printed } = await change(refusal(status, 'So it is.'));
    expect([ended, refused, printed]).toEqual([exit, `The service answers ${status}: So it is.`, '']);
  });

  it('names every field that is refused', async () => {
    const errors = [
      { pointer: '/name', code: 'too_short', detail: 'is empty.' },
      { pointer: '/time_zone', code: 'unknown', detail: 'is none.' },
    ];
    const { refused } = await change(refusal(400, '/name: is empty. 1 more in errors.', { errors }));
    expect(refused).toBe('The service answers 400: /name: is empty. /time_zone: is none.');
  });

  it.each([
    [404, undefined],
    [502, undefined],
    [200 + 2, {}],
  ] as const)('takes %i with %p for no such service', async (status, body) => {
    const { exit, refused } = await change([status, body]);
    expect([exit, refused]).toEqual(['unavailable', `No such service answers at http://127.0.0.1:3000: ${status}.`]);
  });

  it('sends the token, and refuses to go without one', async () => {
    const { sent } = await change([200, { ok: true, workspace: { name: 'x' } }]);
    expect(sent).toEqual([{ request: `PATCH ${PATH}`, authorization: `Bearer ${TOKEN}`, body: { name: 'x' } }]);
    const without: World = { environment: {} };
    const { exit, refused } = await runCommand(['workspace', 'list'], without);
    expect([exit, refused]).toEqual(['not_understood', expect.stringMatching(/^Which admin token\?/)]);
  });

  it.each([
    ['workspace', 'list'],
    ['workspace', 'show'],
    ['workspace', 'create'],
    ['workspace', 'change'],
    ['workspace', 'delete'],
    ['key', 'list'],
    ['key', 'create'],
    ['key', 'revoke'],
    ['secrets', 'rotate'],
  ])('%s %s takes ids in their form only', async (...command) => {
    const { exit, sent } = await runCommand([...command, 'x', 'y']);
    expect([exit, sent]).toEqual(['not_understood', []]);
  });
});
