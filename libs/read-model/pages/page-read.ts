import type { IndexValue } from '#kernel';
import type { ReadModel } from '../read-model.js';

/** The items of a page, in their order. */
export interface FoundPage<Item> {
  readonly items: readonly Item[];
  /** The position of the next page; undefined at the end. */
  readonly next: readonly IndexValue[] | undefined;
}

/** Input of a page of a workspace. */
export interface OfWorkspace {
  readonly workspaceId: string;
}

/**
 * A read of one page that needs nothing but the rows and its input: any thread may carry it out. Its input and its
 * items are JSON, its input may have undefined fields as well.
 */
export interface PageRead<Input extends OfWorkspace, Item> {
  /** Names it in messages between threads: no other read has this name. */
  readonly name: string;
  /** Largest number of rows that it reads for an input; where one is found by what few rows share, 1. */
  readonly largest: (input: Input) => number;
  /** @throws DomainError, ReadModelUnavailableError */
  readonly find: (readModel: ReadModel, input: Input) => Promise<FoundPage<Item>>;
}

/** JSON text of a value. */
export interface Printed<Value> {
  readonly json: string;
  /** Never set: tells the compiler which type was printed. */
  readonly of?: Value;
}

/** A page whose items are printed: they are sent as they are. */
export interface PrintedPage<Item> {
  readonly items: Printed<readonly Item[]>;
  readonly next: readonly IndexValue[] | undefined;
}

/** Reads pages on the thread that suits them (docs/adr/0094-long-pages-are-read-on-a-thread-of-their-own.md). */
export interface PageReader {
  /** @throws DomainError what the read throws; ReadModelUnavailableError */
  read<Input extends OfWorkspace, Item>(page: PageRead<Input, Item>, input: Input): Promise<PrintedPage<Item>>;
}

/** Finds a page and prints its items. */
export async function printPage<Input extends OfWorkspace, Item>(
  page: PageRead<Input, Item>,
  readModel: ReadModel,
  input: Input,
): Promise<PrintedPage<Item>> {
  const { items, next } = await page.find(readModel, input);
  return { items: { json: JSON.stringify(items) }, next };
}

/** Reads every page on the thread that asks for it. */
export function pagesHere(readModel: ReadModel): PageReader {
  return { read: (page, input) => printPage(page, readModel, input) };
}
