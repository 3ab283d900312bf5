import { MongoClient } from 'mongodb';
import type { Lease } from '#read-model';
import type { DistributedPlace } from '../../support/places/distributed.js';
import { until } from '../../support/until.js';

const LONG_MS = 120_000;

/** Waits until the lease is as it should be; undefined: there is none. */
export async function untilLease(
  place: DistributedPlace,
  name: string,
  what: string,
  isSo: (lease: Lease | undefined) => boolean,
): Promise<void> {
  const client = await MongoClient.connect(place.env['READMODEL_URL']!);
  try {
    const find = async (): Promise<Lease | undefined> => {
      const collections = await client.db().listCollections({}, { nameOnly: true }).toArray();
      const leases = collections.find((collection) => collection.name.startsWith('_leases.'));
      const filter = { _id: name };
      return (
        leases && ((await client.db().collection<Lease & typeof filter>(leases.name).findOne(filter)) ?? undefined)
      );
    };
    await until(`the lease of ${name} ${what}`, async () => isSo(await find()), LONG_MS);
  } finally {
    await client.close();
  }
}

/** Waits until one process has had its turn for so many seconds from now on, by its own signs of life. */
export async function turnGoesOn(place: DistributedPlace, name: string, seconds: number): Promise<void> {
  let first: Lease | undefined;
  await untilLease(place, name, `has been held for ${seconds} s`, (lease) => {
    if (!lease || lease.owner === '' || lease.owner !== first?.owner) first = lease?.owner ? lease : undefined;
    return first !== undefined && lease!.beats - first.beats >= seconds;
  });
}
