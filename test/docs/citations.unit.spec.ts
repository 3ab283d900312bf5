import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { API_ROWS, apiSectionOf } from '../e2e/rows/api.js';
import { SEED_ROWS, SEED_ROWS_LEFT } from '../e2e/rows/seed.js';
import { slugOf } from './support/site-pages.js';

/** The root of the repository; this module runs from dist. */
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const PUBLISHED = 'docs/reference/published-contract.md';
const HTTP_CONTRACT = 'docs/reference/http-contract.md';
const DIALING_RULES = 'docs/reference/dialing-rules.md';

const textOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
/** Every file of the repository; in a working copy also those that are not committed yet. */
const paths = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .filter((path) => path !== '');
/** The text files among them. */
const files = paths
  .filter((file) => /\.(?:ts|mjs|cjs|js|json|md|ya?ml|sh|toml)$|^\.ci\/|^\.env\.example$|^Dockerfile$/.test(file))
  .filter((file) => file !== 'package-lock.json' && existsSync(join(ROOT, file)));
const documents = files.filter((file) => file.endsWith('.md'));
const sources = files.filter((file) => !file.endsWith('.md'));
const isThisFile = (file: string): boolean => file === 'test/docs/citations.unit.spec.ts';

/** The anchors of a document's headings, the same on GitHub, GitLab and the site. */
function anchorsOf(document: string): ReadonlySet<string> {
  const prose = textOf(document).replace(/^```[\s\S]*?^```$/gm, '');
  return new Set([...prose.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => slugOf(heading!)));
}

/** What is wrong with a citation of a document; undefined if nothing is. */
function faultOf(document: string, anchor?: string): string | undefined {
  if (!existsSync(join(ROOT, document))) return `${document} does not exist`;
  if (anchor === undefined || !document.endsWith('.md') || anchorsOf(document).has(anchor)) return undefined;
  return `${document} has no section #${anchor}`;
}

