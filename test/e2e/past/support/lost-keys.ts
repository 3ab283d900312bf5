import { join } from 'node:path';
import Database from 'better-sqlite3';
import { MongoClient } from 'mongodb';
import { type Deployment, pairUnderTest } from '../../../support/deployments/deployment.js';

/** Loses the personal keys of all contacts of a workspace, beside the service: not shredded, but gone. */
export async function loseContactKeys({ env }: Deployment, workspaceId: string): Promise<void> {
  if (pairUnderTest() === 'embedded') {
    const db = new Database(join(env['DATA_DIR']!, 'keys.db'));
    db.prepare(
      `DELETE FROM personal_keys
        WHERE subject LIKE 'contact:%' AND workspace = (SELECT workspace FROM workspaces WHERE workspace_id = ?)`,
    ).run(workspaceId);
    db.close();
    return;
  }
  const client = await MongoClient.connect(env['READMODEL_URL']!);
  const keys = client.db(`${client.db().databaseName}_keys`).collection('personal_keys');
  await keys.deleteMany({ workspace_id: workspaceId, _id: /contact:/ as never });
  await client.close();
}
