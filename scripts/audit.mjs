// npm run audit: checks the lockfiles for known advisories. .ci/audit-allowlist.json lists accepted ones, each with a
// reason and a day on which it expires. If the registry does not answer, the run prints `audit: not checked` and
// succeeds.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, say } from './prepare.mjs';

const allowed = new Map(
  JSON.parse(readFileSync(join(root, '.ci', 'audit-allowlist.json'), 'utf8')).map((entry) => [entry.advisory, entry]),
);

/** The output of `npm audit` for the lockfile of a folder; undefined if the registry did not answer. */
function ask(folder) {
  return new Promise((resolve) => {
    const options = { cwd: join(root, folder), maxBuffer: 64 << 20, timeout: 120_000 };
    execFile('npm', ['audit', '--json', '--package-lock-only'], options, (_error, stdout) => {
      try {
        const report = JSON.parse(stdout);
        resolve(report.vulnerabilities ? report : undefined);
      } catch {
        resolve(undefined);
      }
    });
  });
}

/** The advisories of a report, each once; `via` also has names of packages that only depend on an affected one. */
function advisories(report) {
  const found = new Map();
  for (const { via } of Object.values(report.vulnerabilities)) {
    for (const cause of via) {
      if (typeof cause === 'string') continue;
      found.set(cause.url.split('/').at(-1), cause);
    }
  }
  return found;
}

let refused = 0;
for (const folder of ['.', 'bench', 'bench/peer', 'docs']) {
  const report = await ask(folder);
  if (!report) {
    say(`audit: not checked (${folder === '.' ? 'service' : folder}): the registry did not answer the question`);
    continue;
  }
  for (const [id, { name, severity, title }] of advisories(report)) {
    const entry = allowed.get(id);
    const expired = entry && entry.until < new Date().toISOString().slice(0, 10);
    if (entry && !expired) say(`audit: ${id} (${name}) allowed until ${entry.until}: ${entry.reason}`);
    else {
      refused += 1;
      say(`audit: ${id} ${severity}, ${name}: ${title}${expired ? ` (allowed only until ${entry.until})` : ''}`);
    }
  }
}
process.exitCode = refused === 0 ? 0 : 1;
