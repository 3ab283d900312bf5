import { READY_MS, startService } from './service.js';
import type { Service, ServiceOptions } from './service.js';
import { TestWorkspace } from './workspace.js';

/** One service for all tests of a file: started before the first, stopped (with exit code 0) after the last. */
export function shareService(options: ServiceOptions = {}): () => Service {
  let service: Service | undefined;
  beforeAll(async () => {
    service = await startService(options);
  }, READY_MS);
  afterAll(async () => {
    await service?.stop();
  }, READY_MS);
  return () => {
    if (service === undefined) throw new Error('the service is there in tests and hooks only');
    return service;
  };
}

/** One service and one workspace for all tests of a file. */
export function shareWorkspace(options: ServiceOptions = {}): () => TestWorkspace {
  const service = shareService(options);
  let workspace: TestWorkspace | undefined;
  beforeAll(async () => {
    workspace = await TestWorkspace.make(service());
  }, READY_MS);
  return () => {
    if (workspace === undefined) throw new Error('the workspace is there in tests and hooks only');
    return workspace;
  };
}