/** Whether a path names files or folders; `<name>` and `*` stand for one part of it, or for some of its letters. */
function isPath(cited: string): boolean {
  const pattern = cited
    .replace(/\/$/, '')
    .split(/<\w+>|\*/)
    .map((text) => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
    .join('[^/]+');
  return paths.some((path) => new RegExp(`^${pattern}(?:/|$)`).test(path));
}

/** Everything in some files that matches, with what is wrong with it. */
function faultsIn(
  those: readonly string[],
  pattern: RegExp,
  fault: (match: RegExpExecArray, file: string) => string | undefined,
): readonly string[] {
  return those.flatMap((file) =>
    [...textOf(file).matchAll(pattern)].flatMap((match) => {
      const wrong = fault(match, file);
      return wrong === undefined ? [] : [`${file}: ${wrong}`];
    }),
  );
}

describe('citations', () => {
  it('in sources are paths from the root of the repository, with the anchor of the section', () => {
    const cited = /(?<![\w/.-])((?:docs|test|bench|libs|apps)\/[\w/.-]+\.md)(?:#([\w-]+))?/g;
    expect(sources.some((file) => cited.test(textOf(file)))).toBe(true);
    expect(faultsIn(sources, cited, ([, document, anchor]) => faultOf(document!, anchor))).toEqual([]);
  });

  it('name no document that is not in the repository', () => {
    const names = 'api|scheduling|consistency|quality|architecture|style|language';
    const bare = new RegExp(`(?<!\\]\\()(?<![\\w/#-])(?:${names}|FACTS)\\.md\\b|\\.\\./shared\\b(?!-)`, 'g');
    const those = sources.filter((file) => !isThisFile(file));
    expect(faultsIn(those, bare, ([name]) => name)).toEqual([]);
    const unlinked = new RegExp(`(?<![\\w/#(-])(?:${names})\\.md\\b|\\.\\./shared\\b`, 'g');
    expect(faultsIn(documents, unlinked, ([name]) => name)).toEqual([]);
  });

  it('of decisions are whole paths too', () => {
    const those = sources.filter((file) => !isThisFile(file));
    expect(faultsIn(those, /\bADR \d{4}\b|docs\/adr\/\d{4}(?!-)/g, ([name]) => name)).toEqual([]);
  });

  it('in documents are links that lead somewhere', () => {
    const link = /\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g;
    const faults = faultsIn(documents, link, ([, path, anchor], file) => {
      const document = path === '' ? file : normalize(join(dirname(file), path!));
      return faultOf(document, anchor);
    });
    expect(faults).toEqual([]);
  });
});

describe('paths', () => {
  const START = String.raw`(?:apps|bench|deploy|docs|examples|libs|packages|scripts|test|\.ci)/`;
  /** Files of the example of CONTRIBUTING.md's guides, and what `npm run bench` writes. */
  const NOT_HERE = /archived?-outcome|OutcomeArchived|^bench\/results\/$/;
  const wrong = ([, cited]: RegExpExecArray): string | undefined =>
    isPath(cited!) || NOT_HERE.test(cited!) ? undefined : `${cited} does not exist`;

  it('in backticks of documents lead to files and folders', () => {
    const quoted = new RegExp(`\`(${START}[^\`\\s]*)\``, 'g');
    expect(documents.filter((file) => quoted.test(textOf(file))).length).toBeGreaterThan(10);
    expect(faultsIn(documents, quoted, wrong)).toEqual([]);
  });

  it('in comments lead to files', () => {
    const comment = String.raw`(?<=(?://|^ *\/?\*|^ *#)[^\n]*)`;
    const named = new RegExp(
      `${comment}(?<![\\w./@-])(${START}[\\w./<>*-]+\\.(?:c|m)?(?:ts|js|json|sh|ya?ml))\\b`,
      'gm',
    );
    const those = sources.filter((file) => !isThisFile(file));
    expect(those.filter((file) => textOf(file).match(named)).length).toBeGreaterThan(3);
    expect(faultsIn(those, named, wrong)).toEqual([]);
  });
});

describe('decisions', () => {
  /** Decisions that are visible in no single file. */
  const NOWHERE: readonly string[] = [];

  it('are named by the files that they explain', () => {
    const text = sources.map(textOf).join('\n');
    const decisions = readdirSync(join(ROOT, 'docs/adr')).filter((name) => /^\d{4}-/.test(name));
    expect(decisions.length).toBeGreaterThan(0);
    expect(decisions.filter((name) => !text.includes(`docs/adr/${name}`))).toEqual(NOWHERE);
  });
});

describe('tags in the titles of tests', () => {
  const specs = files.filter((file) => file.endsWith('.spec.ts') && !isThisFile(file));

  it('[seed …] lead to a section of the published contract', () => {
    const numbers = [...textOf(PUBLISHED).matchAll(/^#+ (\d+(?:\.\d+)?)[. ]/gm)].map(([, number]) => number!);
    const rules = (section: string): string => textOf(PUBLISHED).split(new RegExp(`^## ${section}\\.`, 'm'))[1] ?? '';
    const tags = Object.keys({ ...SEED_ROWS, ...SEED_ROWS_LEFT });
    const lost = tags.filter((tag) => {
      const [, number = '', rule] = /^seed (\d+(?:\.\d+)?)(?: rule (\d+))?/.exec(tag) ?? [];
      if (rule !== undefined) return !new RegExp(`^ *${rule}\\. `, 'm').test(rules(number).split(/^## /m)[0]!);
      // The sections on authentication have numbered paragraphs instead of headings.
      const [section, paragraph] = number.split('.');
      const isParagraph = new RegExp(`^${paragraph}\\. `, 'm').test(rules(section!).split(/^## /m)[0]!);
      return !numbers.includes(number) && !(paragraph !== undefined && isParagraph);
    });
    expect(lost).toEqual([]);
  });

  it('[api …] lead to a section of the HTTP contract', () => {
    const anchors = anchorsOf(HTTP_CONTRACT);
    expect(Object.keys(API_ROWS).filter((tag) => !anchors.has(apiSectionOf(tag)))).toEqual([]);
  });

  it('[dialing …] are sections of the dialing rules', () => {
    const anchors = anchorsOf(DIALING_RULES);
    expect(
      faultsIn(specs, /\[dialing ([^\]\n]+)\]/g, ([tag, anchor]) => (anchors.has(anchor!) ? undefined : tag)),
    ).toEqual([]);
    expect(faultsIn(specs, /'\[(?!seed |api |dialing )[a-z]+ [^\]\n]+\]/g, ([tag]) => tag)).toEqual([]);
  });
});

describe('the walks of docs/architecture.md', () => {
  const [, text = ''] = textOf('docs/architecture.md').split('## Three walks');
  const walks = text
    .split(/^### /m)
    .slice(1)
    .map((walk) => ({ title: walk.split('\n')[0]!, steps: walk.split(/^\d+\. /m).slice(1) }));
  const pathsOf = (step: string): readonly string[] =>
    [...step.matchAll(/`((?:libs|apps)\/[^`]+)`/g)].map(([, path]) => path!);

  it('are three, and go through files that exist', () => {
    expect(walks).toHaveLength(3);
    const paths = walks.flatMap(({ steps }) => steps.flatMap(pathsOf));
    expect(paths.length).toBeGreaterThan(30);
    expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it.each(walks)('enters no file twice without a reason: $title', ({ steps }) => {
    const seen = new Set<string>();
    const again: string[] = [];
    for (const step of steps) {
      again.push(...pathsOf(step).filter((path) => seen.has(path) && !step.includes('(again: ')));
      for (const path of pathsOf(step)) seen.add(path);
    }
    expect(again).toEqual([]);
  });
});
