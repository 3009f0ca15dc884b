import { oraclePrice } from '../../../../packages/domain/test/price-oracle.ts'
import {
  type GateRules,
  isEntered,
  isUsed,
  type ModelEntry,
  type ModelPast,
  startOf,
  type Word,
} from './gate-model.ts'
import type { OfflineGate } from '../gate/offline-gate.ts'
import { linesOn, type Party, type World, type WorldCoupon, type WorldDay } from './world.ts'

/**
 * A shop as slow and simple as it can be: everything is in memory, and stock is counted anew from all that anybody has.
 * It knows the requirements and no code of the store.
 */
export interface Model {
  readonly world: World
  readonly waiting: Set<Waiting>
  readonly visits: Set<Visit>
  /** What the site says of changes (D-05, D-41). */
  givesBack: boolean
  needsTeaStock: boolean
  readonly rules: GateRules
  /** Scans of the store, the newest last. */
  readonly scans: ModelScan[]
  /** Scans that let nobody in, by their names. */
  readonly refusals: Map<string, { readonly status: string; readonly reason: string }>
  /** A gate without a connection, with what it knew last. */
  offline: ModelOffline | null
}

export interface ModelScan {
  readonly scanId: string
  /** In ms since 1970. */
  readonly at: number
  readonly said: Word
  readonly visit: Visit
  /** Why it was undone; null while it was not. */
  undone: string | null
}

/** A code that somebody saw once. */
export interface CodeCopy {
  readonly number: number
  readonly version: number
  readonly plain: string
  readonly signed: string
  /** What it claims, in ms since 1970. */
  readonly startsAt: number
}

export interface KnownOffline {
  readonly version: number
  readonly isRevoked: boolean
  readonly past: ModelPast
}

export interface ModelOffline {
  readonly gate: OfflineGate
  readonly rules: GateRules
  /** By the number of the reservation and that of the ticket. */
  readonly tickets: ReadonlyMap<string, KnownOffline>
  readonly scans: Array<{
    readonly visit: Visit
    readonly copy: CodeCopy
    readonly direction: 'in' | 'out'
    readonly at: number
    readonly said: Word
    readonly undone: string | null
  }>
}

/** What everybody has who has, or wants, places. */
interface Wish {
  readonly id: string
  readonly token: string
  /** Time spans of the visit and of the tea; null without tea. */
  readonly span: number
  readonly teaSpan: number | null
  /** Yen. */
  readonly price: number
}

/** An order that is not paid. */
export interface Waiting extends Wish {
  readonly party: Party
  readonly coupon: WorldCoupon | null
  readonly isMember: boolean
  /** Its hold has ended. */
  hasEnded: boolean
}

export interface ModelTicket {
  /** Inside of its reservation. */
  readonly number: number
  readonly kind: 'adult' | 'child' | 'tea'
  /** Yen. */
  readonly price: number
}

/** A bought visit: a reservation. */
export interface Visit {
  readonly reservationId: string
  readonly number: string
  /** Of every order that paid for it, or was to. */
  readonly orderIds: string[]
  token: string
  readonly formerTokens: string[]
  span: number
  teaSpan: number | null
  /** The tea has places; after a move to where it needs none it has not (D-05). */
  isTeaHeld: boolean
  /** Those that admit somebody. */
  tickets: readonly ModelTicket[]
  /** Guides and tickets of the newest order: what an extra's share is taken of. */
  guides: number
  admissions: number
  readonly coupon: WorldCoupon | null
  readonly isMember: boolean
  /** Yen that the buyer paid and was not promised back. */
  paid: number
  /** Yen that they were promised back, and the provider still has. */
  owed: number
  /** Of every ticket that it ever had, by its number: raised when it is handed on, taken back or moved (S-9.04). */
  readonly versions: Map<number, number>
  readonly kinds: ReadonlyMap<number, ModelTicket['kind']>
  /** When each of them admits, in ms since 1970: what was given back does not move along. */
  readonly startsAt: Map<number, number>
  /** Who went in and out, the first first. */
  readonly entries: ModelEntry[]
  /** Codes that somebody has seen, the newest last. */
  readonly copies: CodeCopy[]
  change: Change | null
  /** What is in other hands; what was taken back is gone. */
  shares: readonly ModelShare[]
  /** Mails that handed tickets of it on. */
  mails: number
  hasReceipt: boolean
}

