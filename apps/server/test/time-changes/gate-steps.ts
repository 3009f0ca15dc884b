import { randomUUID } from 'node:crypto'

import { readTicket } from '@kippu/contract/check-in'
import type { Ticket } from '@kippu/contract/reservations'
import { jstIso } from '@kippu/domain/jst-date'
import { sql } from 'kysely'
import * as v from 'valibot'

import { goOffline } from '../gate/offline-gate.ts'
import { judgeShowing, pastOf, type Showing, statusOf, type Word, wordOf } from './gate-model.ts'
import { expectAnswer, oneOf, type Run, type Step } from './run.ts'
import type { KnownOffline, Model, Visit } from './slow-model.ts'

/** So long a scan can be undone, in ms. */
const UNDO_MS = 60_000
/** So old the rules of products may be that a gate knows, in ms. */
const MOST_AGE_MS = 5_001
/** Copies of codes of one visit that somebody keeps. */
const MOST_COPIES = 12

/** Somebody who has tickets of a visit, and sees their codes. */
interface Hand {
  readonly token: string
  readonly isBuyer: boolean
  /** All that they have, also those whose money went back. */
  readonly numbers: readonly number[]
}

function handsOf({ token, shares, versions }: Visit): readonly Hand[] {
  const given = shares.flatMap(({ numbers }) => numbers)
  return [
    { token, isBuyer: true, numbers: [...versions.keys()].filter(number => !given.includes(number)) },
    ...shares.flatMap(({ holder, numbers }) =>
      holder === null
        ? []
        : [{ token: holder.token, isBuyer: false, numbers: numbers.toSorted((one, other) => one - other) }],
    ),
  ]
}

function isGateTicket({ kinds }: Visit, number: number): boolean {
  return kinds.get(number) !== 'tea'
}

function startsAt(visit: Visit, number: number): number {
  const found = visit.startsAt.get(number)
  if (found === undefined) throw new Error(`there is no ticket ${number}`)
  return found
}

/** What the gate of the store says of a ticket now, or said then. */
function judgeOnline(
  model: Model,
  visit: Visit,
  asked: Pick<Showing, 'direction' | 'at' | 'isOlder'> & { readonly number: number },
): Word {
  const { number } = asked
  return judgeShowing({
    ...asked,
    rules: model.rules,
    startsAt: startsAt(visit, number),
    past: pastOf(visit, number),
    isRevoked: !visit.tickets.some(ticket => ticket.number === number),
  })
}

/** Reads the codes of a hand; whoever likes keeps a copy. */
async function look({ shop }: Run, visit: Visit, { token, numbers }: Hand): Promise<readonly Ticket[]> {
  const seen = (await shop.ticketsOf(token)).filter(({ id }) => numbers.includes(id))
  if (seen.length !== numbers.length) throw new Error(`${seen.length} of ${numbers.length} tickets are seen`)
  for (const { id, code, signed_code: signed } of seen)
    visit.copies.push({
      number: id,
      version: visit.versions.get(id) ?? 0,
      plain: code,
      signed,
      startsAt: startsAt(visit, id),
    })
  visit.copies.splice(0, Math.max(0, visit.copies.length - MOST_COPIES))
  return seen
}

function anyHand({ dice, model }: Run): { readonly visit: Visit; readonly hand: Hand } | undefined {
  const fit = [...model.visits].filter(({ tickets }) => tickets.length > 0)
  const visit = oneOf(dice, fit)
  const hand =
    visit &&
    oneOf(
      dice,
      handsOf(visit).filter(({ numbers }) => numbers.length > 0),
    )
  return visit && hand && { visit, hand }
}

interface Decided {
  readonly scanId: string
  readonly direction: 'in' | 'out'
  readonly at: number
  readonly words: ReadonlyArray<readonly [number: number, word: Word]>
}

/** The model follows a scan of the store. */
function follow({ model }: Run, visit: Visit, { scanId, direction, at, words }: Decided): Word {
  const said = wordOf(words.map(([, word]) => word))
  for (const [number, word] of words)
    if (word === 'success')
      visit.entries.push({ scanId, number, direction, at, fault: null, isUndone: false })
  if (said !== 'success') model.refusals.set(scanId, { status: statusOf(said), reason: said })
  model.scans.push({ scanId, at, said, visit, undone: null })
  return said
}

