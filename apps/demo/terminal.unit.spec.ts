import type { ListState } from './scoreboard.js';
import type { DayState } from './simulation.js';
import { terminalOn } from './terminal.js';

const day = (minute: number): DayState => ({
  minute,
  agents: new Map([['Mia', 'rings Ada Adler']]),
  calls: minute,
  callsFrom: new Map([['1', minute]]),
  results: new Map([['busy', minute]]),
  dispositions: new Map(),
  callbacks: { keptByOwner: 2, keptByOthers: 1, toCome: 5 },
});

const lists: readonly ListState[] = [
  {
    list: { smart_list_id: '1', name: 'Hot leads', priority: 'highest', member_count: 9 },
    active: { queued: 4, waiting: 3, 'for hours': 2, 'for callback': 1, 'in call': 1, completed: 0, frozen: 0 },
    left: 2,
    moved: 1,
  },
];

/** The first bytes of escape codes. */
const CSI = '\x1b[';

/** A terminal with this number of columns that keeps its lines and handles the escape codes in use. */
function fakeTty(columns = 120) {
  const lines: string[] = [];
  let row = 0;
  const write = (text: string): void => {
    const moved = text.startsWith(CSI) ? /^\d+A/.exec(text.slice(CSI.length))![0] : '';
    if (moved) row -= Number.parseInt(moved);
    const drawn = moved ? text.slice(CSI.length + moved.length) : text;
    for (const line of drawn.split('\n').slice(0, -1)) {
      lines[row] = line.replace(`${CSI}K`, '');
      row += 1;
    }
  };
  return { lines, write, columns, isTTY: true };
}

describe('the terminal of the demo', () => {
  it('redraws its table in place, and keeps the last one', () => {
    const output = fakeTty();
    const terminal = terminalOn(output);
    terminal.print('Contacts: 200 imported.');
    for (const minute of [0, 1, 7]) terminal.show(day(minute), lists);
    terminal.close(day(480), lists);
    terminal.print('The end.');
    expect(output.lines).toEqual([
      'Contacts: 200 imported.',
      'Mon 17:00   480 calls: 480 busy',
      '  list       tier     queued  waiting  for hours  for callback  in call  completed  frozen  left  moved  calls',
      '  Hot leads  highest       4        3          2             1        1          0       0     2      1    480',
      '  Mia   rings Ada Adler',
      '  Outcomes: none yet',
      '  Callbacks: 2 kept by the agent who agreed on them, 1 by others, 5 to come',
      'The end.',
    ]);
  });

  it('has a line for calls of contacts without a list, once there are any', () => {
    const output = fakeTty();
    terminalOn(output).show({ ...day(9), callsFrom: new Map([['', 9]]) }, lists);
    expect(output.lines.filter((line) => line.startsWith('  no list '))).toEqual([expect.stringMatching(/ 9$/)]);
  });

  it('cuts lines that a narrow terminal would wrap', () => {
    const output = fakeTty(40);
    terminalOn(output).show(day(1), lists);
    expect(output.lines.every((line) => line.length < 40)).toBe(true);
  });

  it('writes a line an hour where there is no terminal, and no escape codes', () => {
    let written = '';
    const terminal = terminalOn({ write: (text: string) => (written += text) });
    const reads = [0, 1, 59, 61, 100, 119, 121].map((minute) => {
      const needsLists = terminal.needsLists(day(minute));
      terminal.show(day(minute), lists);
      return needsLists;
    });
    expect(reads).toEqual([true, false, false, true, false, false, true]);
    expect(written.trimEnd().split('\n')).toEqual([
      'Mon 09:00    0 calls; queued+waiting: Hot leads 4+3; for hours: 2, for callbacks: 1',
      'Mon 10:01   61 calls; queued+waiting: Hot leads 4+3; for hours: 2, for callbacks: 1',
      'Mon 11:01  121 calls; queued+waiting: Hot leads 4+3; for hours: 2, for callbacks: 1',
    ]);
    expect(written).not.toContain('\x1b');
  });

  it('reads the lists for a terminal every five simulated minutes', () => {
    const terminal = terminalOn(fakeTty());
    expect([0, 1, 4, 5, 9, 11].map((minute) => terminal.needsLists(day(minute)))).toEqual([
      true,
      false,
      false,
      true,
      false,
      true,
    ]);
  });
});
