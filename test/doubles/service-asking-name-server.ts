import dns from 'node:dns/promises';
import { syncBuiltinESMExports } from 'node:module';

/** The service as it is, but for the DNS: names with a dot are asked of the name server in NAME_SERVER. */
class Resolver extends dns.Resolver {
  constructor(options?: ConstructorParameters<typeof dns.Resolver>[0]) {
    super(options);
    this.setServers([process.env['NAME_SERVER']!]);
  }
}
Object.assign(dns, { Resolver });
syncBuiltinESMExports();
await import('../../apps/service/main.js');
