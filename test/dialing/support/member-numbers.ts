const NUMBER = /"member_number":(\d+)/g;

/** The numbers of a service and those of the reference model: not the same, but in the same order, and one for each other. */
export class MemberNumbers {
  private readonly pairs = new Map<number, number>();

  /** Holds the numbers that two like answers show to each other. */
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

/** The same without numbers, which are held to each other apart. */
export function withoutNumbers<Shown>(shown: Shown): Shown {
  return JSON.parse(JSON.stringify(shown).replaceAll(NUMBER, '"member_number":"some"')) as Shown;
}

function numbersIn(shown: unknown): readonly number[] {
  return [...JSON.stringify(shown).matchAll(NUMBER)].map(([, number]) => Number(number));
}