/** Tickets that were handed on together. */
export interface ModelShare {
  readonly token: string
  readonly numbers: readonly number[]
  /** The key and the token of whoever has accepted it. */
  holder: { readonly key: string; readonly token: string } | null
}

export interface Change extends Wish {
  readonly party: Party
  /** The tea holds places of its own, keeps those of the visit, or needs none. */
  readonly teaStock: 'held' | 'carried' | 'none'
  /** Yen that were paid when it was made. */
  readonly credit: number
  /** Yen that go back when it is complete, as the site said when it was made. */
  readonly refund: number
  hasEnded: boolean
  /** The page of the bank that its visitor is at, and the number of the payment. */
  bank: { readonly url: string; readonly paymentNumber: string } | null
}

export function isGate({ kind }: ModelTicket): boolean {
  return kind !== 'tea'
}

/** Somebody else has a ticket that admits. */
export function isHandedOn({ shares, tickets }: Pick<Visit, 'shares' | 'tickets'>): boolean {
  return tickets.some(({ number }) => shares.some(({ numbers }) => numbers.includes(number)))
}

/** Its visitor is at the bank to pay for another time. */
export function isBeingPaid({ change }: Pick<Visit, 'change'>): boolean {
  return change !== null && change.bank !== null
}

export function admissionsOf({ tickets }: Pick<Visit, 'tickets'>): number {
  return tickets.filter(isGate).length
}

/** What goes along when a visit moves: whoever still has a ticket, and a begun share of each extra. */
function partyOf({ tickets, guides, admissions }: Visit): Party {
  const count = (kind: ModelTicket['kind']): number => tickets.filter(one => one.kind === kind).length
  const live = count('adult') + count('child')
  // The least whole number of guides that is the party's share of them.
  let share = 0
  while (share * admissions < guides * live) share += 1
  return { adults: count('adult'), children: count('child'), guides: share, teas: count('tea') }
}

function dayOf({ days }: World, span: number): WorldDay {
  const found = days.find(({ spans, tea }) => tea.id === span || spans.some(({ id }) => id === span))
  if (found === undefined) throw new Error(`no day has span ${span}`)
  return found
}

/** Yen. */
export function priceOf(
  { world }: Model,
  day: WorldDay,
  { party, coupon, isMember }: Pick<Waiting, 'party' | 'coupon' | 'isMember'>,
): number {
  return Number(
    oraclePrice({
      lines: linesOn(day, party),
      promotion: isMember ? world.promotion : null,
      coupons: coupon === null ? [] : [coupon.terms],
      method: null,
    }).price,
  )
}

/** Units that everybody has of each time span; without a change that is to be replaced. */
export function takenUnits({ waiting, visits }: Model, without?: Change | null): Map<number, number> {
  const taken = new Map<number, number>()
  const take = (span: number | null, units: number): void => {
    if (span !== null && units > 0) taken.set(span, (taken.get(span) ?? 0) + units)
  }
  for (const { hasEnded, span, teaSpan, party } of waiting) {
    if (hasEnded) continue
    take(span, party.adults + party.children)
    take(teaSpan, party.teas)
  }
  for (const visit of visits) {
    const { span, teaSpan, tickets, isTeaHeld, change } = visit
    take(span, admissionsOf(visit))
    if (isTeaHeld) take(teaSpan, tickets.length - admissionsOf(visit))
    if (change === null || change.hasEnded || change === without) continue
    for (const [id, units] of wantedBy(change)) take(id, units)
  }
  return taken
}

