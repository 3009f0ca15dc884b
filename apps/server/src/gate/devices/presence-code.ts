import { normaliseMailCode } from '@kippu/domain/form/mail-code'

import type { Deps } from '../../platform/deps.ts'
import { atSite } from '../../platform/staff/inputs.ts'
import { staffVerb } from '../../platform/staff/staff-verb.ts'
import type { Tokens } from '../../platform/tokens.ts'

/** How long the house shows one code, in ms. The code before it is still accepted, for somebody who was typing it. */
const PERIOD_MS = 60_000
const DIGITS = 6
/** So many bytes of a digest become the digits, so that each code is as likely as any other one. */
const BYTES = 6

export interface PresenceCode {
  readonly digits: string
  /** When the next one takes its place, in ms since 1970. */
  readonly endsAt: number
}

/** The code that a house shows now to those who are there. It is made of the deployment's key, and stored nowhere. */
export function presenceCodeAt(
  { tokens }: Pick<Deps, 'tokens'>,
  siteKey: string,
  nowMs: number,
): PresenceCode {
  const period = periodOf(nowMs)
  return { digits: digitsOf(tokens, siteKey, period), endsAt: (period + 1) * PERIOD_MS }
}

/** For staff who tell it to visitors. */
export const readPresenceCode = staffVerb({
  name: 'presence',
  permission: 'gate:write',
  reach: 'site',
  input: atSite,
  run: (deps: Pick<Deps, 'tokens' | 'clock'>, { siteKey }: { readonly siteKey: string }) =>
    Promise.resolve(presenceCodeAt(deps, siteKey, deps.clock.now())),
})

/** Whether a text is the code that a house shows now or showed a minute ago, in digits of any width, with any blanks. */
export function isPresenceCode(
  { tokens }: Pick<Deps, 'tokens'>,
  siteKey: string,
  text: string,
  nowMs: number,
): boolean {
  const typed = normaliseMailCode(text)
  const period = periodOf(nowMs)
  return [period, period - 1].some(one => digitsOf(tokens, siteKey, one) === typed)
}

function periodOf(nowMs: number): number {
  return Math.floor(nowMs / PERIOD_MS)
}

function digitsOf(tokens: Tokens, siteKey: string, period: number): string {
  const { hash } = tokens.hide(`presence:${siteKey}:${period}`)
  return String(hash.readUIntBE(0, BYTES) % 10 ** DIGITS).padStart(DIGITS, '0')
}
