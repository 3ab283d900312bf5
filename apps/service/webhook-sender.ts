import { realTimers } from '#read-model';
import { SystemResolver, UndiciWebhookSender, type WebhookSender } from '#webhooks';
import type { Config } from './config.js';

/** What webhooks leave this process by; it is to be closed. */
export function openWebhookSender({ webhookAllow, webhookTrusted }: Config): WebhookSender {
  const resolver = new SystemResolver(realTimers);
  return new UndiciWebhookSender({ resolver, timers: realTimers, allowed: webhookAllow, trusted: webhookTrusted });
}
