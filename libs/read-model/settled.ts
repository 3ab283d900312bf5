/**
 * Waits until all of some work has ended, also when a part of it fails: repeated work must neither overtake the work
 * still under way, nor be overtaken by its late answer.
 * @throws the error of the first part, in their order, that failed
 */
export async function allSettled(work: readonly Promise<void>[]): Promise<void> {
  const results = await Promise.allSettled(work);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}
