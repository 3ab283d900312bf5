import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { documentedEndpoints } from '../../test/docs/endpoint-tables.js';
import { readConfig } from './config.js';
import { startService } from './service.js';

type Node = Readonly<Record<string, unknown>>;

interface Operation extends Node {
  readonly operationId: string;
  readonly description?: string;
  readonly tags: readonly string[];
}

interface OpenApi {
  readonly info: Node;
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, Node>>>>;
}

/**
 * Bytes of the document as it is served. Browsers load all of it; with refusals repeated in each operation it would be
 * three times as large.
 */
const MAX_BYTES = 430_000;

/** The names of functions of generated clients: a new name breaks programs that use them. */
const OPERATIONS =
  `addDoNotCallEntries addMembers applyOutcome cancelImport changeCall changeCallingHours changeContact changeDialGroup changeDialer changeMember changeOutcome changeSmartList
  changeWebhookEndpoint changeWorkspace cloneSmartList createApiKey createCallingHours createDialGroup createImport createOutcome createSmartList
  createWebhookEndpoint createWorkspace deleteCallingHours deleteContact deleteDialGroup deleteOutcome deleteSmartList deleteWebhookEndpoint
  deleteWorkspace dispatchNextCalls endCall eraseContact eraseContacts explainMember exportCalls exportContacts
  exportMembers exportRefusedRows extendCallLease getCall getCallingHours getContact getDelivery getDialGroup getDialer getDialerStats
  getDoNotCallEntry getEndpointDelivery getEvent getImport getListProgress getLiveness getMe getMember getMetrics getOutcome
  getParkedItem getProjections getReadiness getSmartList getWebhookEndpoint getWorkspace goBackToRowsBefore
  importContacts listApiKeys listCallingHours listCalls listContacts listDeliveries listDialGroups listDoNotCallEntries listEndpointDeliveries listEndpointSecrets
  listEvents listHeldStreams listImports listMembers listMemberships listOutcomes listParkedItems listRefusedRows
  listSigningSecrets listSmartLists listWebhookEndpoints listWorkspaces previewNextCalls rebuildProjections
  receiveCallCompleted receiveCallDispatched receiveCallEnded receiveCallLost receiveCallOutcome receiveCallbackDue receiveContactErased
  receiveDoNotCallAdded receiveEndpointPaused receiveEndpointTest receiveImportFinished receiveListDrained receiveMemberExhausted
  receiveMemberMoved receiveOutcomeApplied recoverDeliveries redeliverWebhook refreshContactZones registerCall removeDoNotCallEntries removeMembers
  removeMembersEverywhere resealSigningSecrets resetMembers resetSmartList resumeWebhookEndpoint retryParkedItem revokeApiKey rotateEndpointSecret
  rotateSecret rotateSigningSecret sendImportRows setClock skipEvent skipParkedItem testWebhookEndpoint`.split(/\s+/);

let text: string;
let document: OpenApi;

