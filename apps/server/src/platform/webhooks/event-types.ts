/** The events that third parties can be told of. */
export const WEBHOOK_EVENTS = [
  'order.completed',
  'order.changed',
  'order.refunded',
  'ticket.checked_in',
] as const

export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

export function isWebhookEvent(x: string): x is WebhookEvent {
  return WEBHOOK_EVENTS.some(event => event === x)
}
