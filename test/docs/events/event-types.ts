import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/** The root of the repository; this module runs from dist. */
const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const NOT_PRODUCTION = /\.spec\.ts$|\/(?:testing|contract)\//;

/** A field of an event's data: `snapshot.name` within an object, `contacts[].lists` within an array. */
export interface EventField {
  readonly path: string;
  readonly type: string;
  readonly isOptional: boolean;
  /** The comment of its declaration; '' if it has none. */
  readonly comment: string;
}

/** An event type as its slice declares it. */
export interface EventType {
  readonly comment: string;
  readonly fields: readonly EventField[];
}

let declared: ReadonlyMap<string, EventType> | undefined;

/** The event types that the libraries declare (`type X = DomainEvent<'X', …>`), by name; read once by the compiler. */
export function declaredEventTypes(): ReadonlyMap<string, EventType> {
  return (declared ??= readEventTypes());
}

function readEventTypes(): ReadonlyMap<string, EventType> {
  const libs = join(ROOT, 'libs');
  const files = readdirSync(libs, { recursive: true, encoding: 'utf8' })
    .map((name) => join(libs, name))
    .filter((file) => file.endsWith('.ts') && !NOT_PRODUCTION.test(file))
    .filter((file) => readFileSync(file, 'utf8').includes('= DomainEvent<'));
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(join(ROOT, 'tsconfig.json'), (path) => ts.sys.readFile(path)).config,
    ts.sys,
    ROOT,
  );
  const program = ts.createProgram(files, { ...options, types: [], noEmit: true, incremental: false });
  const reader = new EventTypeReader(program.getTypeChecker());
  return new Map(files.flatMap((file) => reader.typesIn(program.getSourceFile(file)!)));
}

class EventTypeReader {
  constructor(private readonly checker: ts.TypeChecker) {}

  typesIn(source: ts.SourceFile): readonly (readonly [string, EventType])[] {
    return source.statements.filter(ts.isTypeAliasDeclaration).flatMap((alias) => {
      const data = dataOf(alias);
      if (!data) return [];
      const comment = this.commentOf(this.checker.getSymbolAtLocation(alias.name)!);
      const fields = this.fieldsOf(this.checker.getTypeFromTypeNode(data), alias, '');
      return [[alias.name.text, { comment, fields }] as const];
    });
  }

  private fieldsOf(type: ts.Type, at: ts.Node, prefix: string): readonly EventField[] {
    return this.checker.getPropertiesOfType(type).flatMap((property): readonly EventField[] => {
      const path = `${prefix}${property.name}`;
      const isOptional = (property.flags & ts.SymbolFlags.Optional) !== 0;
      const declared = this.checker.getTypeOfSymbolAtLocation(property, at);
      const value = isOptional ? this.checker.getNonNullableType(declared) : declared;
      const shown = isOptional && !this.acceptsNull(declared) ? value : declared;
      const field = { path, type: this.textOf(shown, at), isOptional, comment: this.commentOf(property) };
      const [inner, inside] = this.insideOf(value);
      if (!inner) return [field];
      const kind = `${inside === '[].' ? 'array' : 'object'}${this.acceptsNull(declared) ? ' | null' : ''}`;
      return [{ ...field, type: kind }, ...this.fieldsOf(inner, at, path + inside)];
    });
  }

  /** The object type of a value or of its items, and the path prefix of its fields; undefined for plain values. */
  private insideOf(value: ts.Type): readonly [ts.Type | undefined, string] {
    const present = this.checker.getNonNullableType(value);
    const element = this.checker.isArrayType(present)
      ? this.checker.getTypeArguments(present as ts.TypeReference)[0]
      : undefined;
    const inner = element ?? present;
    const isObject = (inner.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0;
    const isPlain = !isObject || this.checker.isArrayType(inner) || this.checker.isTupleType(inner) || isBranded(inner);
    return [isPlain ? undefined : inner, element ? '[].' : '.'];
  }

  private acceptsNull(type: ts.Type): boolean {
    return type.isUnion() && type.types.some((each) => (each.flags & ts.TypeFlags.Null) !== 0);
  }

  private textOf(type: ts.Type, at: ts.Node): string {
    const all = ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.InTypeAlias;
    const parts = type.isUnion() && !isBranded(type) ? type.types : [type];
    const texts = parts
      .filter((each) => (each.flags & ts.TypeFlags.Undefined) === 0)
      .map((each) => this.checker.typeToString(each, at, all).replaceAll('"', "'"));
    const names = new Set(texts.map((text) => (text === 'true' || text === 'false' ? 'boolean' : text)));
    // The compiler lists null first.
    const nullLast = names.delete('null') ? ['null'] : [];
    return [...names, ...nullLast].join(' | ');
  }

  private commentOf(symbol: ts.Symbol): string {
    const text = ts.displayPartsToString(symbol.getDocumentationComment(this.checker));
    // Citations are for readers of the code; the page has its own links.
    return text
      .replace(/\s*\((?:[^()]*(?:\.md|ADR)[^()]*)\)/g, '')
      .replace(/\s+/g, ' ')
      .trim();
  }
}

/** A text type with a brand, which exists in the type only. */
function isBranded(type: ts.Type): boolean {
  return type.isIntersection() && type.types.some((each) => (each.flags & ts.TypeFlags.String) !== 0);
}

/** The data of `type X = DomainEvent<'X', Data>`; undefined for any other declaration. */
function dataOf({ name, type }: ts.TypeAliasDeclaration): ts.TypeNode | undefined {
  if (!ts.isTypeReferenceNode(type) || type.typeName.getText() !== 'DomainEvent') return undefined;
  const [literal, data] = type.typeArguments ?? [];
  return literal?.getText() === `'${name.text}'` ? data : undefined;
}
