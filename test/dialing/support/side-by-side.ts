import { HistoryIds } from '../../../libs/dialing/testing/histories.js';
import type { Step } from '../../../libs/dialing/testing/histories.js';
import { ReferenceModel } from '../../../libs/dialing/testing/reference-model/reference-model.js';
import { modelAnswer } from '../../../libs/dialing/testing/reference-model/http.js';
import type { ModelRequest, ModelResponse } from '../../../libs/dialing/testing/reference-model/http.js';
import type { Rows } from './clocked-service.js';
import { MemberNumbers, withoutNumbers } from './member-numbers.js';
import { expectSameReads } from './same-reads.js';
import type { ServedWorkspace } from './served-workspace.js';

/** A step of a history, or a kill and restart of the service. */
export type HistoryStep = Step | { readonly restart: Rows };

/**
 * One workspace twice: in the service and in the reference model. Each step is sent to both and must get equal answers;
 * then all reads are compared. The model uses the ids of the service, so that answers can be compared unchanged.
 */
export class SideBySide {
  /** Ids that the service has created and the model has yet to use. */
  private given: string[] = [];
  private readonly ids: HistoryIds;
  private readonly numbers = new MemberNumbers();
  private readonly model = new ReferenceModel(() => this.given.shift() ?? 'an id that the service did not give');
  private steps = 0;

  /** @param begins the initial time, in milliseconds since 1970 */
  constructor(
    private readonly served: ServedWorkspace,
    begins: number,
  ) {
    this.ids = new HistoryIds(served.id, () => this.model.now);
    this.model.setClock(begins);
  }

  async play(step: HistoryStep): Promise<void> {
    this.steps += 1;
    if ('restart' in step) await this.served.restart(step.restart);
    else if ('wait' in step) await this.wait(step.wait);
    else await this.request(step);
    const send = (request: ModelRequest) => this.served.send(request);
    await this.served.whenCaughtUp(() => expectSameReads(this.model, send, this.numbers, this.steps));
  }

  private async wait(minutes: number): Promise<void> {
    this.model.setClock(this.model.now + minutes * 60_000);
    await this.served.setClock(this.model.now);
  }

  private async request(step: Omit<ModelRequest, 'token'>): Promise<void> {
    const request = this.ids.resolve(step);
    const answer = await this.served.send(request);
    this.ids.learn(answer);
    this.given = [...idsGivenBy(answer)];
    const expected = modelAnswer(this.model, request);
    const code = ({ status, body }: ModelResponse) => ({ request, status, code: body['code'] });
    expect(code(answer)).toEqual(code(expected));
    if (expected.status >= 300) return;
    this.numbers.expectSameOrder(expected.body, answer.body);
    const { workspace: _, ...shown } = expected.body;
    expect(withoutNumbers(answer.body)).toMatchObject(withoutNumbers(shown));
  }
}

/** The ids that an answer creates, in order. */
function idsGivenBy({ status, body }: ModelResponse): readonly string[] {
  const made = body as Record<'smart_list' | 'outcome' | 'dial_group' | 'call', Record<string, string> | undefined> & {
    readonly calls?: readonly { readonly call_id: string }[];
  };
  if (made.calls) return made.calls.map(({ call_id }) => call_id);
  const { smart_list, outcome, dial_group, call } = made;
  const ids = [
    smart_list?.['smart_list_id'],
    outcome?.['outcome_id'],
    dial_group?.['dial_group_id'],
    call?.['call_id'],
  ];
  return status === 201 ? ids.flatMap((id) => id ?? []) : [];
}
