export type Variables = Readonly<Record<string, string | undefined>>;

/** What is wrong with a value: the rule, to be read behind the variable's name. */
export class Problem {
  constructor(readonly rule: string) {}
}

/** Reads variables one by one and gathers what is wrong with them. An empty variable counts as unset. */
export class Environment {
  /** Each one sentence that names the variable. */
  readonly problems: string[] = [];

  constructor(private readonly variables: Variables) {}

  /** The parsed value of a variable; `missing` where it is unset or its value is refused. */
  read<Value>(name: string, missing: Value, parse: (text: string) => Value | Problem): Value {
    const text = this.variables[name]?.trim();
    if (!text) return missing;
    const value = parse(text);
    if (!(value instanceof Problem)) return value;
    this.refuse(name, value.rule);
    return missing;
  }

  /** Adds what the value of a variable breaks. */
  refuse(name: string, rule: string): void {
    this.problems.push(`${name} ${rule}.`);
  }
}

/** A whole number of a range, as decimal digits. */
export function integer(text: string, min: number, max: number): number | Problem {
  const value = Number(text);
  return /^[0-9]+$/.test(text) && value >= min && value <= max
    ? value
    : new Problem(`must be a whole number from ${min} to ${max}`);
}
