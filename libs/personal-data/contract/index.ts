import type { PersonalKeys } from '../personal-keys.js';
import { inspecting } from './inspecting.js';
import { making } from './making.js';
import { refusing } from './refusing.js';
import { rewrapping } from './rewrapping.js';
import { shredding } from './shredding.js';
import { shreddingDays } from './shredding-days.js';
import { shreddingWorkspaces } from './shredding-workspaces.js';
import { type Connect, type KeyStoreUnderTest, OLD } from './subject.js';

export { expectFound, expectShredded, type KeyStoreUnderTest } from './subject.js';

/**
 * The contract of the port `PersonalKeys`: one suite, run on each adapter.
 * @param make makes an empty store
 */
export function personalKeysContract(name: string, make: () => Promise<KeyStoreUnderTest>): void {
  describe(`personal keys: ${name}`, () => {
    let store: KeyStoreUnderTest;
    let opened: PersonalKeys[];

    beforeEach(async () => {
      opened = [];
      store = await make();
    });
    afterEach(async () => {
      for (const connection of opened) await connection.close();
      await store.destroy();
    });

    const connect: Connect = async (secrets = [OLD]) => {
      const connection = await store.open(secrets);
      opened.push(connection);
      return connection;
    };

    making(connect);
    shredding(connect);
    shreddingDays(connect);
    shreddingWorkspaces(connect);
    refusing(connect);
    rewrapping(connect);
    inspecting(connect);
  });
}
