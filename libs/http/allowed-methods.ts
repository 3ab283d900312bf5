interface Known {
  readonly pattern: RegExp;
  readonly methods: Set<string>;
  readonly isAdmin: boolean;
}

/**
 * Which methods a path takes: Fastify only knows that it takes not this one (api.md: 405 with `Allow`). Asked only when no route
 * was found, so a walk over all patterns is fast enough.
 */
export class AllowedMethods {
  private readonly byUrl = new Map<string, Known>();

  /** Notes a route, in the syntax of Fastify's router. */
  add(url: string, methods: string | readonly string[], isAdmin: boolean): void {
    let known = this.byUrl.get(url);
    if (!known) this.byUrl.set(url, (known = { pattern: patternOf(url), methods: new Set(), isAdmin }));
    for (const method of [methods].flat()) known.methods.add(method);
  }

  /** The methods of a path, sorted, with OPTIONS; empty for a path that is none of ours. */
  of(path: string, options: { readonly admin: boolean }): readonly string[] {
    const methods = new Set<string>();
    for (const known of this.byUrl.values()) {
      if ((options.admin || !known.isAdmin) && known.pattern.test(path))
        known.methods.forEach((name) => methods.add(name));
    }
    return methods.size === 0 ? [] : [...methods.add('OPTIONS')].sort();
  }
}

function patternOf(url: string): RegExp {
  const source = url
    .split('/')
    .map((part) => (part.startsWith(':') ? '[^/]+' : part === '*' ? '.*' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
    .join('/');
  return new RegExp(`^${source}$`);
}
