import { readFileSync } from 'node:fs';

// Compiled, this file is two folders below dist.
const CONTRACT = new URL('../../../docs/reference/http-contract.md', import.meta.url);

/**
 * The rows of the tables of endpoints in docs/reference/http-contract.md, each as `METHOD /path scope`; the scope of an
 * admin route is `admin`, that of a route for every key `any key`. A cell names several methods of one path (`GET, POST
 * /contacts`), several paths of one method (`GET /a, /b`), or both; the last scope is that of all further methods
 * (`GET, PATCH, DELETE`, `a:read, :write`).
 */
export function documentedEndpoints(): readonly string[] {
  const text = readFileSync(CONTRACT, 'utf8');
  const rows = [...text.matchAll(/^\| ((?:[A-Z]+,? )+\/[^|]*) \| ([^|]+) \|/gm)];
  return rows.flatMap(([, endpoints, second]) => {
    const scopes = scopesIn(second!.trim());
    return endpointsIn(endpoints!.trim()).map(({ method, path, place }) => {
      const scope = path.startsWith('/admin/') ? 'admin' : scopes[Math.min(place, scopes.length - 1)]!;
      return `${method} ${path} ${scope}`;
    });
  });
}

/** `smart_lists:read, :write` in full. */
function scopesIn(cell: string): readonly string[] {
  const [resource] = cell.split(':');
  return cell.split(', ').map((scope) => (scope.startsWith(':') ? `${resource}${scope}` : scope));
}

/** The endpoints of a cell; `place` is that of the method among the methods of its path. */
function endpointsIn(
  cell: string,
): readonly { readonly method: string; readonly path: string; readonly place: number }[] {
  let methods: string[] = [];
  let isComplete = false;
  return cell.split(', ').flatMap((item) => {
    const [, method, path] = /^([A-Z]+)?(?:^| |$)(\/\S+)?$/.exec(item)!;
    if (method !== undefined && isComplete) methods = [];
    if (method !== undefined) methods.push(method);
    isComplete = path !== undefined;
    return path === undefined ? [] : methods.map((each, place) => ({ method: each, path, place }));
  });
}
