// npm run audit: known advisories against what the lockfiles install. Each one that is let through stands in
// .ci/audit-allowlist.json with a reason and a day on which it is to be looked at again. A registry that refuses the question
// is not an answer: the run says `audit: not checked` and goes on.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, say } from './prepare.mjs';

const allowed = new Map(
  JSON.parse(readFileSync(join(root, '.ci', 'audit-allowlist.json'), 'utf8')).map((entry) => [entry.advisory, entry]),
);

/** What `npm audit` knows about the lockfile of a folder; undefined where it got no answer. */
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

/** The advisories of a report, each once; `via` also holds names of packages that only pass one on. */
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
for (const folder of ['.', 'bench']) {
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
