import { plainToInstance, Transform } from 'class-transformer';
import { ValidateBy, validateSync } from 'class-validator';

export type Variables = Readonly<Record<string, string | undefined>>;

/** What is wrong with a value: the rule, to be read behind the variable's name. */
export class Problem {
  constructor(readonly rule: string) {}
}

/** Decorates properties of type `Value`; the compiler refuses it on any other property. */
type DecoratorOf<Value> = <Key extends string, Settings extends Record<Key, unknown>>(
  prototype: Settings,
  property: Key & ([Value] extends [Settings[Key]] ? unknown : never),
) => void;

/** The variables of each settings class, by its prototype: the name of each, by the property that it is read into. */
const NAMES = new Map<object, Map<string, string>>();

/**
 * Reads a property of a settings class from a variable: as its text, which decorators of class-validator may check
 * (their message is the rule), or as the result of `parse`. The property's initial value holds where the variable is
 * unset (docs/adr/0037-the-environment-is-read-into-settings-classes.md).
 */
export function Variable(name: string): DecoratorOf<string>;
export function Variable<Value>(name: string, parse: (text: string) => Value | Problem): DecoratorOf<Value>;
export function Variable(name: string, parse?: (text: string) => unknown): DecoratorOf<never> {
  return (prototype, property) => {
    NAMES.set(prototype, (NAMES.get(prototype) ?? new Map<string, string>()).set(property, name));
    if (!parse) return;
    Transform(({ value }) => parse(value as string))(prototype, property);
    NoProblem(prototype, property);
  };
}

const NoProblem = ValidateBy({
  name: 'parsed',
  validator: { validate: (value) => !(value instanceof Problem) },
});

/** Reads settings classes and collects the mistakes in their variables. An empty variable counts as unset. */
export class Environment {
  /** Each one sentence that names the variable. */
  readonly problems: string[] = [];

  constructor(private readonly variables: Variables) {}

  /** Settings of a class whose properties have a {@link Variable}; refused ones keep their initial values. */
  read<Settings extends object>(type: new () => Settings): Settings {
    const names = NAMES.get(type.prototype as object)!;
    const texts = [...names].map(([property, name]) => [property, this.variables[name]?.trim() || undefined]);
    const settings = plainToInstance(type, Object.fromEntries(texts), { exposeDefaultValues: true });
    const initial = new type();
    for (const { property, value, constraints } of validateSync(settings, { skipMissingProperties: true })) {
      // Not from `constraints`: class-validator replaces `$value` and the like there, also in what an operator typed.
      const rule = value instanceof Problem ? value.rule : Object.values(constraints!).join(', ');
      this.refuse(names.get(property)!, rule);
      Object.assign(settings, { [property]: initial[property as keyof Settings] });
    }
    return settings;
  }

  /** Adds what the value of a variable breaks. */
  refuse(name: string, rule: string): void {
    this.problems.push(`${name} ${rule}.`);
  }
}

/** A whole number of a range, as decimal digits. */
export function wholeNumber(min: number, max: number): (text: string) => number | Problem {
  return (text) => {
    const value = Number(text);
    return /^[0-9]+$/.test(text) && value >= min && value <= max
      ? value
      : new Problem(`must be a whole number from ${min} to ${max}`);
  };
}
