import type { Collection, DomainEvent, Projection, Row } from '#kernel';

/**
 * A small domain for tests of followers: cards are put on boards, and boards are swept. Like members and their counts.
 */
export interface Card extends Row {
  readonly workspace_id: string;
  readonly card_id: string;
  readonly board_id: string;
  readonly live: 0 | 1;
  /** How many times it was put somewhere: wrong as soon as an event counts twice or not at all. */
  readonly moves: number;
}

/** The number of cards on a board. */
export interface Board extends Row {
  readonly workspace_id: string;
  readonly board_id: string;
  readonly cards: number;
}

export const CARDS: Collection<Card> = {
  name: 'cards',
  key: ['workspace_id', 'card_id'],
  indexes: [{ name: 'by_board', fields: ['workspace_id', 'board_id', 'live'] }],
};

export const BOARDS: Collection<Board> = {
  name: 'boards',
  key: ['workspace_id', 'board_id'],
  indexes: [{ name: 'by_cards', fields: ['workspace_id', 'cards'] }],
};

interface CardPlaced {
  readonly card_id: string;
  readonly board_id: string;
}

interface BoardSwept {
  readonly board_id: string;
  readonly cards: readonly string[];
}

export const placed = (card_id: string, board_id: string): DomainEvent => ({
  type: 'CardPlaced',
  data: { card_id, board_id } satisfies CardPlaced,
});

export const swept = (board_id: string, cards: readonly string[]): DomainEvent => ({
  type: 'BoardSwept',
  data: { board_id, cards } satisfies BoardSwept,
});

export const cardsProjection: Projection<Card> = {
  collection: CARDS,
  version: 1,
  keys({ type, data, metadata: { workspace_id } }) {
    if (type === 'CardPlaced') return [[workspace_id, (data as CardPlaced).card_id]];
    if (type === 'BoardSwept') return (data as BoardSwept).cards.map((card) => [workspace_id, card]);
    return [];
  },
  evolve(card, { type, data, revision }, [workspace_id, card_id]) {
    if (type === 'BoardSwept') return card && { ...card, live: 0 };
    const { board_id } = data as CardPlaced;
    const moves = (card?.moves ?? 0) + 1;
    return { workspace_id: workspace_id!, card_id: card_id!, board_id, live: 1, moves, revision };
  },
};

export const boardsProjection: Projection<Board> = {
  collection: BOARDS,
  version: 1,
  keys({ type, data, metadata: { workspace_id } }) {
    if (type === 'CardPlaced' || type === 'BoardSwept') return [[workspace_id, (data as CardPlaced).board_id]];
    return [];
  },
  evolve(board, { type, data, revision }, [workspace_id, board_id]) {
    const change = type === 'CardPlaced' ? 1 : -(data as BoardSwept).cards.length;
    const cards = (board?.cards ?? 0) + change;
    return { workspace_id: workspace_id!, board_id: board_id!, cards, revision };
  },
};

/** Both, in the form that a follower takes. */
export const CARD_PROJECTIONS: readonly Projection[] = [cardsProjection, boardsProjection];
