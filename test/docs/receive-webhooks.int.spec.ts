import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  OLD_SECRET,
  type Received,
  type Receiver,
  SECRET,
  startReceiver,
  testSender,
  webhookTo,
} from '#webhooks/testing';

const PAGE = readFileSync(new URL('../../../docs/how-to/receive-webhooks.md', import.meta.url), 'utf8');
const OTHER = 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=';
const BODY = JSON.stringify({ type: 'outcome.applied', outcome: { outcome_name: 'Zoë 😀' } });

/** Runs the snippet of a language: it reads cases as JSON from standard input and prints a verdict for each. */
interface Language {
  readonly fence: string;
  readonly file: string;
  readonly version: readonly [string, ...string[]];
  readonly command: readonly [string, ...string[]];
  /** Files that the snippet needs. */
  readonly harness: Readonly<Record<string, string>>;
}

const LANGUAGES: Readonly<Record<string, Language>> = {
  Node: {
    fence: 'js',
    file: 'verify.mjs',
    version: [process.execPath, '--version'],
    command: [process.execPath, 'run.mjs'],
    harness: {
      'run.mjs': `import { readFileSync } from 'node:fs';
        import { verify } from './verify.mjs';
        const cases = JSON.parse(readFileSync(0, 'utf8'));
        const verdict = (one) => verify(one.headers, Buffer.from(one.body, 'base64'), one.secret);
        console.log(JSON.stringify(cases.map(verdict)));`,
    },
  },
  Python: {
    fence: 'python',
    file: 'verify.py',
    version: ['python3', '--version'],
    command: ['python3', 'run.py'],
    harness: {
      'run.py': [
        'import base64, json, sys',
        'from verify import verify',
        'cases = json.load(sys.stdin)',
        'print(json.dumps([verify(one["headers"], base64.b64decode(one["body"]), one["secret"]) for one in cases]))',
      ].join('\n'),
    },
  },
  Go: {
    fence: 'go',
    file: 'verify.go',
    version: ['go', 'version'],
    command: ['go', 'run', '.'],
    harness: {
      'go.mod': 'module verify\n\ngo 1.21\n',
      'run.go': `package main
        import ("encoding/json"; "os")
        type one struct { Headers map[string]string; Body []byte; Secret string }
        func main() {
          var cases []one
          if err := json.NewDecoder(os.Stdin).Decode(&cases); err != nil { panic(err) }
          verdicts := []bool{}
          for _, c := range cases {
            verdicts = append(verdicts, Verify(func(name string) string { return c.Headers[name] }, c.Body, c.Secret))
          }
          json.NewEncoder(os.Stdout).Encode(verdicts)
        }`,
    },
  },
  PHP: {
    fence: 'php',
    file: 'verify.php',
    version: ['php', '--version'],
    command: ['php', 'run.php'],
    harness: {
      'run.php': `<?php require 'verify.php';
        $cases = json_decode(file_get_contents('php://stdin'), true);
        $verdict = fn ($one) => verify($one['headers'], base64_decode($one['body']), $one['secret']);
        echo json_encode(array_map($verdict, $cases));`,
    },
  },
};

interface Case {
  readonly what: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly secret: string;
  readonly verdict: boolean;
}

const directory = mkdtempSync(join(tmpdir(), 'smart-lists-snippets-'));
const isThere = ([command, ...args]: readonly [string, ...string[]]): boolean => spawnSync(command, args).status === 0;

/** The only code block in a language. */
function snippet(fence: string): string {
  const blocks = [...PAGE.matchAll(new RegExp(`^\`\`\`${fence}\\n([^]*?)^\`\`\`$`, 'gm'))].map(([, code]) => code!);
  expect(blocks).toHaveLength(1);
  return blocks[0]!;
}

/** A delivery as a receiver gets it, sent this many seconds ago. */
async function delivered(there: Receiver, secondsAgo: number, secrets: readonly string[]): Promise<Received> {
  const sender = testSender();
  const at = new Date(Date.now() - secondsAgo * 1_000).toISOString();
  await sender.send(webhookTo(there.origin, { body: BODY, at, secrets }));
  await sender.close();
  return there.received.at(-1)!;
}

/** Hostile values for the timestamp and the signatures. */
const HOSTILE_TIMES = [
  '9'.repeat(20),
  '9'.repeat(400),
  '9'.repeat(5_000),
  `-${'9'.repeat(400)}`,
  '-1',
  '1e400',
  '0x7fffffffffffffff',
  'NaN',
  'Infinity',
  '1_0',
  '²',
  '１７００００００００',
  '\u0000',
];
const HOSTILE_SIGNATURES = [
  ' ',
  ',',
  'v1',
  'v1,',
  ',v1',
  'v1,,,',
  'v1,%',
  'v1,=',
  'v1,\u0000',
  `v1,${'A'.repeat(50_000)}`,
  'v1,AAAA '.repeat(5_000),
];

