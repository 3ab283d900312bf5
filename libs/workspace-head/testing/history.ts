import { DomainError } from '#kernel';
import type { Fate } from './memory-log.js';
import { type ToyProcess, ToyWorld, WORKSPACE } from './process.js';
import { Scheduler, settled } from './scheduler.js';
import { decideToy, type ToyCommand } from './toy-commands.js';
import { COUNTS, FRONT, LISTS, MEMBERS, type ToyMember } from './toy.js';

/** The actions of a history and their actors. Everything else comes from the seed of its scheduler. */
export type Action =
  | {
      readonly does: 'command';
      readonly process: number;
      readonly command: ToyCommand;
      readonly key: string | undefined;
    }
  | { readonly does: 'fate'; readonly process: number; readonly fate: Fate }
  | { readonly does: 'crash'; readonly process: number; readonly appendArrives: boolean }
  | { readonly does: 'time'; readonly process: number; readonly milliseconds: number };

export interface History {
  readonly seed: number;
  /** 1: it is the only writer. */
  readonly processes: number;
  /** The rows are dropped now and then, and made anew. */
  readonly drops: boolean;
  /** `HeadBounds.eventsBehind` of all processes. With small numbers, overtaken heads are loaded anew all the time. */
  readonly eventsBehind: number;
  /** Each with the number of steps of the stores after it. */
  readonly actions: readonly (readonly [Action, number])[];
}

/** A command of a history, with the length of the log when it was called and when it was answered. */
export interface Called {
  readonly id: string;
  readonly command: ToyCommand;
  readonly key: string | undefined;
  readonly calledAt: number;
  toldAt?: number;
  refused?: string;
  /** JSON. */
  answer?: string;
  replayed?: boolean;
  revision?: number;
}

interface Member {
  readonly process: ToyProcess;
  readonly name: string;
  dead: boolean;
}

/** Collections whose rows are written before the projected revision: all of them, or one of them. */
const WRITTEN_AHEAD = [undefined, [LISTS], [MEMBERS], [COUNTS]];

/** Limit against endless histories; a history takes some hundreds of steps. */
const MANY_STEPS = 10_000;

/** Plays a history on the code under test; calls back with each answer at the moment it is given. */
export class Play {
  readonly world = new ToyWorld();
  readonly called: Called[] = [];
  /** Every process of the history, also those that were killed. */
  readonly everyone: Member[] = [];
  private readonly scheduler: Scheduler;
  private readonly members: Member[] = [];
  private steps = 0;
  private readonly unanswered = new Map<Called, Member>();

  constructor(
    private readonly history: History,
    private readonly onTold: (called: Called) => void,
  ) {
    this.scheduler = new Scheduler(history.seed);
    this.world.projector.mayBeDropped = history.drops;
    for (let at = 0; at < history.processes; at += 1) this.start(at);
  }

  async run(): Promise<void> {
    for (const [action, steps] of this.history.actions) {
      this.act(action);
      await settled();
      for (let step = 0; step < steps; step += 1) await this.step();
    }
    while (this.scheduler.size > 0 || this.unanswered.size > 0) {
      if (this.scheduler.size > 0) await this.step();
      else await this.wakeUp();
    }
    await this.world.projector.catchUp();
    await settled();
  }

  /** The processes that are not killed. */
  get alive(): readonly ToyProcess[] {
    return this.members.map(({ process }) => process);
  }

  /** Lets every wait for a store end, for questions after the history. */
  async finish(): Promise<void> {
    while (this.scheduler.size > 0) await this.scheduler.step();
  }

  get length(): number {
    return this.world.log.stream(`workspace-${WORKSPACE}`).length;
  }

  private act(action: Action): void {
    const at = action.process % this.members.length;
    const { process } = this.members[at]!;
    switch (action.does) {
      case 'command':
        return this.command(this.members[at]!, action.command, action.key);
      case 'fate':
        process.log.fates.push(action.fate);
        return;
      case 'crash':
        return this.crash(at, action.appendArrives);
      case 'time':
        this.world.clock.time += this.scheduler.below(3) * 1_000 - 500;
        return process.timers.advance(action.milliseconds);
    }
  }

  private command(member: Member, command: ToyCommand, key: string | undefined): void {
    const called: Called = { id: `c${this.called.length}`, command, key, calledAt: this.length };
    this.called.push(called);
    this.unanswered.set(called, member);
    const tell = (answer: Partial<Called>): void => {
      if (member.dead) return;
      this.unanswered.delete(called);
      this.onTold(Object.assign(called, answer, { toldAt: this.length }));
    };
    const sent = member.process.execute(decideToy(command), {
      correlationId: called.id,
      ...(key === undefined ? {} : { key, fingerprint: JSON.stringify(command) }),
    });
    sent.then(
      ({ answer, replayed, revision }) => tell({ answer: JSON.stringify(answer), replayed, revision }),
      (error: unknown) => tell({ refused: codeOf(error) }),
    );
  }

  /** One wait for a store ends; now and then the projector takes a step before it. */
  private async step(): Promise<void> {
    this.steps += 1;
    if (this.steps > MANY_STEPS) throw new Error('this history does not come to an end');
    const { projector } = this.world;
    const chance = this.scheduler.below(16);
    const events = 1 + this.scheduler.below(4);
    if (this.history.drops && this.scheduler.below(12) === 0) await projector.drop(events);
    if (chance < 4) await projector.step(events);
    else if (chance < 7) await projector.writeAhead(events, this.scheduler.pick(WRITTEN_AHEAD));
    else if (chance < 8) projector.restart(events);
    else if (chance < 9) await projector.amend(MEMBERS, toTheFront);
    await this.scheduler.step();
  }

  /** No process waits for a store: they wait for rows or for time. */
  private async wakeUp(): Promise<void> {
    this.steps += 10;
    if (this.steps > MANY_STEPS) throw new Error('a command is never answered');
    await this.world.projector.catchUp();
    await settled();
    for (const { process } of this.members) process.timers.advance(2_000);
    await settled();
  }

  private crash(at: number, appendArrives: boolean): void {
    const member = this.members[at]!;
    member.dead = true;
    if (appendArrives) this.scheduler.release(`${member.name}:append`);
    this.scheduler.drop(`${member.name}:`);
    for (const [called, waiting] of this.unanswered) if (waiting === member) this.unanswered.delete(called);
    this.start(at);
  }

  private start(at: number): void {
    const member: { dead: boolean; name: string; process?: ToyProcess } = {
      dead: false,
      name: `p${at}.${this.everyone.length}`,
    };
    member.process = this.world.process({
      name: member.name,
      singleWriter: this.history.processes === 1,
      bounds: { eventsBehind: this.history.eventsBehind },
      pass: (label) => (member.dead ? new Promise(() => undefined) : this.scheduler.pass(label)),
    });
    this.members[at] = member as Member;
    this.everyone.push(member as Member);
  }
}

function toTheFront({ active }: ToyMember) {
  return active === 1 ? { shelf: FRONT } : undefined;
}

function codeOf(error: unknown): string {
  return error instanceof DomainError ? error.code : `fault: ${String(error)}`;
}
