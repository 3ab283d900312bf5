import { StagedDecider } from '../testing/staged-decider.js';
import { beginRows } from '../domain/index.js';
import { IMPORT, importCreated } from '../testing/past.js';
import { ALONE, BESIDE_COMMANDS, BESIDE_PROCESSES, ImportCommands } from './import-commands.js';

const command = {
  workspaceId: 'w',
  actor: { kind: 'system', id: 'test' },
  correlationId: 'c',
  causationId: null,
  decide: beginRows(IMPORT),
} as const;

describe('the imports of a process', () => {
  it('are alone until another command begins, and again after 20 decisions without one', () => {
    const decider = new StagedDecider([importCreated('contacts')]);
    const commands = new ImportCommands(decider);
    const decideRows = () => {
      const pace = commands.pace();
      commands.begin(command);
      return pace;
    };
    expect([decideRows(), decideRows()]).toEqual([ALONE, ALONE]);
    decider.begin(command);
    expect(Array.from({ length: 21 }, decideRows)).toEqual(Array(21).fill(BESIDE_COMMANDS));
    expect([decideRows(), decideRows()]).toEqual([ALONE, ALONE]);
  });

  it('are never alone where other processes write', () => {
    const decider = new StagedDecider([importCreated('contacts')]);
    decider.commandsBegun = undefined;
    expect(new ImportCommands(decider).pace()).toBe(BESIDE_PROCESSES);
  });
});
