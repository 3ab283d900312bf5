import type { Ask, Client, Random, World } from '../world.js';
import { isOpen } from './is-open.js';

/** Milliseconds of a pause, at most. */
const PAUSE_MS = 12_000;
/** Milliseconds until a resumption is sent again of which nobody knows whether it was carried out. */
const AGAIN_MS = 1_000;
/** Milliseconds by which a pause whose answer was lost may still be made: by a process that was paused itself. */
const LATE_MS = 120_000;

/** An operator who pauses the writes of a workspace while clients work on, and resumes them. */
export class WritePauses {
  private readonly operator: Client;
  /** A pause of which nobody knows whether it was carried out. */
  private mayBePaused = false;

  constructor(
    private readonly world: World,
    private readonly random: Random,
    /** The request that changes settings of the workspace. */
    private readonly changed: (body: object) => Ask,
  ) {
    this.operator = world.client('operator who pauses writes');
  }

  /** @param withinMs each pause begins within so many milliseconds after the one before */
  async run(pauses: number, withinMs: number): Promise<void> {
    for (let n = 0; n < pauses; n += 1) {
      await this.world.sleep(this.random.below(withinMs));
      this.mayBePaused ||= isOpen(await this.operator.request(this.changed({ writes_paused: true })));
      await this.world.sleep(this.random.below(PAUSE_MS));
      await this.resume();
    }
    if (!this.mayBePaused) return;
    await this.world.sleep(LATE_MS);
    await this.resume();
  }

  /** Asks until it is carried out, or the workspace is deleted. */
  private async resume(): Promise<void> {
    while (isOpen(await this.operator.request(this.changed({ writes_paused: false })))) {
      await this.world.sleep(AGAIN_MS);
    }
  }
}
