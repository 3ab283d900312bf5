/** One instruction: its keyword, for example `COPY`, and its arguments with continuation lines joined. */
export interface Instruction {
  readonly keyword: string;
  readonly words: string;
}

/** A `FROM` and the instructions after it. */
export interface Stage {
  readonly base: string;
  readonly name: string | undefined;
  readonly instructions: readonly Instruction[];
}

export interface Copy {
  /** The stage that files are copied from; undefined: the build context. */
  readonly from: string | undefined;
  readonly sources: readonly string[];
  readonly target: string;
}

export function stagesOf(dockerfile: string): readonly Stage[] {
  const stages: { base: string; name: string | undefined; instructions: Instruction[] }[] = [];
  for (const line of logicalLines(dockerfile)) {
    const [, keyword = '', words = ''] = /^(\S+)\s+(.*)$/.exec(line) ?? [];
    if (keyword === 'FROM') {
      const [, base = '', name] = /^(\S+)(?:\s+AS\s+(\S+))?$/.exec(words) ?? [];
      stages.push({ base, name, instructions: [] });
    } else {
      stages.at(-1)?.instructions.push({ keyword, words });
    }
  }
  return stages;
}

/** The arguments of every instruction with that keyword. */
export function all({ instructions }: Stage, keyword: string): readonly string[] {
  return instructions.filter((instruction) => instruction.keyword === keyword).map(({ words }) => words);
}

export function copiesOf(stage: Stage): readonly Copy[] {
  return all(stage, 'COPY').map((words) => {
    const [, from, rest = ''] = /^(?:--from=(\S+)\s+)?(.*)$/.exec(words) ?? [];
    const paths = rest.split(/\s+/);
    return { from, sources: paths.slice(0, -1), target: paths.at(-1) ?? '' };
  });
}

/** The variables that a stage sets. */
export function environmentOf(stage: Stage): Readonly<Record<string, string>> {
  const pairs = all(stage, 'ENV').flatMap((words) => words.split(/\s+/));
  return Object.fromEntries(pairs.map((pair) => [pair.split('=')[0] ?? '', pair.slice(pair.indexOf('=') + 1)]));
}

function logicalLines(text: string): readonly string[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.trimStart().startsWith('#'))
    .join('\n')
    .replace(/\\\n\s*/g, '')
    .split('\n');
}
