/** An id that tells what it names apart from others: a UUID that ends in the number, in decimal digits. */
export function testId(n: number): string {
  return `018f3a00-0000-7000-8000-${String(n).padStart(12, '0')}`;
}
