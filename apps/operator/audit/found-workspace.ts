import { type Console, Refusal } from '../console.js';
import { loadPast, refuse } from '../past.js';

/** Workspaces that a refusal names; of the ones behind them, only the number is. */
const WORKSPACES_NAMED = 10;

/**
 * Searches the log for the workspace that has these ids, and says on standard error which one it is.
 * @param what the ids in words, as in `contact 0192f0c5-…`
 * @throws Refusal `not_found`: no workspace has them; `not_understood`: several have
 */
export async function foundWorkspace(
  console: Console,
  signal: AbortSignal,
  ids: readonly string[],
  what: string,
): Promise<string> {
  const { findWorkspaces } = await loadPast();
  const { environment } = console;
  const progress = (part: number | undefined): void => console.progress(part, 'in search of the workspace');
  const [workspace, ...more] = await findWorkspaces({ environment, ids, signal, progress })
    .catch(refuse)
    .finally(() => console.progress(undefined, ''));
  if (workspace === undefined) throw new Refusal(`No workspace of the log has events about ${what}.`, 'not_found');
  if (more.length > 0) {
    const named = [workspace, ...more].slice(0, WORKSPACES_NAMED).join(', ');
    const rest = more.length + 1 - WORKSPACES_NAMED;
    const others = rest > 0 ? ` and ${rest} more` : '';
    throw new Refusal(`Several workspaces have events about ${what}: ${named}${others}. Name one by --workspace.`);
  }
  console.note(`Found in workspace ${workspace}.`);
  return workspace;
}
