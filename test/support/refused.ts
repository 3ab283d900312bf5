import type { Request } from './http.js';
import { expectProblem } from './problem.js';
import type { Problem } from './types.js';
import { withUnchanged } from './unchanged.js';
import type { TestWorkspace } from './workspace.js';

/** What a refusal must say. A pointer without a code means: one of the errors has this pointer. */
export interface Refusal {
  readonly code: string;
  readonly pointer?: string;
  /** The code of the error at the pointer. */
  readonly rule?: string;
}

/** Sends a request that must be refused, as documented, and must change nothing. */
export function expectRefused(
  workspace: TestWorkspace,
  request: Request,
  { code, pointer, rule }: Refusal,
  client = workspace.client,
): Promise<Problem> {
  return withUnchanged(workspace, async () => {
    const problem = expectProblem(await client.send(request), code);
    if (pointer === undefined) return problem;
    const there = (problem.errors ?? []).filter((error) => error.pointer === pointer);
    expect({ pointers: (problem.errors ?? []).map((error) => error.pointer) }).toMatchObject({
      pointers: expect.arrayContaining([pointer]),
    });
    if (rule !== undefined) expect(there.map((error) => error.code)).toContain(rule);
    return problem;
  });
}