/** Units that a change holds itself. */
/** Units that a change takes of each time span. */
export function wantedBy({
  span,
  teaSpan,
  teaStock,
  party,
}: Omit<Change, 'id' | 'token'>): Map<number, number> {
  const wanted = new Map([[span, party.adults + party.children]])
  if (teaSpan !== null && teaStock === 'held') wanted.set(teaSpan, party.teas)
  return wanted
}

export function hasRoom(
  { world }: Model,
  taken: ReadonlyMap<number, number>,
  wanted: ReadonlyMap<number, number>,
): boolean {
  const capacities = new Map(
    world.days.flatMap(({ spans, tea }) => [...spans, tea]).map(({ id, capacity }) => [id, capacity]),
  )
  return [...wanted].every(
    ([id, units]) => units === 0 || (taken.get(id) ?? 0) + units <= (capacities.get(id) ?? 0),
  )
}

export type PlannedMove = { readonly refusal: string } | { readonly change: Omit<Change, 'id' | 'token'> }

/** What happens to a visit that is asked to move (S-11.02, S-11.13, S-11.16–17, D-05, D-41). */
export function planMove(model: Model, visit: Visit, span: number): PlannedMove {
  if (admissionsOf(visit) === 0 || isUsed(visit) || isHandedOn(visit))
    return { refusal: 'cannot change ticket' }
  if (isBeingPaid(visit)) return { refusal: 'waiting time change exists' }
  if (visit.span === span) return { refusal: 'cannot change ticket' }
  const day = dayOf(model.world, span)
  const party = partyOf(visit)
  const teaSpan = party.teas > 0 ? day.tea.id : null
  const keepsTea = teaSpan === visit.teaSpan && visit.isTeaHeld
  const price = priceOf(model, day, { ...visit, party })
  const change = {
    span,
    teaSpan,
    teaStock: keepsTea ? ('carried' as const) : model.needsTeaStock ? ('held' as const) : ('none' as const),
    party,
    price,
    credit: visit.paid,
    refund: model.givesBack ? Math.max(0, visit.paid - price) : 0,
    hasEnded: false,
    bank: null,
  }
  if (!hasRoom(model, takenUnits(model, visit.change), wantedBy(change)))
    return { refusal: 'time_change_out_of_stock' }
  return { change }
}

/** Whether a paid change can be made, also late (S-2.06): nobody came in, and its places are there. */
export function canComplete(model: Model, visit: Visit, change: Change): boolean {
  const hasEntered = visit.tickets.some(({ number }) => isEntered(visit, number))
  return !hasEntered && !isHandedOn(visit) && hasRoom(model, takenUnits(model, change), wantedBy(change))
}

/** Every copy of their codes is an older one from now on. */
export function raiseVersions({ versions }: Visit, numbers: readonly number[]): void {
  for (const number of numbers) versions.set(number, (versions.get(number) ?? 0) + 1)
}

/** The visit is at its new time. */
export function complete(
  model: Model,
  visit: Visit,
  {
    change,
    token,
    tickets,
  }: { readonly change: Change; readonly token: string; readonly tickets: readonly ModelTicket[] },
): void {
  visit.formerTokens.push(visit.token)
  visit.token = token
  visit.span = change.span
  visit.teaSpan = change.teaSpan
  visit.isTeaHeld = change.teaStock !== 'none'
  visit.guides = change.party.guides
  visit.admissions = change.party.adults + change.party.children
  visit.paid = change.credit + Math.max(0, change.price - change.credit) - change.refund
  visit.tickets = tickets
  for (const { number, kind } of tickets)
    visit.startsAt.set(number, startOf(model.world, kind === 'tea' ? visit.teaSpan : visit.span))
  raiseVersions(
    visit,
    tickets.map(({ number }) => number),
  )
  visit.change = null
}
