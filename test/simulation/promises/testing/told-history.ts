import type { Ask, History, ReceivedRecord, RequestRecord, Told } from '../../world.js';
import type { ToldLog } from './told-log.js';

/** The secret of the key that writes in told logs. */
export const SECRET = 'secret';

/** A history of a told log: settled, without requests, rows or webhooks but those that are given. */
export function historyOf(log: ToldLog, more: Partial<History> = {}): History {
  const events = [...log.events];
  return {
    ...{ seed: 1, answersAhead: false, startedAt: 0, endedAt: log.now, steps: 0, hash: '', stuck: undefined },
    ...{ events, reread: events, stored: [], requests: [], copies: [] },
    ...{ parked: [], received: [], incidents: [], faults: [] },
    appends: log.appends.map((each) => ({ at: 0, process: 'p1', stream: '', ...each })),
    ...more,
  };
}

/** A request that was asked and answered between two lengths of the log. */
export function asked(
  ask: Ask,
  [logAtAsk, logAtAnswer]: readonly [number, number],
  told: { readonly status: number; readonly body: unknown; readonly headers?: Readonly<Record<string, string>> },
  number = 1,
): RequestRecord {
  const answer: Told = { kind: 'answered', headers: {}, ...told };
  const times = { askedAt: logAtAsk, answeredAt: logAtAnswer };
  return {
    key: SECRET,
    ...ask,
    client: 'client',
    number,
    process: 'p1',
    version: 'old',
    clockMs: [0, 0],
    logAtAsk,
    logAtAnswer,
    ...times,
    told: answer,
  };
}

/** The answer by which the secret of the key is known. */
export function keyMade(workspaceId: string, api_key_id: string): RequestRecord {
  const path = `/admin/workspaces/${workspaceId}/api-keys`;
  const body = { ok: true, secret: SECRET, api_key: { api_key_id } };
  return asked({ method: 'POST', path, key: 'operator' }, [1, 2], { status: 201, body }, 0);
}

/** A webhook as its receiver got it. */
export function received(deliveryId: string, at: number, more: Partial<ReceivedRecord> = {}): ReceivedRecord {
  const webhook = { at, url: 'https://receiver.example/hook', deliveryId, body: '{}', process: 'p1' };
  return { ...webhook, answer: { status: 200 }, ...more };
}
