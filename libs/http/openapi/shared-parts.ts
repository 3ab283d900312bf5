/** The groups under `components` of the document, to which every other part refers. */
export type PartGroup = 'parameters' | 'responses' | 'headers';

export interface Reference {
  readonly $ref: string;
}

/**
 * Collects the parts that many operations share (docs/adr/0031-the-reference-is-made-for-generators.md). Repeated in
 * each operation, refusals alone are four fifths of the document, and generators make a type of each.
 */
export class SharedParts {
  private readonly groups = new Map<PartGroup, Map<string, object>>();

  /**
   * A reference to the part of this name, which is added if it is new.
   * @throws Error another part has the name
   */
  share(group: PartGroup, name: string, part: object): Reference {
    const parts = this.groups.get(group) ?? new Map<string, object>();
    this.groups.set(group, parts);
    const known = parts.get(name);
    if (known === undefined) parts.set(name, part);
    else if (JSON.stringify(known) !== JSON.stringify(part))
      throw new Error(`two different ${group} are named ${name}`);
    return { $ref: `#/components/${group}/${name}` };
  }

  /** For `components` of the document. */
  all(): Readonly<Record<string, Readonly<Record<string, object>>>> {
    return Object.fromEntries([...this.groups].map(([group, parts]) => [group, Object.fromEntries(parts)]));
  }
}
