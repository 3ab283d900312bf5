import type { Logger } from 'pino';
import { realTimers } from '#read-model';
import { SystemResolver, UndiciWebhookSender, type WebhookSender } from '#webhooks';
import type { Config } from './config.js';
import { RefusedAddressLog } from './refused-address-log.js';

/** What webhooks leave this process by; it is to be closed. */
export function openWebhookSender({ webhookAllow, webhookTrusted }: Config, logger: Logger): WebhookSender {
  const refused = new RefusedAddressLog(logger, () => performance.now());
  return new UndiciWebhookSender({
    resolver: new SystemResolver(realTimers),
    timers: realTimers,
    allowed: webhookAllow,
    trusted: webhookTrusted,
    onRefused: (address) => refused.note(address),
  });
}
