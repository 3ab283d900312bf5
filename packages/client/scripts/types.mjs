// Writes src/schema.d.ts: the types of the OpenAPI document that the built service makes. `--check` writes nothing, and
// fails where the file differs (docs/adr/0053-a-client-is-typed-from-the-document.md).
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';
import { readConfig } from '../../../dist/apps/service/config.js';
import { startService } from '../../../dist/apps/service/service.js';

const FILE = new URL('../src/schema.d.ts', import.meta.url);
const HEAD =
  '// Made by `npm run client:types` from the OpenAPI document of the service. Do not change it by hand.\n\n';

/** The document of a service in production: the test clock is not in it. */
async function openApiDocument() {
  const dataDir = mkdtempSync(join(tmpdir(), 'client-types-'));
  const environment = { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent', NODE_ENV: 'production' };
  const service = await startService(readConfig(environment));
  try {
    return await (await fetch(`${service.url}/openapi.json`)).json();
  } finally {
    await service.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const types = await openapiTS(await openApiDocument(), { rootTypes: true, rootTypesNoSchemaPrefix: true });
const text = HEAD + astToString(types);
if (!process.argv.includes('--check')) writeFileSync(FILE, text);
else if (readFileSync(FILE, 'utf8') !== text) {
  process.stderr.write('packages/client/src/schema.d.ts is not that of the document: npm run client:types\n');
  process.exitCode = 1;
}
