import type { World } from './world.ts'

/** How and when a gate admits. */
export interface GateRules {
  policy: 'once' | 'daily' | 'any'
  reentryMinutes: number | null
  earlyMinutes: number
}

/** Somebody went in or out with a ticket. */
export interface ModelEntry {
  readonly scanId: string
  /** Of the ticket, inside its reservation. */
  readonly number: number
  readonly direction: 'in' | 'out'
  /** In ms since 1970. */
  readonly at: number
  /** The status of which it should have been refused, at a gate that was offline. */
  readonly fault: string | null
  isUndone: boolean
}

/** `success`, or why not. */
export type Word =
  | 'success'
  | 'already_in'
  | 'too_early'
  | 'older_code'
  | 'revoked'
  | 'not_inside'
  | 'unknown'

export function statusOf(word: Word): string {
  if (word === 'success') return word
  return word === 'already_in' ? 'used' : word === 'too_early' ? 'invalid_time' : 'invalid'
}

export interface ModelPast {
  readonly firstIn: number | null
  readonly lastIn: number | null
  readonly lastOut: number | null
}

/** A visit, as far as a gate knows it. */
interface Entered {
  readonly entries: readonly ModelEntry[]
  /** By the number of the ticket. */
  readonly versions: ReadonlyMap<number, number>
}

/** What a ticket did that was not undone. */
export function pastOf({ entries }: Pick<Entered, 'entries'>, number: number): ModelPast {
  const times = (direction: 'in' | 'out'): number[] =>
    entries
      .filter(one => one.number === number && one.direction === direction && !one.isUndone)
      .map(({ at }) => at)
      .toSorted((one, other) => one - other)
  const [ins, outs] = [times('in'), times('out')]
  return { firstIn: ins[0] ?? null, lastIn: ins.at(-1) ?? null, lastOut: outs.at(-1) ?? null }
}

export function isEntered(visit: Pick<Entered, 'entries'>, number: number): boolean {
  return pastOf(visit, number).firstIn !== null
}

/** Somebody came in with one of its tickets, also with one whose money went back. */
export function isUsed(visit: Entered): boolean {
  return [...visit.versions.keys()].some(number => isEntered(visit, number))
}

const MINUTE = 60_000
const dayOf = (ms: number): number => Math.floor((ms + 9 * 60 * MINUTE) / (24 * 60 * MINUTE))

/** Somebody who shows a ticket, and what is known of it where they do. */
export interface Showing {
  readonly rules: GateRules
  /** When its visit begins, in ms since 1970. */
  readonly startsAt: number
  readonly past: Pick<ModelPast, 'lastIn' | 'lastOut'>
  readonly isOlder: boolean
  readonly isRevoked: boolean
  readonly direction: 'in' | 'out'
  readonly at: number
}

/** What a gate says (S-9.01–05). The time of no visit of the small shop comes, so that nobody is late. */
export function judgeShowing({ rules, startsAt, past, direction, at, ...what }: Showing): Word {
  const { lastIn, lastOut } = past
  if (what.isOlder) return 'older_code'
  if (what.isRevoked) return 'revoked'
  const isInside = lastIn !== null && (lastOut === null || lastOut < lastIn)
  if (direction === 'out') return isInside ? 'success' : 'not_inside'
  if (lastIn !== null) {
    const since = rules.reentryMinutes === null || isInside || lastOut === null ? null : at - lastOut
    const comesBack = since !== null && since >= 0 && since <= (rules.reentryMinutes ?? 0) * MINUTE
    const isAgain =
      (rules.policy === 'daily' && dayOf(lastIn) !== dayOf(at)) ||
      (rules.policy === 'any' && Math.abs(at - lastIn) >= MINUTE)
    if (!comesBack && !isAgain) return 'already_in'
  }
  return at < startsAt - rules.earlyMinutes * MINUTE ? 'too_early' : 'success'
}

/** When a time span begins: those of a day follow each other by a minute. */
export function startOf({ days }: World, span: number | null): number {
  for (const { date, spans, tea } of days) {
    const index = tea.id === span ? 0 : spans.findIndex(({ id }) => id === span)
    if (index !== -1) return Date.parse(`${date}T10:00:00+09:00`) + index * MINUTE
  }
  throw new Error(`no day has span ${span}`)
}

/** What is told of several who come together: that one may go, or what is told of the first. */
export function wordOf(words: readonly Word[]): Word {
  return words.includes('success') ? 'success' : (words[0] ?? 'unknown')
}
