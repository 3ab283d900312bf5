interface Known {
  readonly url: string;
  /** The url at its slashes. */
  readonly parts: readonly string[];
  /** Of its paths; made at the first question, which most routes of a process never get. */
  pattern?: RegExp;
  readonly methods: Set<string>;
  readonly isAdmin: boolean;
}

interface Options {
  /** Whether the service has admin routes; without them, their paths do not exist. */
  readonly admin: boolean;
}

/**
 * The methods of a path (405 with `Allow`, docs/reference/http-contract.md#errors). The router only knows that a path
 * does not have the requested method. And where a path has a name of its own, such as `/contacts/batch`, the router
 * takes the name for an id of `/contacts/:contactId`.
 */
export class AllowedMethods {
  private readonly byUrl = new Map<string, Known>();
  /** By url: the routes that have names of their own where it has ids. Cached, because every request needs it. */
  private readonly named = new Map<string, readonly Known[]>();

  /** Adds a route, in the syntax of Fastify's router. All are added before the first question. */
  add(url: string, methods: string | readonly string[], isAdmin: boolean): void {
    let known = this.byUrl.get(url);
    if (!known) this.byUrl.set(url, (known = { url, parts: url.split('/'), methods: new Set(), isAdmin }));
    for (const method of [methods].flat()) known.methods.add(method);
  }

  /** The methods of a path, sorted, with OPTIONS; empty for a path that does not exist. */
  of(path: string, options: Options): readonly string[] {
    const decoded = decodedPath(path);
    const methods = new Set<string>();
    for (const known of this.byUrl.values()) {
      if (isThere(known, decoded, options) && !this.hasOwnName(known.url, path, options))
        known.methods.forEach((name) => methods.add(name));
    }
    return methods.size === 0 ? [] : [...methods.add('OPTIONS')].sort();
  }

  /** Whether a path that the router took for one of `url` belongs to a route with a name of its own. */
  hasOwnName(url: string, path: string, options: Options): boolean {
    let named = this.named.get(url);
    if (!named) {
      const parts = url.split('/');
      named = [...this.byUrl.values()].filter((other) => isNarrower(other.parts, parts));
      this.named.set(url, named);
    }
    if (named.length === 0) return false;
    const decoded = decodedPath(path);
    return named.some((known) => isThere(known, decoded, options));
  }
}

function isThere(known: Known, decoded: string, { admin }: Options): boolean {
  return (admin || !known.isAdmin) && (known.pattern ??= patternOf(known.parts)).test(decoded);
}

/** Whether a url is another one with names in place of some of its ids. */
function isNarrower(parts: readonly string[], wider: readonly string[]): boolean {
  return (
    parts.length === wider.length &&
    parts.every((part, index) => part === wider[index] || (isId(wider[index]!) && !isId(part))) &&
    parts.some((part, index) => part !== wider[index])
  );
}

/** A path as the router reads it. The part behind a `#`, which the router ignores, need not be decodable. */
export function decodedPath(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

function isId(part: string): boolean {
  return part.startsWith(':');
}

function patternOf(parts: readonly string[]): RegExp {
  const source = parts
    .map((part) => (isId(part) ? '[^/]+' : part === '*' ? '.*' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
    .join('/');
  return new RegExp(`^${source}$`);
}
