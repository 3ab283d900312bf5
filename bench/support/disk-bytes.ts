import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { BothServices } from './peer.js';
import { atRest } from './processor-time.js';

/** What a benchmark adds to the disk of this service and of the peer, without write-ahead logs. */
export class DiskBytes {
  private constructor(
    private readonly services: BothServices,
    private readonly before: readonly [ours: number, peer: number],
  ) {}

  /**
   * To be called when both are filled. Both are restarted, so that they begin the rounds alike: what a process has
   * compiled while it was filled is lost.
   */
  static async begin(services: BothServices): Promise<DiskBytes> {
    await services.postgres.query('VACUUM ANALYZE');
    await atRest(services.ours.service);
    const ours = await bytesOfOurs(services);
    await services.peer.restart(() => undefined);
    return new DiskBytes(services, [ours, await bytesOfPeer(services)]);
  }

  /** A sentence with the bytes that each of these things has taken since. @param what one of them */
  async of(what: string, ours: number, peer: number): Promise<string> {
    const { services, before } = this;
    const each = ((await bytesOfOurs(services)) - before[0]) / ours;
    const eachOfPeer = ((await bytesOfPeer(services)) - before[1]) / peer;
    return (
      `bytes on disk a ${what} ${each.toFixed(0)} : ${eachOfPeer.toFixed(0)}, without write-ahead logs: ` +
      'log, rows and index of events : tables and indexes, Idempotency-Keys on both sides'
    );
  }
}

/** Of all files; it is stopped for that, and started again. */
async function bytesOfOurs({ ours, directory }: BothServices): Promise<number> {
  return ours.restart(() =>
    readdirSync(directory, { recursive: true, encoding: 'utf8' })
      .map((name) => statSync(join(directory, name)))
      .reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0),
  );
}

async function bytesOfPeer({ postgres }: BothServices): Promise<number> {
  return Number(await postgres.query('SELECT pg_database_size(current_database())'));
}
