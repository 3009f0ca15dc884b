import { type GateTicket, type ScanAnswer, scanTicket as scanCall, undoScan } from '@kippu/contract/gate'
import { entryWindowOf } from '@kippu/domain/check-in/entry-window'
import type { CheckInStatus, Direction, RefusalReason } from '@kippu/domain/check-in/judge-entry'
import { readScannedText } from '@kippu/domain/check-in/scanned-text'
import { epochMsOf } from '@kippu/domain/jst-date'
import type { BookingType } from '@kippu/domain/states/ticket'

import { serverNow } from '../../api/server-clock.ts'
import { decideOffline, nameOf, type OfflineDecision, type OfflineTicket } from '../offline/decide-offline.ts'
import type { KeptLists } from '../offline/kept.ts'
import { keepAnswered, undoKept } from '../offline/kept-scans.ts'
import { type GateDevice, isNotEnrolled, isRefused } from './gate-device.ts'
import { useGate } from './gate-state.ts'

/** For so long somebody at the gate waits for the store, in ms; then the device decides. */
const PATIENCE_MS = 2_000

export type Scanned =
  | { readonly code: string }
  | { readonly reservationNumber: string; readonly ids: readonly number[] }

export interface ScanQuestion {
  /** The same again asks for the same answer. */
  readonly scanId: string
  readonly direction: Direction
  readonly scanned: Scanned
}

/** A ticket as the staff see it. Times are ms since 1970. */
export interface ShownTicket {
  readonly kindName: string
  readonly productName: string
  readonly isSet: boolean
  readonly needsProof: boolean
  readonly status: CheckInStatus
  readonly reason: RefusalReason | null
  readonly admitsFrom: number
  readonly admitsUntil: number
  readonly lastInAt: number | null
  readonly lastOutAt: number | null
}

/** Why the device could not decide by itself. */
export type NeedsStore = 'plain' | 'party' | 'short' | 'list' | 'lists'

export interface GateResult {
  readonly question: ScanQuestion
  /** By the store's clock, in ms since 1970. */
  readonly at: number
  readonly isOffline: boolean
  readonly outcome:
    | { readonly kind: 'success' }
    | { readonly kind: 'refused'; readonly reason: RefusalReason }
    | { readonly kind: 'needs_store'; readonly because: NeedsStore }
  readonly tickets: readonly ShownTicket[]
}

/**
 * Asks the store, and decides by itself where it says nothing in time. Nothing else is waited for. Null where the device is not enrolled any longer.
 *
 * @param tellLater gets the answer of the store to what the device could not decide, if it comes after all.
 */
export async function scanTicket(
  device: GateDevice,
  question: ScanQuestion,
  tellLater: (result: GateResult) => void = () => undefined,
): Promise<GateResult | null> {
  if (navigator.onLine === false) return decideAlone(device, question)
  const asked = askStore(device, question)
  const late = new Promise<'late'>(resolve => {
    setTimeout(() => resolve('late'), patience())
  })
  const answer = await Promise.race([asked, late])
  if (answer === 'not_enrolled') return null
  if (answer !== 'late' && answer !== 'no_answer') return answer
  const decided = await decideAlone(device, question)
  if (answer === 'late' && decided.outcome.kind === 'needs_store')
    void asked.then(result => {
      if (typeof result === 'object') tellLater(result)
    })
  return decided
}

/** A visitor who was left without an answer a moment ago does not wait as long again. */
function patience(): number {
  return useGate.getState().isConnected ? PATIENCE_MS : PATIENCE_MS / 4
}

async function askStore(
  device: GateDevice,
  question: ScanQuestion,
): Promise<GateResult | 'no_answer' | 'not_enrolled'> {
  const { scanId, direction, scanned } = question
  const what =
    'code' in scanned
      ? { code: scanned.code }
      : { reservation_number: scanned.reservationNumber, ids: [...scanned.ids] }
  try {
    const answer = await device.ask(scanCall, {
      query: { lang: device.lang() },
      body: { scan_id: scanId, direction, ...what },
    })
    void keepEntry(device, question, answer)
    return resultOf(question, answer)
  } catch (error) {
    if (isNotEnrolled(error)) return 'not_enrolled'
    // A text that no ticket has.
    if (isRefused(error)) return refusedBy(question, 'unknown')
    return 'no_answer'
  }
}

function refusedBy(question: ScanQuestion, reason: RefusalReason): GateResult {
  return { question, at: serverNow(), isOffline: false, outcome: { kind: 'refused', reason }, tickets: [] }
}

