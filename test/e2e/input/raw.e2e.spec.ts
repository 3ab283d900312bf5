import { expectProblem } from '../../support/problem.js';
import { shareWorkspace } from '../../support/shared.js';
import { withUnchanged } from '../../support/unchanged.js';

const workspace = shareWorkspace();

const authorization = () => `Host: x\r\nAuthorization: Bearer ${workspace().client.token}\r\n`;
const headOf = (length: string) =>
  `POST /smart-lists HTTP/1.1\r\n${authorization()}Content-Type: application/json\r\n${length}\r\n\r\n`;

describe('malformed HTTP', () => {
  it.each([
    ['garbage', 'hello\r\n\r\n', 400],
    ['binary garbage', '\u0016\u0003\u0001\u0002\u0000\u0001', 400],
    ['another protocol', 'GET / FTP/1.0\r\n\r\n', 400],
    ['an unknown method', 'BREW /smart-lists HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ['a header without a colon', 'GET /smart-lists HTTP/1.1\r\nHost: x\r\nnonsense\r\n\r\n', 400],
    ['a header with NUL', 'GET /smart-lists HTTP/1.1\r\nHost: x\r\nx: a\u0000b\r\n\r\n', 400],
    ['two lengths', 'POST /smart-lists HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab', 400],
    ['a negative length', 'POST /smart-lists HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n', 400],
    [
      'a length and chunks',
      'POST /smart-lists HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}',
      400,
    ],
    ['headers of 100 KB', `GET /smart-lists HTTP/1.1\r\nHost: x\r\nx: ${'x'.repeat(100_000)}\r\n\r\n`, 431],
  ])('[api rules/errors parser] %s', async (_what, bytes, status) => {
    const answer = await withUnchanged(workspace(), () => workspace().client.raw(Buffer.from(bytes, 'latin1')));
    expect(answer.status).toBe(status);
    expectProblem(answer, 'malformed_request');
  });

  it('[api rules/errors parser] a request target that is too long is 414 or 431', async () => {
    const target = `/smart-lists?x=${'x'.repeat(200_000)}`;
    const answer = await workspace().client.raw(`GET ${target} HTTP/1.1\r\n${authorization()}\r\n`);
    expect([414, 431]).toContain(answer.status);
    expectProblem(answer, 'malformed_request');
  });

  it('[api rules/errors parser] broken chunks are refused and change nothing', async () => {
    const head = headOf('Transfer-Encoding: chunked');
    for (const chunks of ['zz\r\n{}\r\n0\r\n\r\n', '5\r\n{}\r\n0\r\n\r\n']) {
      const answer = await withUnchanged(workspace(), () => workspace().client.raw(head + chunks));
      expect(answer.status).toBe(400);
    }
  });

  it('[api rules/errors parser] an incomplete body, then silence: no effect, other requests work', async () => {
    const head = headOf('Content-Length: 500');
    await withUnchanged(workspace(), async () => {
      const hanging = workspace()
        .client.raw(`${head}{"name":"Half"}`)
        .catch((error: Error) => error);
      expect((await workspace().client.get('/smart-lists')).status).toBe(200);
      expect(await hanging).toBeDefined();
    });
  });
});
