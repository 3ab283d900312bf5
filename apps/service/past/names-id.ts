/** Whether an id, or any other text, stands anywhere in the data of an event. */
export function namesId(data: unknown, id: string): boolean {
  if (typeof data !== 'object' || data === null) return data === id;
  return Object.values(data).some((value) => namesId(value, id));
}