/** The network may be gone a second later. */
async function keepEntry(
  { database, siteKey, refresh }: GateDevice,
  { scanId, direction, scanned }: ScanQuestion,
  { status, at, tickets }: ScanAnswer,
): Promise<void> {
  if (status !== 'success') return
  const text = 'code' in scanned ? readScannedText(scanned.code) : null
  const [first] = tickets
  await keepAnswered(database, {
    scanId,
    siteKey,
    ...(text?.kind === 'signed' && { uid: text.code.claim.uid }),
    name: first === undefined ? '' : nameOf({ kindName: first.option_name, productName: first.product_name }),
    direction,
    at: epochMsOf(at),
    answeredAt: Date.now(),
  })
  await refresh()
}

function resultOf(question: ScanQuestion, { status, reason, at, tickets }: ScanAnswer): GateResult {
  return {
    question,
    at: epochMsOf(at),
    isOffline: false,
    outcome: status === 'success' ? { kind: 'success' } : { kind: 'refused', reason: reason ?? 'unknown' },
    tickets: tickets.map(ticket => shownOf(ticket)),
  }
}

export function shownOf(ticket: GateTicket): ShownTicket {
  const time = { from: epochMsOf(ticket.reservation_from), to: epochMsOf(ticket.reservation_to) }
  const window = windowOf(ticket.booking_type, time)
  return {
    kindName: ticket.option_name,
    productName: ticket.product_name,
    isSet: ticket.type === 'set',
    needsProof: ticket.needs_proof,
    status: ticket.status,
    reason: ticket.reason,
    admitsFrom: window.from,
    admitsUntil: window.to,
    lastInAt: ticket.last_in_at === null ? null : epochMsOf(ticket.last_in_at),
    lastOutAt: ticket.last_out_at === null ? null : epochMsOf(ticket.last_out_at),
  }
}

function windowOf(bookingType: BookingType, time: { readonly from: number; readonly to: number }) {
  return entryWindowOf(bookingType, time, useGate.getState().lists?.earlyMinutes ?? 0)
}

async function decideAlone(device: GateDevice, question: ScanQuestion): Promise<GateResult> {
  const { scanId, direction, scanned } = question
  const now = serverNow()
  const needs = (because: NeedsStore): GateResult => ({
    question,
    at: now,
    isOffline: true,
    outcome: { kind: 'needs_store', because },
    tickets: [],
  })
  if (!('code' in scanned)) return needs('list')
  const decision = await decideOffline(device.database, { scanId, code: scanned.code, direction, now })
  void device.refresh()
  switch (decision.kind) {
    case 'no_lists':
      return needs('lists')
    case 'needs_store':
      return needs(decision.code)
    case 'decided':
      return offlineResultOf(question, decision)
  }
}

function offlineResultOf(
  question: ScanQuestion,
  { judgement, at, ticket }: Extract<OfflineDecision, { kind: 'decided' }>,
): GateResult {
  const { lists } = useGate.getState()
  const outcome =
    judgement.status === 'success'
      ? ({ kind: 'success' } as const)
      : ({ kind: 'refused', reason: judgement.reason } as const)
  const reason = judgement.status === 'success' ? null : judgement.reason
  const tickets =
    ticket === null ? [] : [offlineTicketOf(ticket, lists, { status: judgement.status, reason })]
  return { question, at, isOffline: true, outcome, tickets }
}

function offlineTicketOf(
  { claim, kindName, productName, needsProof, past }: OfflineTicket,
  lists: KeptLists | null,
  judged: Pick<ShownTicket, 'status' | 'reason'>,
): ShownTicket {
  const product = lists?.products.find(({ id }) => id === claim.productId)
  const window = windowOf(product?.bookingType ?? 'time', claim)
  return {
    kindName,
    productName,
    isSet: claim.type === 'set',
    needsProof,
    ...judged,
    admitsFrom: window.from,
    admitsUntil: window.to,
    ...past,
  }
}

/** `kept`: undone here, and told to the store when there is a connection; `late`: the store does not undo it any longer. */
export type Undone = 'undone' | 'kept' | 'late'

/** Undoes an entry or exit within a minute. What the device decided by itself is undone before the store hears of it, or right after. */
export async function undo(
  device: GateDevice,
  { question, isOffline }: GateResult,
  reason: string,
): Promise<Undone> {
  const { scanId } = question
  if (isOffline) {
    await undoKept(device.database, { scanId, reason, isTold: false })
    void device.sync()
    return useGate.getState().isConnected ? 'undone' : 'kept'
  }
  try {
    await device.ask(undoScan, { params: { scan_id: scanId }, body: { reason } })
  } catch (error) {
    if (isRefused(error)) return 'late'
    const isKnown = await undoKept(device.database, { scanId, reason, isTold: false })
    void device.refresh()
    return isKnown ? 'kept' : 'late'
  }
  await undoKept(device.database, { scanId, reason, isTold: true })
  void device.refresh()
  return 'undone'
}
