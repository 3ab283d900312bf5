import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Ajv } from 'ajv';

/** What the compose specification's JSON schema says against a file; nothing if it fits. */
export function complaintsOfTheSchema(file: unknown): readonly unknown[] {
  const folder = dirname(createRequire(import.meta.url).resolve('dclint/package.json'));
  // Its $schema is draft 7 in a spelling that no validator knows; draft 7 is the validator's default.
  const { $schema: _, ...schema } = JSON.parse(
    readFileSync(join(folder, 'schemas/compose.schema.json'), 'utf8'),
  ) as Record<string, unknown>;
  // Its formats (for example a duration of 5s) are Compose's own.
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
  ajv.validate(schema, file);
  return ajv.errors ?? [];
}
