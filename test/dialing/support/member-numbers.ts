const NUMBER = /"member_number":(\d+)/g;

/** Maps member numbers of the reference model to those of the service: they differ, but their order is the same. */
export class MemberNumbers {
  private readonly pairs = new Map<number, number>();

  /** Expects the numbers in two corresponding answers to map one to one and to have the same order. */
  expectSameOrder(reference: unknown, service: unknown): void {
    const shown = numbersIn(service);
    const known = numbersIn(reference).map((number, at) => {
      if (!this.pairs.has(number)) this.pairs.set(number, shown[at]!);
      return this.pairs.get(number);
    });
    expect(shown).toEqual(known);
    const inOrder = [...this.pairs].sort(([a], [b]) => a - b).map(([, number]) => number);
    expect(inOrder).toEqual([...new Set(inOrder)].sort((a, b) => a - b));
  }
}

/** The answer with its member numbers masked; they are compared by `expectSameOrder`. */
export function withoutNumbers<Shown>(shown: Shown): Shown {
  return JSON.parse(JSON.stringify(shown).replaceAll(NUMBER, '"member_number":"some"')) as Shown;
}

function numbersIn(shown: unknown): readonly number[] {
  return [...JSON.stringify(shown).matchAll(NUMBER)].map(([, number]) => Number(number));
}
