import type { Collection, DomainEvent, Projection, Row } from '#kernel';

/** A letter begins in its workspace's stream and continues in a stream of its own. */
export interface Letter extends Row {
  readonly workspace_id: string;
  readonly letter_id: string;
  readonly stations: readonly string[];
}

export const LETTERS: Collection<Letter> = { name: 'letters', key: ['workspace_id', 'letter_id'], indexes: [] };
/** Streams of workspaces, and those of letters. */
export const LETTER_PREFIXES: readonly string[] = ['workspace-', 'letter-'];

export const lettersProjection: Projection<Letter> = {
  collection: LETTERS,
  version: 1,
  keys: ({ data, metadata }) => [[metadata.workspace_id, (data as { letter_id: string }).letter_id]],
  orderOf: ({ type, revision }) => (type === 'LetterWritten' ? 0 : revision + 1),
  evolve: (letter, { type, data, revision }, [workspace_id, letter_id]) => {
    const { station } = data as { station: string };
    if (type === 'LetterWritten') {
      return { workspace_id: workspace_id!, letter_id: letter_id!, stations: [station], revision };
    }
    return letter && { ...letter, stations: [...letter.stations, station] };
  },
};

export const written = (letter_id: string): DomainEvent => ({
  type: 'LetterWritten',
  data: { letter_id, station: 'desk' },
});
export const passed = (letter_id: string, station: string): DomainEvent => ({
  type: 'StationPassed',
  data: { letter_id, station },
});
