import type { Answer } from './operations.js';

/** What all pages have; `caught_up` of /events alone. */
interface Page {
  readonly next_page_token?: string | null;
  readonly caught_up?: boolean;
}

/** A request of a page, as far as it matters here. */
interface PagedRequest {
  readonly params?: { readonly query?: object };
}

/** The pages of a read, from the one that the request asks for to the last one that there is now. */
export async function* pagesBy(
  read: (path: string, request?: object) => Promise<Answer<object>>,
  path: string,
  request: PagedRequest = {},
): AsyncGenerator<object, void> {
  let { query } = request.params ?? {};
  for (;;) {
    const { data } = await read(path, { ...request, params: { ...request.params, query } });
    yield data;
    const { next_page_token, caught_up } = data as Page;
    if (typeof next_page_token !== 'string' || caught_up === true) return;
    query = { ...query, page_token: next_page_token };
  }
}

/** The items of pages, in their order. @throws TypeError a page that has no array, or several */
export async function* itemsOf(pages: AsyncIterable<object>): AsyncGenerator<unknown, void> {
  for await (const page of pages) {
    const arrays = Object.values(page).filter((value) => Array.isArray(value)) as (readonly unknown[])[];
    if (arrays.length !== 1) throw new TypeError(`a page with ${arrays.length} arrays`);
    yield* arrays[0]!;
  }
}
