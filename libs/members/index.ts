export { AdvanceSweepHandler } from './commands/advance-sweep.command.js';
export { MembersModule } from './members.module.js';
export { type SweepPorts, SweepWorker } from './workers/sweep-worker.js';
export { MEMBER_PROJECTIONS } from './projections/index.js';
