import type { PersonalKeys } from '../personal-keys.js';

/** Destroys the present keys of these subjects as the workers do: asks for the ids of the keys, and shreds these. */
export async function shredSubjects(
  keys: Pick<PersonalKeys, 'keyIds' | 'shredKeys'>,
  workspaceId: string,
  subjects: readonly string[],
): Promise<void> {
  await keys.shredKeys(workspaceId, await keys.keyIds(workspaceId, subjects));
}
