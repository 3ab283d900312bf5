// Proves that the rules of .dependency-cruiser.cjs fire: in a copy of the sources with forbidden imports, each of them
// must be refused. A rule whose pattern no longer matches the paths would otherwise allow everything silently.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const FORBIDDEN = [
  ['libs/kernel/circle-back.ts', "import type {} from './circle.js';", 'libs/kernel/circle.ts'],
  ['libs/kernel/bad.ts', "import 'node:fs';", 'fs'],
  ['libs/kernel/bad.ts', "import '#event-store';", 'libs/event-store/index.ts'],
  ['libs/eligibility/bad.ts', "import '#members/domain';", 'libs/members/domain/index.ts'],
  ['libs/eligibility/bad.ts', "import type { ReadModel } from '#read-model';", 'libs/read-model/index.ts'],
  ['libs/eligibility/bad.ts', "import '@nestjs/common';", '@nestjs/common'],
  ['libs/dialing/domain/calls/bad.ts', "import '../queue/pick.js';", 'libs/dialing/domain/queue/pick.ts'],
  ['libs/members/domain/bad.ts', "import '../../eligibility/gates.js';", 'libs/eligibility/gates.ts'],
  ['libs/members/domain/bad.ts', "import '#outcomes/domain';", 'libs/outcomes/domain/index.ts'],
  ['libs/members/domain/bad.ts', "import '@nestjs/common';", '@nestjs/common'],
  ['libs/members/domain/bad.ts', "import type { ReadModel } from '#read-model';", 'libs/read-model/index.ts'],
  ['libs/members/domain/bad.ts', "import '../../contacts/domain/contact.js';", 'libs/contacts/domain/contact.ts'],
  ['libs/members/projections/bad.ts', "import '../commands/other.js';", 'libs/members/commands/other.ts'],
  ['libs/members/commands/bad.ts', "import '../../contacts/commands/other.js';", 'libs/contacts/commands/other.ts'],
  [
    'libs/members/commands/bad.ts',
    "import type { ListsApp } from '../testing/lists-app.js';",
    'libs/members/testing/lists-app.ts',
  ],
  ['libs/members/commands/bad.ts', "import 'better-sqlite3';", 'better-sqlite3'],
  ['libs/members/commands/bad.ts', "import '#event-store/sqlite';", 'libs/event-store/sqlite/index.ts'],
  ['libs/webhooks/workers/bad.ts', "import 'undici';", 'undici'],
  ['libs/webhooks/receiving/bad.ts', "import 'undici';", 'undici'],
  ['libs/imports/reading/bad.ts', "import 'undici';", 'undici'],
  ['libs/http/bad.ts', "import '#members/domain';", 'libs/members/domain/index.ts'],
  ['libs/http/bad.ts', "import '../../apps/service/other.js';", 'apps/service/other.ts'],
  ['libs/event-store/bad.ts', "import 'better-sqlite3';", 'better-sqlite3'],
  ['libs/personal-data/bad.ts', "import 'better-sqlite3';", 'better-sqlite3'],
  ['libs/personal-data/bad.ts', "import '#contacts/domain';", 'libs/contacts/domain/index.ts'],
  ['libs/personal-data/sqlite/bad.ts', "import '#read-model';", 'libs/read-model/index.ts'],
  ['libs/workspace-head/bad.ts', "import '#members/domain';", 'libs/members/domain/index.ts'],
  ['libs/workers/bad.ts', "import '#members/domain';", 'libs/members/domain/index.ts'],
  ['libs/workers/bad.ts', "import '#workspace-head';", 'libs/workspace-head/index.ts'],
  ['libs/workspace-head/bad.ts', "import '#workers';", 'libs/workers/index.ts'],
  ['apps/service/bad.ts', "import 'better-sqlite3';", 'better-sqlite3'],
  ['apps/service/bad.ts', "import 'undici';", 'undici'],
  ['apps/service/bad.ts', "import '@opentelemetry/api';", '@opentelemetry/api'],
  ['apps/service/bad.ts', "import '#tracing';", 'libs/tracing/index.ts'],
  ['libs/http/bad.ts', "import '@opentelemetry/api';", '@opentelemetry/api'],
  ['packages/client/src/bad.ts', "import 'node:crypto';", 'crypto'],
  ['packages/client/src/bad.ts', "import '#webhooks/receiving';", 'libs/webhooks/receiving/index.ts'],
  ['packages/client/src/bad.ts', "import 'undici';", 'undici'],
  ['packages/client/src/bad.ts', "import './testing/fake.js';", 'packages/client/src/testing/fake.ts'],
  ['apps/demo/bad.ts', "import '../../packages/client/src/index.js';", 'packages/client/src/index.ts'],
  ['libs/webhooks/commands/bad.ts', "import '@smart-lists/client';", 'packages/client/src/index.ts'],
  ['examples/call-floor/bad.ts', "import '../../packages/client/src/clock.js';", 'packages/client/src/clock.ts'],
  ['examples/call-floor/bad.ts', "import '#webhooks/receiving';", 'libs/webhooks/receiving/index.ts'],
  ['examples/call-floor/bad.ts', "import 'undici';", 'undici'],
];
const FOLDERS = ['apps', 'libs', 'packages', 'examples'];
const TARGETS = [
  ...['libs/contacts/commands/other.ts', 'libs/members/commands/other.ts', 'apps/service/other.ts'],
  'packages/client/src/testing/fake.ts',
];

const copy = mkdtempSync(join(tmpdir(), 'boundaries-'));
try {
  const others = ['.ci', '.dependency-cruiser.cjs', 'package.json', 'tsconfig.json'];
  for (const name of [...FOLDERS, ...others]) {
    if (existsSync(join(root, name))) cpSync(join(root, name), join(copy, name), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  const write = (path, text, flag = 'w') => {
    mkdirSync(join(copy, dirname(path)), { recursive: true });
    writeFileSync(join(copy, path), text, { flag });
  };
  for (const path of TARGETS) write(path, 'export const other = 1;\n');
  write('libs/kernel/circle.ts', "import type {} from './circle-back.js';\n");
  for (const [path, line] of FORBIDDEN) write(path, `${line}\n`, 'a');

  const cruise = join(root, 'node_modules', 'dependency-cruiser', 'bin', 'dependency-cruise.mjs');
  const args = [cruise, '--config', '.dependency-cruiser.cjs', '--output-type', 'json', ...FOLDERS];
  const { stdout } = spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8', maxBuffer: 256 << 20 });
  const refused = JSON.parse(stdout).summary.violations.map(({ from, to }) => ({ from, to }));
  const silent = FORBIDDEN.filter(
    ([path, , target]) =>
      !refused.some(({ from, to }) => from === path && (to === target || to.includes(`/${target}/`))),
  );
  for (const [path, line] of silent) process.stderr.write(`${path}: ${line} was not refused\n`);
  process.stdout.write(`${FORBIDDEN.length - silent.length} of ${FORBIDDEN.length} forbidden imports were refused\n`);
  process.exitCode = silent.length === 0 ? 0 : 1;
} finally {
  rmSync(copy, { recursive: true, force: true });
}
