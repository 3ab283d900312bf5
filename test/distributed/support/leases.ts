import { MongoClient } from 'mongodb';
import type { Lease } from '#read-model';
import type { DistributedDeployment } from '../../support/deployments/distributed.js';
import type { Service } from '../../support/service.js';
import { until } from '../../support/until.js';

const LONG_MS = 120_000;
/** Leases of the log, or of a copy of the rows. */
const LEASES = /^_leases(?:\.|$)/;

/** A lease, and what it is for. */
export type NamedLease = Lease & { readonly _id: string };

/** All leases in the database of the rows. */
export async function leasesIn(client: MongoClient): Promise<readonly NamedLease[]> {
  const collections = await client.db().listCollections({}, { nameOnly: true }).toArray();
  const ofLeases = collections.filter(({ name }) => LEASES.test(name));
  const found = ofLeases.map(({ name }) => client.db().collection<NamedLease>(name).find().toArray());
  return (await Promise.all(found)).flat();
}

/** The process id of the holder; NaN: it was given back. */
export function pidOf({ owner }: Lease): number {
  return Number(owner.split(' ')[1]);
}

/** Waits until the lease fulfils a condition; undefined: there is no such lease. */
export async function untilLease(
  deployment: DistributedDeployment,
  name: string,
  what: string,
  isSo: (lease: Lease | undefined) => boolean,
): Promise<void> {
  const client = await MongoClient.connect(deployment.env['READMODEL_URL']!);
  try {
    const find = async () => (await leasesIn(client)).find(({ _id }) => _id === name);
    await until(`the lease of ${name} ${what}`, async () => isSo(await find()), LONG_MS);
  } finally {
    await client.close();
  }
}

/** Waits until one process has held the lease for this many seconds from now on, counted by its heartbeats. */
export async function turnGoesOn(deployment: DistributedDeployment, name: string, seconds: number): Promise<void> {
  let first: Lease | undefined;
  await untilLease(deployment, name, `has been held for ${seconds} s`, (lease) => {
    if (!lease || lease.owner === '' || lease.owner !== first?.owner) first = lease?.owner ? lease : undefined;
    return first !== undefined && lease!.beats - first.beats >= seconds;
  });
}

/** Waits until one of two services holds the lease; returns the holder and the standby. */
export async function byTurn<Process extends { readonly service: Service }>(
  deployment: DistributedDeployment,
  name: string,
  [one, two]: readonly [Process, Process],
): Promise<{ readonly holder: Process; readonly standby: Process }> {
  const holds = ({ service }: Process, lease: Lease) => pidOf(lease) === service.pid;
  let holder: Process | undefined;
  await untilLease(deployment, name, 'is held by one of the two', (lease) => {
    holder = lease && [one, two].find((process) => holds(process, lease));
    return holder !== undefined;
  });
  return { holder: holder!, standby: holder === one ? two : one };
}
