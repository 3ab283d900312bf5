/** A UUID that ends in the number, in decimal digits, so that a failed assertion shows which id it is. */
export function testId(n: number): string {
  return `018f3a00-0000-7000-8000-${String(n).padStart(12, '0')}`;
}
