import type { Logger } from 'pino';
import { SystemResolver, UndiciWebhookSender, type WebhookSender } from '#webhooks';
import type { Config } from './config.js';
import type { Machine } from './machine.js';
import { RefusedAddressLog } from './refused-address-log.js';

/** The sender by which webhooks leave this process; the caller closes it. */
export function openWebhookSender(
  { webhookAllow, webhookTrusted }: Config,
  { timers, monotonic }: Machine,
  logger: Logger,
): WebhookSender {
  const refused = new RefusedAddressLog(logger, monotonic);
  return new UndiciWebhookSender({
    resolver: new SystemResolver(timers),
    timers,
    allowed: webhookAllow,
    trusted: webhookTrusted,
    onRefused: (address) => refused.note(address),
  });
}
