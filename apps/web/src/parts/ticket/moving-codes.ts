import type { Answer } from '@kippu/contract/call'
import type { readTicketCodes } from '@kippu/contract/check-in'
import { ROTATION_MS } from '@kippu/domain/check-in/signed-code'

import type { PresentCodes } from './shown-code.ts'

/** The next codes of tickets, as the server tells them, each list in the order of time. */
export type MovingCodes = Answer<typeof readTicketCodes>

/** A gate admits a code that is older than its half minute for a while: the last one is shown for so long, in ms, where no newer one came. */
const SHOWN_FOR = 2 * ROTATION_MS

/** The code of each ticket at a moment, in ms since 1970. */
export function presentCodes(moving: MovingCodes, now: number): PresentCodes {
  return new Map(
    moving.flatMap(({ id, codes }) => {
      const last = codes.findLast(({ from }) => Date.parse(from) <= now)
      const isShown = last !== undefined && now - Date.parse(last.from) < SHOWN_FOR
      return isShown ? [[id, last.code]] : []
    }),
  )
}

/** When what is shown changes next, in ms since 1970; null when it does not. */
export function nextChange(moving: MovingCodes, now: number): number | null {
  const times = moving.flatMap(({ codes }) => [
    ...codes.map(({ from }) => Date.parse(from)),
    ...codes.slice(-1).map(({ from }) => Date.parse(from) + SHOWN_FOR),
  ])
  const coming = times.filter(time => time > now)
  return coming.length === 0 ? null : Math.min(...coming)
}

/** Until when there are codes, in ms since 1970. */
export function endOf(moving: MovingCodes): number {
  const ends = moving.flatMap(({ codes }) =>
    codes.slice(-1).map(({ from }) => Date.parse(from) + ROTATION_MS),
  )
  return ends.length === 0 ? 0 : Math.min(...ends)
}
