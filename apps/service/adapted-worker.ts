/** A worker of a to-do list. */
interface ParkingWorker<Parked> {
  readonly due: number;
  start(): void;
  wake(): void;
  parked(): readonly Parked[];
  stop(): Promise<void>;
}

/**
 * A worker of a to-do list as the service runs it.
 * @param nameOf how health names a parked item
 */
export function adapted<Parked>(worker: ParkingWorker<Parked>, nameOf: (parked: Parked) => string) {
  return {
    start: () => worker.start(),
    wake: () => worker.wake(),
    due: () => worker.due,
    parked: () => worker.parked().map(nameOf),
    stop: () => worker.stop(),
  };
}

/** How health names what a worker does of a workspace. */
export function ofWorkspace(what: string) {
  return ({ workspaceId }: { readonly workspaceId: string }): string => `${what} of workspace ${workspaceId}`;
}