async function cases(): Promise<readonly Case[]> {
  const there = await startReceiver();
  const genuine = await delivered(there, 0, [SECRET]);
  const rotating = await delivered(there, 0, [SECRET, OLD_SECRET]);
  const [stale, ahead] = [await delivered(there, 3_600, [SECRET]), await delivered(there, -3_600, [SECRET])];
  await there.close();
  const one = (
    what: string,
    { headers, body }: Received,
    verdict: boolean,
    change: object = {},
    secret = SECRET,
  ): Case => ({
    what,
    headers: { ...(headers as Record<string, string>), ...change },
    body: Buffer.from(body).toString('base64'),
    secret,
    verdict,
  });
  const { headers } = genuine;
  const signature = String(headers['webhook-signature']);
  return [
    one('as it came', genuine, true),
    one('during a rotation, by the new secret', rotating, true),
    one('during a rotation, by the old secret', rotating, true, {}, OLD_SECRET),
    one('by another secret', genuine, false, {}, OTHER),
    one('with another body', { ...genuine, body: `${BODY} ` }, false),
    one('with another id', genuine, false, { 'webhook-id': 'another' }),
    one('with another time', genuine, false, { 'webhook-timestamp': String(Number(headers['webhook-timestamp']) - 1) }),
    one('too old', stale, false),
    one('too far ahead', ahead, false),
    one('with no time', genuine, false, { 'webhook-timestamp': '' }),
    one('with a time that is none', genuine, false, { 'webhook-timestamp': 'soon' }),
    one('with no signature', genuine, false, { 'webhook-signature': '' }),
    one('with half a signature', genuine, false, { 'webhook-signature': signature.slice(0, 20) }),
    one('with a signature of another version', genuine, false, {
      'webhook-signature': signature.replace('v1,', 'v2,'),
    }),
    one('with letters beyond ASCII in its place', genuine, false, { 'webhook-signature': 'v1,ß' }),
    one('without its headers', { ...genuine, headers: {} }, false),
    one('without a body', { ...genuine, body: '' }, false),
    one('with an id of many letters beyond ASCII', genuine, false, { 'webhook-id': 'ß😀'.repeat(1_000) }),
    ...HOSTILE_TIMES.map((time) =>
      one(`with ${time.length} characters of a hostile time`, genuine, false, { 'webhook-timestamp': time }),
    ),
    ...HOSTILE_SIGNATURES.map((signatures) =>
      one(`with ${signatures.length} characters of hostile signatures`, genuine, false, {
        'webhook-signature': signatures,
      }),
    ),
  ];
}

describe('how to receive webhooks', () => {
  let all: readonly Case[];
  beforeAll(async () => {
    all = await cases();
  });
  afterAll(() => rmSync(directory, { recursive: true }));

  for (const [name, { fence, file, version, command, harness }] of Object.entries(LANGUAGES)) {
    const run = isThere(version) ? it : it.skip;
    run(
      `its ${name} accepts real deliveries only`,
      () => {
        const folder = join(directory, fence);
        mkdirSync(folder);
        for (const [path, text] of Object.entries({ ...harness, [file]: snippet(fence) })) {
          writeFileSync(join(folder, path), text);
        }
        const [program, ...args] = command;
        const { NODE_OPTIONS: _jest, ...env } = process.env;
        const said = execFileSync(program, args, {
          cwd: folder,
          env: { ...env, GOFLAGS: '-mod=mod', GOPROXY: 'off', GOTOOLCHAIN: 'local' },
          input: JSON.stringify(all),
          encoding: 'utf8',
        });
        const verdicts = JSON.parse(said) as boolean[];
        expect(all.map(({ what }, at) => [what, verdicts[at]])).toEqual(
          all.map(({ what, verdict }) => [what, verdict]),
        );
      },
      180_000,
    );
  }

  (isThere(['openssl', 'version']) ? it : it.skip)('its line of openssl makes the other header', () => {
    const command = /^printf 'sha256=.*$/m.exec(PAGE)![0];
    const [{ body, headers }] = all as [Case];
    writeFileSync(join(directory, 'body.json'), Buffer.from(body, 'base64'));
    const said = execFileSync('sh', ['-c', command], {
      cwd: directory,
      env: { ...process.env, SECRET },
      encoding: 'utf8',
    });
    expect(said.trim()).toBe(headers['x-service-signature']);
  });
});
