/** The events that third parties can be told of. */
export const WEBHOOK_EVENTS = [
  'order.completed',
  'order.changed',
  'order.refunded',
  'ticket.checked_in',
] as const

export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

/** Those that resellers ask for by their own interface (docs/resellers.md). */
export type ResellerEvent = 'booking_update' | 'availability_update'

export function isWebhookEvent(x: string): x is WebhookEvent {
  return WEBHOOK_EVENTS.some(event => event === x)
}
