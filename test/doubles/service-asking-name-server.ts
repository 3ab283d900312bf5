import dns from 'node:dns/promises';
import { syncBuiltinESMExports } from 'node:module';

/** The service with one change: names with a dot are resolved by the name server in NAME_SERVER. */
class Resolver extends dns.Resolver {
  constructor(options?: ConstructorParameters<typeof dns.Resolver>[0]) {
    super(options);
    this.setServers([process.env['NAME_SERVER']!]);
  }
}
Object.assign(dns, { Resolver });
syncBuiltinESMExports();
await import('../../apps/service/main.js');
