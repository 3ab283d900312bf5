import { warnOfNoWayIn } from './first-start.js';

/** The warnings of a start over a read model with this number of workspaces. */
async function warnings(workspaces: number, adminTokens: readonly unknown[]): Promise<readonly string[]> {
  const said: string[] = [];
  const page = () => Promise.resolve(Array.from({ length: workspaces }, () => ({})));
  const logger = { warn: (sentence: string) => void said.push(sentence) };
  await warnOfNoWayIn(adminTokens, { readModel: { page } as never, logger: logger as never });
  return said;
}

describe('a start in production', () => {
  it('warns on a log without a workspace, if no admin token is set', async () => {
    expect(await warnings(0, [])).toEqual([expect.stringMatching(/no workspace.*ADMIN_TOKEN.*\.$/)]);
  });

  it('warns of nothing if there is a workspace or an admin token', async () => {
    expect(await warnings(0, [{}])).toEqual([]);
    expect(await warnings(1, [])).toEqual([]);
  });
});
