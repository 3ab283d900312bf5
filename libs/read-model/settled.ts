/**
 * Waits until all of some work has ended, also when a part of it fails: what is repeated then neither overtakes what is
 * still under way, nor is overtaken by its late answer.
 * @throws what the first part that failed, in their order, was rejected with.
 */
export async function allSettled(work: readonly Promise<void>[]): Promise<void> {
  const results = await Promise.allSettled(work);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}