beforeAll(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'reference-'));
  // With the test clock it has every endpoint.
  const environment = { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent', TEST_CLOCK: '1', NODE_ENV: 'test' };
  const service = await startService(readConfig({ ...environment, ADMIN_TOKEN: 'an-admin-token-of-32-characters!' }));
  text = await (await fetch(`${service.url}/openapi.json`)).text();
  document = JSON.parse(text) as OpenApi;
  await service.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Every object in a part of the document, with its path. Examples are values, and are left out. */
function nodesOf(part: unknown, pointer = ''): readonly (readonly [string, Node])[] {
  if (typeof part !== 'object' || part === null) return [];
  const inside = Object.entries(part)
    .filter(([name]) => !['example', 'examples', 'enum'].includes(name))
    .flatMap(([name, value]) => nodesOf(value, `${pointer}/${name}`));
  return Array.isArray(part) ? inside : [[pointer, part as Node], ...inside];
}

const operations = (): readonly Operation[] =>
  [document.paths, document.webhooks].flatMap((all) => Object.values(all).flatMap((item) => Object.values(item)));

/** The names of the schemas of every body, and of those they contain. */
function bodySchemas(): readonly string[] {
  const referred = (part: unknown) =>
    [...JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name!);
  const own = Object.values(document.paths).flatMap((item) => Object.values(item));
  const names = new Set(own.flatMap(({ requestBody = {} }) => referred(requestBody)));
  for (const name of names) for (const inner of referred(document.components['schemas']![name])) names.add(inner);
  return [...names];
}

describe('the reference, for generators of clients', () => {
  it('names each operation uniquely, by a verb and its object', () => {
    expect(
      operations()
        .map(({ operationId }) => operationId)
        .sort(),
    ).toEqual(OPERATIONS);
    for (const name of OPERATIONS) expect(name).toMatch(/^[a-z]+([A-Z][a-z]+)+$/);
  });

  it('has type names without names of classes, each for one component', () => {
    const { schemas, responses, parameters } = document.components;
    const names = [schemas, responses, parameters].flatMap((group) => Object.keys(group!));
    expect(names.length).toBeGreaterThan(100);
    expect(names.filter((name) => !/^[A-Z][A-Za-z]+$/.test(name))).toEqual([]);
    expect(Object.keys(schemas!).filter((name) => /(Dto|Body|Answer)$/.test(name))).toEqual([]);
    expect(names).toEqual([...new Set(names)]);
  });

  it('has each enum under a name, without bounds', () => {
    const enums = nodesOf(document).filter(([, node]) => Array.isArray(node['enum']));
    expect(enums.length).toBeGreaterThan(15);
    expect(enums.filter(([pointer]) => !/^\/components\/schemas\/\w+$/.test(pointer))).toEqual([]);
    expect(enums.filter(([, node]) => 'minimum' in node || 'maximum' in node)).toEqual([]);
    expect(Object.keys(document.components['schemas']!)).toEqual(
      expect.arrayContaining([
        ...['Scope', 'Priority', 'CallResult', 'OutcomeType', 'DestinationType', 'MemberStatus', 'DialTimeout'],
      ]),
    );
  });

  it('has no default in requests: generators would make the field required', () => {
    const bodies = bodySchemas();
    expect(bodies).toEqual(expect.arrayContaining(['CreateSmartList', 'MemberReference', 'RateLimitsPatch']));
    const withDefault = bodies.flatMap((name) =>
      nodesOf(document.components['schemas']![name], name).filter(([, node]) => 'default' in node),
    );
    expect(withDefault).toEqual([]);
    expect(document.components['schemas']!['CreateSmartList']).toMatchObject({
      properties: { min_retry_seconds: { description: expect.stringContaining('Left out: `3600`.') as string } },
    });
  });

  it('combines only several schemas, and never by required fields', () => {
    const combined = nodesOf(document).flatMap(([pointer, node]) =>
      ['allOf', 'anyOf', 'oneOf'].flatMap((way) =>
        way in node ? [[pointer, node[way] as readonly Node[]] as const] : [],
      ),
    );
    expect(combined.length).toBeGreaterThan(4);
    for (const [pointer, parts] of combined) {
      expect([pointer, parts.length]).toEqual([pointer, Math.max(2, parts.length)]);
      for (const part of parts) expect([pointer, '$ref' in part || 'type' in part]).toEqual([pointer, true]);
    }
    const oneOfThree = [{ type: 'integer' }, { type: 'string' }, { type: 'null' }];
    const gate = { properties: { value: { anyOf: oneOfThree }, threshold: { anyOf: oneOfThree } } };
    expect(document.components['schemas']!['Gate']).toMatchObject(gate);
    expect(document.components['schemas']!['RegisterCall']).toMatchObject({ minProperties: 1, maxProperties: 7 });
  });

  it('checks the form of texts', () => {
    for (const name of ['CreateOutcome', 'OutcomePatch', 'Outcome', 'Delivery']) {
      const { webhook_url } = document.components['schemas']![name]!['properties'] as Record<string, Node>;
      expect([name, new RegExp(webhook_url!['pattern'] as string, 'u').test('https://hooks.example.com/x')]).toEqual([
        name,
        true,
      ]);
      expect(new RegExp(webhook_url!['pattern'] as string, 'u').test('http://hooks.example.com/x')).toBe(false);
    }
    expect(document.components['parameters']!['PageToken']).toMatchObject({ schema: { minLength: 1 } });
  });

  it('refers to components for all refusals and headers', () => {
    const own = Object.values(document.paths).flatMap((item) => Object.values(item));
    for (const { operationId, responses } of own) {
      for (const [status, response] of Object.entries(responses as Record<string, Node>)) {
        const headers = Object.values((response['headers'] ?? {}) as Record<string, Node>);
        const shared = status < '300' ? headers.every((header) => '$ref' in header) : '$ref' in response;
        expect([operationId, status, shared]).toEqual([operationId, status, true]);
      }
    }
    expect(Buffer.byteLength(text)).toBeLessThan(MAX_BYTES);
  });

  it('describes every operation under a declared heading; receivers of webhooks have their own', () => {
    const declared = document.tags.map(({ name }) => name);
    expect(operations().filter(({ description = '' }) => !/^[^ ].{5,}\.$/s.test(description))).toEqual([]);
    for (const { operationId, tags } of operations())
      expect([operationId, declared]).toEqual([operationId, expect.arrayContaining([...tags])]);
    const tagsOf = (all: OpenApi['paths']) =>
      new Set(Object.values(all).flatMap((item) => Object.values(item).flatMap(({ tags }) => tags)));
    const ofPaths = tagsOf(document.paths);
    expect([...tagsOf(document.webhooks)].filter((tag) => ofPaths.has(tag))).toEqual([]);
    expect(document.info).toMatchObject({
      contact: { name: expect.any(String) as string },
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    });
  });

  it('documents that admin routes take no Idempotency-Key, and why', () => {
    const said = document.info['description'] as string;
    expect(said).toContain('admin routes take none, for a replay would show a secret twice');
    const admin = Object.entries(document.paths).filter(([path]) => path.startsWith('/admin/'));
    expect(admin.length).toBeGreaterThan(5);
    expect(JSON.stringify(admin)).not.toContain('/components/parameters/IdempotencyKey');
  });
});

it('has the endpoints, with the scopes, that the tables of docs/reference/http-contract.md have', () => {
  const scopeOf = ({ security }: Operation): string => {
    const [first = {}] = security as readonly Readonly<Record<string, readonly string[]>>[];
    return first['admin_token'] ? 'admin' : first['api_key'] ? (first['api_key'][0] ?? 'any key') : 'none';
  };
  const served = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => `${method.toUpperCase()} ${path} ${scopeOf(operation)}`),
  );
  // The reference does not describe itself.
  const itself = ['GET /docs none', 'GET /docs/guide/ none', 'GET /openapi.json none'];
  expect(documentedEndpoints().toSorted()).toEqual([...served, ...itself].sort());
});
