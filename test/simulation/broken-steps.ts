import { contactSubject } from '#kernel';
import type { SimulatedLog } from './stores/simulated-log.js';
import type { WorkerStep } from './world.js';

const DELIVERY = 'delivery-';
const WORKSPACE = 'workspace-';

/** What the log says last of an item that was parked. */
interface LastWord {
  readonly type: 'WorkParked' | 'WorkRetried' | 'WorkSkipped';
  readonly version: string;
}

/** The steps of workers that fail for reasons of their own, and what becomes of the items that they are steps of. */
export class BrokenSteps {
  private isBroken: (step: WorkerStep) => boolean = () => false;
  /** Deliveries of which a step has failed, and how many events the stream of each had at the last failure. */
  private readonly failed = new Map<string, number>();
  /** By worker and item. */
  private readonly lastWords = new Map<string, LastWord>();
  /** Of which workspace, and about which contact each delivery is. */
  private readonly deliveries = new Map<string, { readonly workspaceId: string; readonly contactId: string }>();
  private readonly deleted = new Set<string>();
  /** Events of the log that were read. */
  private read = 0;

  constructor(private readonly log: Pick<SimulatedLog, 'events' | 'stream'>) {}

  set(isBroken: (step: WorkerStep) => boolean): void {
    this.isBroken = isBroken;
  }

  /** @throws Error a webhook of this delivery cannot be sent */
  checkSending(deliveryId: string): void {
    this.check({ kind: 'send', id: deliveryId });
  }

  /** @throws Error nothing can be recorded in this stream, which is that of a delivery */
  checkStream(stream: string): void {
    if (stream.startsWith(DELIVERY)) this.check({ kind: 'record', id: stream.slice(DELIVERY.length) });
  }

  /** @throws Error the keys of this contact cannot be shredded */
  checkSubject(subject: string): void {
    this.check({ kind: 'shred', id: subject.slice(contactSubject('').length) });
  }

  /** Whether the log says last of an erasure that it is parked. */
  isParkedErasure({ contactId, version }: { readonly contactId: string; readonly version: string }): boolean {
    this.readOn();
    const last = this.lastWords.get(`erasures ${contactId}`);
    return last?.type === 'WorkParked' && last.version === version;
  }

  /**
   * Whether something came of each delivery of which a step has failed, or it is parked, and of each that was to be
   * tried again or skipped. A worker waits up to a minute before it tries one again.
   */
  get areSettled(): boolean {
    this.readOn();
    const waits = [...this.failed].some(([id, events]) => {
      const last = this.lastWords.get(`webhook_deliveries ${id}`);
      const isParked = last?.type === 'WorkParked' && last.version === String(events);
      return !isParked && this.isAsIt(id, events);
    });
    if (waits) return false;
    return ![...this.lastWords].some(([name, { type, version }]) => {
      const [worker, id] = name.split(' ') as [string, string];
      return worker === 'webhook_deliveries' && type !== 'WorkParked' && this.isAsIt(id, Number(version));
    });
  }

  private check(step: WorkerStep): void {
    if (!this.isBroken(step)) return;
    if (step.kind !== 'shred') this.failed.set(step.id, this.log.stream(DELIVERY + step.id).length);
    throw new Error(`This step is broken: ${step.kind}.`);
  }

  /**
   * Whether the stream of a delivery has as many events as it had, and gets more: its workspace exists, and no erasure
   * of its contact is parked, which would end it.
   */
  private isAsIt(deliveryId: string, had: number): boolean {
    const { workspaceId = '', contactId = '' } = this.deliveries.get(deliveryId) ?? {};
    if (this.deleted.has(workspaceId) || this.lastWords.get(`erasures ${contactId}`)?.type === 'WorkParked')
      return false;
    return this.log.stream(DELIVERY + deliveryId).length === had;
  }

  private readOn(): void {
    for (const { type, stream, data } of this.log.events.slice(this.read)) {
      const workspaceId = stream.slice(WORKSPACE.length);
      if (type === 'WorkspaceDeleted') this.deleted.add(workspaceId);
      if (type === 'DeliveryRequested') {
        const { delivery_id, contact_id: contactId } = JSON.parse(data) as Record<'delivery_id' | 'contact_id', string>;
        this.deliveries.set(delivery_id, { workspaceId, contactId });
      }
      if (type !== 'WorkParked' && type !== 'WorkRetried' && type !== 'WorkSkipped') continue;
      const { worker, item, version } = JSON.parse(data) as Record<'worker' | 'item' | 'version', string>;
      this.lastWords.set(`${worker} ${item}`, { type, version });
    }
    this.read = this.log.events.length;
  }
}
