import type { Decide, WorkspaceView } from '#kernel';
import { pauseDialing, presentDialing } from '#workspaces/domain';
import { workspaceOf } from '../calls/call-life.js';

/** PATCH /dialer: pauses dialing in the workspace, or resumes it. No row of a member is touched. */
export function changeDialing(isToPause: boolean) {
  return ((view) => ({ events: pauseDialing(workspaceOf(view), isToPause), answer: shown })) satisfies Decide;
}

/** GET /dialer. No event is written. */
export function readDialing() {
  return ((_view) => ({ events: [], answer: shown })) satisfies Decide;
}

function shown(view: WorkspaceView) {
  return { status: 200, body: { ok: true as const, dialer: presentDialing(workspaceOf(view)) } };
}