/** A visitor checks in by themselves, alone or with others of the party (E-04). */
const checkIn: Step = async run => {
  const found = anyHand(run)
  if (found === undefined) return undefined
  const { shop, dice, model } = run
  const { visit, hand } = found
  // A buyer may name what they handed on.
  const named = hand.isBuyer && dice.happens(15) ? [...visit.versions.keys()] : hand.numbers
  const first = dice.oneOf(named)
  const same = named.filter(number => isGateTicket(visit, number) === isGateTicket(visit, first))
  const numbers = dice.happens(40) ? same.filter(number => number === first || dice.happens(70)) : [first]
  const scanId = randomUUID()
  const at = shop.clock.now()
  const words = numbers.map(number => {
    const isOlder = !hand.numbers.includes(number)
    return [number, judgeOnline(model, visit, { number, direction: 'in', at, isOlder })] as const
  })
  const answer = await shop.checkIn(hand.token, first, {
    type: isGateTicket(visit, first) ? 'gate' : 'set',
    scan_id: scanId,
    ...(numbers.length > 1 && { ids: numbers }),
  })
  expectAnswer(answer, {
    status: statusOf(wordOf(words.map(([, word]) => word))),
    tickets: words.map(([number, word]) => ({ id: number, status: statusOf(word) })),
  })
  const said = follow(run, visit, { scanId, direction: 'in', at, words })
  await expectShown(run, visit)
  return numbers.length > 1 ? `together, ${said}` : said
}

interface Shown {
  readonly code: string
  readonly words: Decided['words']
  readonly what: string
}

/** The staff scan a code of today, an old copy, eight letters, or a party's. */
const scan: Step = async run => {
  const found = anyHand(run)
  if (found === undefined) return undefined
  const { shop, dice, door } = run
  const { visit } = found
  const direction = dice.happens(25) ? 'out' : 'in'
  const at = shop.clock.now()
  const { code, words, what } = await shownOf(run, found, { direction, at })
  const scanId = randomUUID()
  const answer = await door.scan(code, { direction, scanId })
  const said = wordOf(words.map(([, word]) => word))
  expectAnswer(answer, {
    status: statusOf(said),
    reason: said === 'success' ? null : said,
    at: jstIso(at),
  })
  const tickets = v.parse(scanned, answer.body).tickets.map(({ id, status }) => ({ id, status }))
  const wanted = said === 'unknown' ? [] : words.map(([id, word]) => ({ id, status: statusOf(word) }))
  if (JSON.stringify(tickets) !== JSON.stringify(wanted))
    throw new Error(`${JSON.stringify(tickets)} are told, not ${JSON.stringify(wanted)}`)
  follow(run, visit, { scanId, direction, at, words })
  await expectShown(run, visit)
  return `${direction} by ${what}: ${said}`
}

const scanned = v.object({ tickets: v.array(v.object({ id: v.number(), status: v.string() })) })

async function shownOf(
  run: Run,
  { visit, hand }: { readonly visit: Visit; readonly hand: Hand },
  moment: Pick<Showing, 'direction' | 'at'>,
): Promise<Shown> {
  const { dice, model } = run
  const seen = await look(run, visit, hand)
  const judged = (number: number, isOlder = false): readonly [number, Word] => [
    number,
    judgeOnline(model, visit, { ...moment, number, isOlder }),
  ]
  const gates = seen.filter(({ id }) => isGateTicket(visit, id))
  const [first, second] = gates
  if (first !== undefined && second !== undefined && dice.happens(20))
    return {
      what: 'party',
      code: `party:${first.code}.${second.code.slice(-6)}`,
      words: gates.map(({ id }) => judged(id)),
    }
  if (dice.happens(30)) {
    const copy = dice.oneOf(visit.copies)
    const isOlder = copy.version !== visit.versions.get(copy.number)
    const isPlain = dice.happens(30)
    return {
      what: isOlder ? 'old copy' : 'copy',
      code: isPlain ? copy.plain : copy.signed,
      words: isOlder && isPlain ? [[copy.number, 'unknown']] : [judged(copy.number, isOlder)],
    }
  }
  const ticket = dice.oneOf(seen)
  const [what, code] = dice.oneOf([
    ['code', ticket.signed_code],
    ['code', ticket.signed_code],
    ['plain code', ticket.code],
    ['letters', ticket.short_code],
  ] as const)
  return { what, code, words: [judged(ticket.id)] }
}

/** The same scan is asked for again, after its answer was lost: whatever happened meanwhile, it is answered as before. */
const scanAgain: Step = async ({ dice, model, door }) => {
  const before = oneOf(dice, model.scans)
  const copy = before && oneOf(dice, before.visit.copies)
  if (before === undefined || copy === undefined) return undefined
  const { scanId, said, at, visit } = before
  const own = visit.entries.filter(entry => entry.scanId === scanId).map(({ number }) => number)
  const answer = await door.scan(copy.signed, { scanId })
  // Of another ticket it says nothing good.
  const isOther = said === 'success' && !own.includes(copy.number)
  expectAnswer(answer, {
    status: isOther ? 'used' : statusOf(said),
    reason: isOther ? 'already_in' : said === 'success' ? null : said,
    at: jstIso(at),
  })
  return isOther ? 'with another ticket' : said
}

