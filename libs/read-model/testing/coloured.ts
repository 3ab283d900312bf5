import type { Collection, DomainEvent, Projection, RecordedEvent, Row } from '#kernel';

/** Boards are resident and have a colour; a card caches its board's, as a member caches its queue position. */
export interface PaintedBoard extends Row {
  readonly workspace_id: string;
  readonly board_id: string;
  readonly colour: string;
  readonly live: 0 | 1;
}

export interface ColouredCard extends Row {
  readonly workspace_id: string;
  readonly card_id: string;
  readonly board_id: string;
  /** The colour of its board at the last event of the card, '' without one; or the value it was amended to. */
  readonly colour: string;
  readonly moves: number;
}

export const PAINTED: Collection<PaintedBoard> = {
  name: 'painted_boards',
  key: ['workspace_id', 'board_id'],
  indexes: [{ name: 'live', fields: ['workspace_id', 'live', 'board_id'] }],
};

export const COLOURED: Collection<ColouredCard> = {
  name: 'coloured_cards',
  key: ['workspace_id', 'card_id'],
  indexes: [{ name: 'by_colour', fields: ['workspace_id', 'colour', 'card_id'] }],
};

/** Paints a board and puts cards on it by the same event. */
export const painted = (board_id: string, colour: string, cards: readonly string[] = []): DomainEvent => ({
  type: 'BoardPainted',
  data: { board_id, colour, cards },
});

export const takenDown = (board_id: string): DomainEvent => ({ type: 'BoardTakenDown', data: { board_id } });

interface OfBoard {
  readonly board_id: string;
  readonly colour: string;
  readonly cards: readonly string[];
}

interface OfCard {
  readonly board_id: string;
  readonly card_id: string;
}

function cardsOf({ type, data }: RecordedEvent): readonly string[] {
  if (type === 'CardPlaced') return [(data as OfCard).card_id];
  return type === 'BoardPainted' ? (data as OfBoard).cards : [];
}

const isOfBoard = (type: string): boolean => type === 'BoardPainted' || type === 'BoardTakenDown';

export const paintedProjection: Projection<PaintedBoard> = {
  collection: PAINTED,
  version: 1,
  keys: ({ type, data, metadata }) => (isOfBoard(type) ? [[metadata.workspace_id, (data as OfBoard).board_id]] : []),
  evolve(board, { type, data, revision }, [workspace_id, board_id]) {
    if (type === 'BoardTakenDown') return board && { ...board, live: 0 };
    const { colour } = data as OfBoard;
    return { workspace_id: workspace_id!, board_id: board_id!, colour, live: 1, revision };
  },
  resident: { liveIndex: 'live', isLive: ({ live }) => live === 1 },
};

export const colouredProjection: Projection<ColouredCard> = {
  collection: COLOURED,
  version: 1,
  keys: (event) => cardsOf(event).map((card) => [event.metadata.workspace_id, card]),
  cachedFields: ['colour'],
  needs: ({ data, metadata }) => [{ collection: PAINTED, key: [metadata.workspace_id, (data as OfCard).board_id] }],
  evolve(card, { data, revision }, [workspace_id, card_id], resident) {
    const { board_id } = data as OfCard;
    const colour = resident.row(PAINTED, [workspace_id!, board_id])?.colour ?? '';
    const moves = (card?.moves ?? 0) + 1;
    return { workspace_id: workspace_id!, card_id: card_id!, board_id, colour, moves, revision };
  },
};

/** Not in the order in which they are to be folded. */
export const COLOURED_PROJECTIONS: readonly Projection[] = [colouredProjection, paintedProjection];
