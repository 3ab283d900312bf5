import { IsIn } from 'class-validator';
import { Environment, Problem, Variable, wholeNumber } from './environment.js';

class Toy {
  @Variable('TOY_PORT', wholeNumber(1, 10)) readonly port: number = 3;
  @Variable('TOY_WORD') @IsIn(['a', 'b'], { message: 'must be one of $constraint1' }) readonly word: string = 'a';
  @Variable('TOY_NAME') readonly name: string | undefined;
  @Variable('TOY_OFF', (text) => (text === 'off' ? null : new Problem(`must be off, not ${text}`))) readonly off:
    null | 1 = 1;
}

function read(variables: Record<string, string>) {
  const environment = new Environment(variables);
  return { toy: { ...environment.read(Toy) }, problems: environment.problems };
}

describe('a settings class', () => {
  it('has its initial values where variables are unset or empty', () => {
    const toy = { port: 3, word: 'a', name: undefined, off: 1 };
    expect(read({})).toEqual({ toy, problems: [] });
    expect(read({ TOY_PORT: '', TOY_WORD: ' ', TOY_NAME: '', port: '9' })).toEqual({ toy, problems: [] });
  });

  it('has what its variables say, trimmed', () => {
    const variables = { TOY_PORT: ' 10 ', TOY_WORD: 'b', TOY_NAME: ' x y ', TOY_OFF: 'off' };
    expect(read(variables)).toEqual({ toy: { port: 10, word: 'b', name: 'x y', off: null }, problems: [] });
  });

  it('keeps its initial value where a variable is refused, and says each rule behind the name', () => {
    expect(read({ TOY_PORT: '11', TOY_WORD: 'c', TOY_NAME: 'n', TOY_OFF: 'on' })).toEqual({
      toy: { port: 3, word: 'a', name: 'n', off: 1 },
      problems: [
        'TOY_PORT must be a whole number from 1 to 10.',
        'TOY_WORD must be one of a, b.',
        'TOY_OFF must be off, not on.',
      ],
    });
  });

  it('repeats what was typed as it was typed', () => {
    expect(read({ TOY_OFF: '$property of $target' }).problems).toEqual([
      'TOY_OFF must be off, not $property of $target.',
    ]);
  });

  it.each(['1e0', '0x1', '+1', '-1', '1.0', '1 0', '٣'])('takes no %s for a whole number', (text) => {
    expect(read({ TOY_PORT: text }).problems).toHaveLength(1);
  });

  it('has no property that cannot hold what is read into it', () => {
    class Wrong {
      // @ts-expect-error -- a whole number is no text
      @Variable('TOY_PORT', wholeNumber(1, 10)) readonly port: string = '3';
      // @ts-expect-error -- a text is no number
      @Variable('TOY_NAME') readonly name: number = 3;
    }
    expect(new Wrong()).toEqual({ port: '3', name: 3 });
  });
});
