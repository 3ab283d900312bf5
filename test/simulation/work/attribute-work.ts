import type { Ask, Client, Random, Told, World } from '../world.js';
import { ADMIN_TOKEN } from '../world.js';
import type { Known } from './known.js';

const TIERS = ['gold', 'silver', '3', null];
const VISITS = [1, 2, 3, true, null];
/** What is declared: null and one name let terms go, an empty list changes nothing. */
const DECLARED = [['tier'], ['visits'], ['tier', 'visits'], ['plan', 'tier'], null, []];
const SOUGHT = ['tier:gold', 'tier:silver', 'tier:3', 'visits:1', 'visits:3', 'visits:true', 'plan:x'];

/**
 * An operator who changes by what contacts are found, while a client changes attributes and searches for them: contacts
 * from before each change are indexed behind it.
 */
export class AttributeWork {
  private readonly operator: Client;
  private readonly client: Client;

  constructor(
    private readonly world: World,
    private readonly known: Known,
    private readonly random: Random,
    /** PATCH of its settings. */
    private readonly workspacePath: string,
  ) {
    this.operator = world.client('operator who declares attributes');
    this.client = world.client('client who searches');
  }

  /** @param withinMs each step begins within so many milliseconds after the one before */
  async run(steps: number, withinMs: number): Promise<void> {
    const { random } = this;
    for (let step = 0; step < steps; step += 1) {
      await this.world.sleep(random.below(withinMs));
      const kind = random.weighted({ declare: 2, change: 5, search: 6 });
      if (kind === 'declare') await this.declare();
      else if (kind === 'change') await this.change();
      else await this.search();
    }
  }

  private declare(): Promise<Told> {
    const body = { searchable_attributes: this.random.pick(DECLARED) };
    return this.operator.request({ method: 'PATCH', path: this.workspacePath, body, key: ADMIN_TOKEN });
  }

  private change(): Promise<Told> {
    const attributes = { tier: this.random.pick(TIERS), visits: this.random.pick(VISITS) };
    return this.ask({ method: 'PATCH', path: `/contacts/${this.known.one('contacts')}`, body: { attributes } });
  }

  private search(): Promise<Told> {
    const order = this.random.pick(['ascending', 'descending']);
    return this.ask({
      method: 'GET',
      path: `/contacts?page_size=200&attribute=${this.random.pick(SOUGHT)}&order=${order}`,
    });
  }

  private ask(ask: Ask): Promise<Told> {
    return this.client.request({ ...ask, key: this.known.keys[0]!.secret });
  }
}
