import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the repository; this module runs from dist. */
export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** The code blocks of a page in one language, in order. */
export async function blocks(page: string, language: string): Promise<readonly string[]> {
  const text = await readFile(join(ROOT, page), 'utf8');
  return [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)]
    .filter(([, found]) => found === language)
    .map(([, , code]) => code!);
}
