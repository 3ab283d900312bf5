import { type Command, InvalidArgumentError } from 'commander';
import { AdminApi, adminCommand, type AdminOptions } from '../admin-api.js';
import { workspaceId } from '../arguments.js';
import { type Console, Refusal } from '../console.js';
import { fields } from '../table.js';

const EXAMPLES = [
  'smartlists workspace change 0192f0c1-… --name "Harbour Sales"',
  'smartlists workspace change 0192f0c1-… --set quotas.contacts=1000000 --set calls_keep_days=90',
  `smartlists workspace change 0192f0c1-… --set 'rate_limits.read={"requests":600,"seconds":60}'`,
  'smartlists workspace change 0192f0c1-… --set unlisted.enabled=false --set deliveries_keep_days=null',
  'smartlists workspace change 0192f0c1-… --set writes_paused=true',
];
const MORE = `
Fields have the names of PATCH /admin/workspaces/{workspaceId}, those of nested ones with dots, as workspace show prints
them. Values are JSON; what is no JSON is a text. What is not named stays. The change counts at once.`;

/** A field by its path, and its value. */
interface Assignment {
  readonly path: readonly string[];
  readonly value: unknown;
}

interface Options extends AdminOptions {
  readonly name?: string;
  readonly timeZone?: string;
  readonly set: readonly Assignment[];
}

/** `smartlists workspace change`: changes settings of a workspace. */
export function changeWorkspaceCommand(console: Console): Command {
  return adminCommand('change', EXAMPLES, MORE)
    .summary('change settings of a workspace')
    .description('Changes settings and quotas of a workspace.')
    .argument('<workspace>', 'its id', workspaceId)
    .option('--name <name>', 'a new name')
    .option('--time-zone <zone>', 'a new time zone, by its IANA name')
    .option('--set <field=value>', 'any other field; may be repeated', assignment, [])
    .action((id: string, options: Options) => run(console, id, options));
}

async function run(console: Console, id: string, options: Options): Promise<void> {
  const { name, timeZone, set, json, ...service } = options;
  const named = [
    { path: ['name'], value: name },
    { path: ['time_zone'], value: timeZone },
  ];
  const assignments = [...named.filter(({ value }) => value !== undefined), ...set];
  if (assignments.length === 0) throw new Refusal('What is to be changed? Give --name, --time-zone or --set.');
  const api = await AdminApi.open(console, service);
  const path = `/admin/workspaces/${id}`;
  const answer = await api.ask<{ readonly workspace: object }>('PATCH', path, bodyOf(assignments));
  console.print(json ? JSON.stringify(answer, undefined, 2) : fields(answer.workspace));
}

function assignment(text: string, before: readonly Assignment[]): readonly Assignment[] {
  const [, path, value] = /^([a-z_]+(?:\.[a-z_]+)*)=(.*)$/s.exec(text) ?? [];
  if (path === undefined) throw new InvalidArgumentError('It must be a field and its value, as in lease_seconds=600.');
  return [...before, { path: path.split('.'), value: valueOf(value!) }];
}

function valueOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** @throws Refusal a field is given twice, or as a whole and in part */
function bodyOf(assignments: readonly Assignment[]): object {
  const body = new Map<string, unknown>();
  for (const { path, value } of assignments) {
    let at = body;
    for (const name of path.slice(0, -1)) {
      const inner = at.get(name) ?? new Map<string, unknown>();
      if (!(inner instanceof Map)) throw new Refusal(`${path.join('.')} is given twice.`);
      at.set(name, inner);
      at = inner as Map<string, unknown>;
    }
    if (at.has(path.at(-1)!)) throw new Refusal(`${path.join('.')} is given twice.`);
    at.set(path.at(-1)!, value);
  }
  return asObject(body);
}

function asObject(fields: ReadonlyMap<string, unknown>): object {
  return Object.fromEntries(
    [...fields].map(([name, value]) => [name, value instanceof Map ? asObject(value as Map<string, unknown>) : value]),
  );
}