/** The staff undo one of the last scans, once more, or too late. */
const undo: Step = async run => {
  const { shop, dice, model, door } = run
  const before = oneOf(dice, dice.happens(70) ? model.scans.slice(-2) : model.scans)
  if (before === undefined) return undefined
  const reason = dice.oneOf(['wrong person', 'wrong ticket'])
  const answer = await door.call('POST', `/api/v1/gate/scans/${before.scanId}/undo`, { reason })
  const own = before.visit.entries.filter(({ scanId }) => scanId === before.scanId)
  if (own.length === 0) {
    expectAnswer(answer, { status: 404, error: 'record not found' })
    return 'nobody entered'
  }
  const isSame = before.undone === reason
  if (!isSame && (before.undone !== null || shop.clock.now() - before.at > UNDO_MS)) {
    expectAnswer(answer, { status: 400, error: 'scan can no longer be undone' })
    return 'too late'
  }
  expectAnswer(answer, { undone: true })
  for (const entry of own) entry.isUndone = true
  before.undone = reason
  await expectShown(run, before.visit)
  return isSame ? 'once more' : 'done'
}

/** A gate loses its connection. */
const loseConnection: Step = async run => {
  const { shop, model } = run
  if (model.offline !== null) return undefined
  const tickets = new Map(
    [...model.visits].flatMap(visit =>
      [...visit.versions].map(([number, version]): [string, KnownOffline] => [
        `${visit.number} ${number}`,
        {
          version,
          isRevoked: !visit.tickets.some(ticket => ticket.number === number),
          past: pastOf(visit, number),
        },
      ]),
    ),
  )
  model.offline = { gate: await goOffline(shop), rules: { ...model.rules }, tickets, scans: [] }
  return 'done'
}

/** It scans a signed code of today or an old copy, and decides by what it knew last and what it did since. */
const scanOffline: Step = async run => {
  const { shop, dice, model } = run
  const { offline } = model
  const found = offline === null ? undefined : anyHand(run)
  if (offline === null || found === undefined) return undefined
  const { visit, hand } = found
  await look(run, visit, hand)
  const copy = dice.oneOf(visit.copies)
  const { number } = copy
  const direction = dice.happens(25) ? 'out' : 'in'
  const at = Math.floor(shop.clock.now() / 1000) * 1000
  // A code claims the time of its own version.
  const known = offline.tickets.get(`${visit.number} ${number}`)
  const own = offline.scans.filter(
    one => one.visit === visit && one.copy.number === number && one.said === 'success',
  )
  const times = (way: 'in' | 'out'): number[] =>
    own.filter(one => one.direction === way && one.undone === null).map(one => one.at)
  const newest = (before: number | null | undefined, all: readonly number[]): number | null =>
    [...all, ...(before === null || before === undefined ? [] : [before])].toSorted((a, b) => a - b).at(-1) ??
    null
  const said = judgeShowing({
    rules: offline.rules,
    startsAt: copy.startsAt,
    past: {
      lastIn: newest(known?.past.lastIn, times('in')),
      lastOut: newest(known?.past.lastOut, times('out')),
    },
    isOlder: known !== undefined && copy.version < known.version && !known.isRevoked,
    isRevoked: known?.isRevoked === true,
    direction,
    at,
  })
  const judged = offline.gate.scan(copy.signed, direction, at)
  const word = judged.status === 'success' ? 'success' : judged.reason
  if (word !== said) throw new Error(`a gate without a connection says ${word}, not ${said}`)
  const undone = dice.happens(10) && offline.gate.undoLast('wrong person', at) ? 'wrong person' : null
  offline.scans.push({ visit, copy, direction, at, said, undone })
  return undone === null ? said : `${said}, undone`
}

