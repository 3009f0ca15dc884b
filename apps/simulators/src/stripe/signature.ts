import { createHmac } from 'node:crypto'

import { toSeconds } from './intent-life.ts'

/** `Stripe-Signature`: the time and the HMAC-SHA256 of time and body, as Stripe's SDK checks it. */
export function signatureOf(payload: string, secret: string, now: Date): string {
  const time = toSeconds(now)
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${payload}`).digest('hex')}`
}
