import { join } from 'node:path';
import type { BenchOptions } from './measure.js';
import { scratch } from './scratch.js';
import { type BenchService, type ServiceVariant, startService } from './service.js';

/**
 * Starts the service in the folder `ours` of a directory of its own, and stops it and removes the directory when `work`
 * has ended.
 * @param name of the directory
 * @param variantIn of the service, which may have files in the directory
 */
export async function withService<Answer>(
  options: Pick<BenchOptions, 'directory'>,
  name: string,
  work: (service: BenchService, directory: string) => Promise<Answer>,
  variantIn: (directory: string) => ServiceVariant = () => ({}),
): Promise<Answer> {
  const { directory, remove } = scratch(options.directory, name);
  try {
    const service = await startService(join(directory, 'ours'), variantIn(directory));
    try {
      return await work(service, directory);
    } finally {
      await service.stop();
    }
  } finally {
    remove();
  }
}