/** It is back, and tells what it did, now and then twice: the store judges it, and everybody who entered is in (S-9.09). */
const comeBackOnline: Step = async run => {
  const { dice, model, door } = run
  const { offline } = model
  if (offline === null || offline.scans.length === 0) return undefined
  const scans = offline.gate.report()
  const answers = await door.call('POST', '/api/v1/gate/reports', { scans })
  const judged = offline.scans.map(({ visit, copy, direction, at, said, undone }, index): Word => {
    const isOlder = copy.version !== visit.versions.get(copy.number)
    const word = judgeOnline(model, visit, { number: copy.number, direction, at, isOlder })
    const scanId = scans[index]?.scan_id ?? ''
    if (said === 'success') {
      const fault = word === 'success' ? null : statusOf(word)
      visit.entries.push({ scanId, number: copy.number, direction, at, fault, isUndone: undone !== null })
    } else model.refusals.set(scanId, { status: statusOf(said), reason: said })
    return word
  })
  const wanted = judged.map((word, index) => ({
    scan_id: scans[index]?.scan_id,
    status: statusOf(word),
    reason: word === 'success' ? null : word,
  }))
  const told = [
    answers,
    ...(dice.happens(50) ? [await door.call('POST', '/api/v1/gate/reports', { scans })] : []),
  ]
  for (const { body } of told)
    if (JSON.stringify(body) !== JSON.stringify(wanted))
      throw new Error(`a report is answered ${JSON.stringify(body)}, not ${JSON.stringify(wanted)}`)
  const wrong = offline.scans.filter(
    ({ said }, index) => (said === 'success') !== (judged[index] === 'success'),
  )
  for (const visit of new Set(offline.scans.map(one => one.visit))) await expectShown(run, visit)
  model.offline = null
  return wrong.length === 0 ? 'all was right' : 'something was wrong'
}

/** Minutes pass, or hours. */
const letTimePass: Step = async ({ shop, dice }) => {
  shop.clock.advance(dice.oneOf([45_000, 60_000, 600_000, 1_800_000, 7_200_000]))
  return 'done'
}

/** The house admits otherwise from now on. */
export const changeRules: Step = async ({ shop, dice, model }) => {
  const { catalogue } = model.world
  Object.assign(model.rules, {
    policy: dice.oneOf(['once', 'once', 'daily', 'any'] as const),
    reentryMinutes: dice.happens(50) ? dice.oneOf([1, 30]) : null,
    earlyMinutes: dice.oneOf([0, 6_000, 9_999, 9_999, 9_999]),
  })
  const { policy, reentryMinutes, earlyMinutes } = model.rules
  await shop.run(sql`
    update products set entry_policy = ${policy}, reentry_minutes = ${reentryMinutes}
     where id in (${catalogue.productId}, ${catalogue.tea.productId})`)
  await shop.set('Checkin_Early_Minutes', String(earlyMinutes))
  shop.clock.advance(MOST_AGE_MS)
  return policy
}

/** Everybody who has tickets of a visit sees what became of them, on their page (E-02) and at the gate (E-03). */
async function expectShown({ shop, dice, model }: Run, visit: Visit): Promise<void> {
  const at = shop.clock.now()
  for (const { token, isBuyer, numbers } of handsOf(visit)) {
    const shown = await shop.ticketsOf(token)
    const wordAt = (number: number): Word =>
      judgeOnline(model, visit, { number, direction: 'in', at, isOlder: !numbers.includes(number) })
    const wanted = (isBuyer ? [...visit.versions.keys()] : numbers).map(number => {
      const { firstIn } = pastOf(visit, number)
      const word = wordAt(number)
      return {
        id: number,
        status: word === 'success' || word === 'too_early' ? 'available' : statusOf(word),
        used_at: firstIn === null ? null : jstIso(firstIn),
      }
    })
    const told = shown.map(({ id, status, used_at: usedAt }) => ({ id, status, used_at: usedAt }))
    if (JSON.stringify(told) !== JSON.stringify(wanted))
      throw new Error(`a page says ${JSON.stringify(told)}, not ${JSON.stringify(wanted)}`)
    const number = oneOf(dice, numbers)
    if (number === undefined) continue
    const type = isGateTicket(visit, number) ? 'gate' : 'set'
    const { body } = await shop.call('GET', `/api/v1/tickets/${token}/${number}?type=${type}`)
    const atGate = v.parse(readTicket.response, body)
    const word = wordAt(number)
    const may = [number, ...numbers.filter(other => other !== number)].filter(
      other =>
        isGateTicket(visit, other) === isGateTicket(visit, number) &&
        startsAt(visit, other) === startsAt(visit, number) &&
        wordAt(other) === 'success',
    )
    expectAnswer(
      { status: 200, body: { ticket: atGate.ticket.status, party: atGate.party.map(({ id }) => id) } },
      { ticket: word === 'success' ? 'available' : statusOf(word), party: may },
    )
  }
}

export const GATE_STEPS: ReadonlyArray<readonly [name: string, weight: number, step: Step]> = [
  ['check in', 9, checkIn],
  ['scan', 12, scan],
  ['ask for a scan again', 3, scanAgain],
  ['undo', 6, undo],
  ['lose the connection', 3, loseConnection],
  ['scan without a connection', 10, scanOffline],
  ['come back and report', 3, comeBackOnline],
  ['let time pass', 5, letTimePass],
  ['change the rules', 2, changeRules],
]
