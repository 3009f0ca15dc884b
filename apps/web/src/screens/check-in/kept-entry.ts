import * as v from 'valibot'

import { serverNow } from '../../api/server-clock.ts'
import { tabStorage } from '../../session/storage.ts'
import type { TicketName } from './use-ticket-at-gate.ts'

const KEY = 'entry-just-made'
/** So long a page that is loaded again is green, in ms: nobody who was let in is shown as refused. */
const GREEN_FOR = 120_000

const keptEntry = v.object({
  who: v.string(),
  /** A date-time in +09:00. */
  at: v.string(),
  /** `Adult × 2`. */
  kinds: v.array(v.string()),
})
export type KeptEntry = v.InferOutput<typeof keptEntry>

/** Keeps the entry that this tab has just made. */
export function keepEntry(name: TicketName, entry: Pick<KeptEntry, 'at' | 'kinds'>): void {
  tabStorage.setItem(KEY, JSON.stringify({ ...entry, who: nameOf(name) }))
}

/** The entry that this tab made with a ticket, if it was in the last two minutes. */
export function entryJustMade(name: TicketName): KeptEntry | null {
  const kept = v.safeParse(v.pipe(v.string(), v.parseJson(), keptEntry), tabStorage.getItem(KEY))
  if (!kept.success || kept.output.who !== nameOf(name)) return null
  return serverNow() < greenUntil(kept.output) ? kept.output : null
}

/** In ms since 1970. */
export function greenUntil({ at }: KeptEntry): number {
  return Date.parse(at) + GREEN_FOR
}

function nameOf({ reservationToken, id, type }: TicketName): string {
  return `${reservationToken}/${id}/${type}`
}
