import { hashToken } from '../../src/platform/tokens.ts'
import { sql } from 'kysely'
import * as v from 'valibot'

import type { OtherDaysShop } from '../shop/shop.ts'
import { rowsOf } from './compare-with-model.ts'
import { expectAnswer, oneOf, type Run, type Step } from './run.ts'
import { isEntered } from './gate-model.ts'
import { isBeingPaid, isGate, type ModelShare, raiseVersions, type Visit } from './slow-model.ts'

/** Mails of one reservation in an hour (S-10.06). */
const MOST_MAILS = 10

/** Some tickets of a party pass into other hands, or are refused (S-10.01–05). */
export const handOn: Step = async ({ shop, dice, model }) => {
  const visit = oneOf(dice, model.visits)
  if (visit === undefined || visit.tickets.length === 0) return undefined
  const count = dice.between(1, Math.min(3, visit.tickets.length))
  const numbers = [...new Set(Array.from({ length: count }, () => dice.oneOf(visit.tickets).number))]
  const before = await codesOf(shop, visit.token)
  const answer = await shop.call('POST', '/api/v1/shares', {
    reservation_token: visit.token,
    ticket_ids: numbers,
  })
  const refusal = refusalOf(visit, numbers)
  if (refusal !== null) {
    expectAnswer(answer, { status: refusal === 'ticket not found' ? 404 : 400, error: refusal })
    return refusal
  }
  expectAnswer(answer, { status: 'offered', accepted_at: null })
  const share: ModelShare = { token: String(answer.body['share_token']), numbers, holder: null }
  visit.shares = [...visit.shares, share]
  raiseVersions(visit, numbers)
  await expectGone(
    shop,
    numbers.map(number => before.get(number) ?? ''),
  )
  await expectCodes(shop, visit)
  return 'done'
}

/** What a visitor is told who cannot hand these tickets on. */
function refusalOf(visit: Visit, numbers: readonly number[]): string | null {
  const ONLY_ONE = 'specified parent ticket does not have more than one child ticket'
  if (isBeingPaid(visit)) return 'waiting time change exists'
  const left = visit.tickets.filter(({ number }) => !isEntered(visit, number) && !isWithOthers(visit, number))
  const [gates, teas] = [left.filter(isGate), left.filter(ticket => !isGate(ticket))]
  if (gates.length < 2 && teas.length < 2) return ONLY_ONE
  if (numbers.some(number => !left.some(ticket => ticket.number === number))) return 'ticket not found'
  for (const children of [gates, teas]) {
    const chosen = children.filter(({ number }) => numbers.includes(number)).length
    if (chosen > 0 && children.length === 1) return ONLY_ONE
    if (chosen > 0 && chosen === children.length) return 'invalid_request'
  }
  return null
}

function isWithOthers({ shares }: Visit, number: number): boolean {
  return shares.some(({ numbers }) => numbers.includes(number))
}

interface Sharing {
  readonly visit: Visit
  readonly share: ModelShare
}

function anyShare({ dice, model }: Run): Sharing | undefined {
  return oneOf(
    dice,
    [...model.visits].flatMap(visit => visit.shares.map(share => ({ visit, share }))),
  )
}

/** Whether one of the tickets still admits somebody, or did. */
function isAlive({ visit, share }: Sharing): boolean {
  return visit.tickets.some(({ number }) => share.numbers.includes(number))
}

/** Somebody accepts what was handed on, once more, or too late. */
export const accept: Step = async run => {
  const found = anyShare(run)
  if (found === undefined) return undefined
  const { shop, dice } = run
  const { visit, share } = found
  const key = share.holder !== null && dice.happens(50) ? share.holder.key : crypto.randomUUID()
  const answer = await shop.call('POST', `/api/v1/shareacceptances/${share.token}`, { acceptance_key: key })
  if (share.holder !== null) {
    const isSame = key === share.holder.key
    expectAnswer(
      answer,
      isSame ? { reservation_token: share.holder.token } : { status: 400, error: 'share accepted already' },
    )
    return isSame ? 'once more' : 'by somebody else'
  }
  if (!isAlive(found)) {
    expectAnswer(answer, { status: 404 })
    return 'given back'
  }
  expectAnswer(answer, { status: 200 })
  share.holder = { key, token: String(answer.body['reservation_token']) }
  await expectCodes(shop, visit)
  return 'done'
}

/** The buyer takes back what they handed on, unless somebody came in with it. */
export const takeBack: Step = async run => {
  const found = anyShare(run)
  if (found === undefined) return undefined
  const { shop } = run
  const { visit, share } = found
  const given = share.holder === null ? new Map<number, string>() : await codesOf(shop, share.holder.token)
  const answer = await shop.call('DELETE', `/api/v1/shares/${share.token}?reservation_token=${visit.token}`)
  if (share.numbers.some(number => isEntered(visit, number))) {
    expectAnswer(answer, { status: 400, error: 'shared ticket was used' })
    return 'used'
  }
  expectAnswer(answer, { status: 204 })
  visit.shares = visit.shares.filter(other => other !== share)
  raiseVersions(visit, share.numbers)
  await expectGone(shop, [...given.values()])
  expectAnswer(await shop.call('GET', `/api/v1/shares/${share.token}`), { status: 404 })
  if (share.holder !== null)
    expectAnswer(await shop.call('GET', `/api/v1/reservations/${share.holder.token}`), { status: 404 })
  await expectCodes(shop, visit)
  return share.holder === null ? 'nobody had it' : 'from somebody'
}

/** What was handed on is mailed to somebody (S-10.06). */
export const mailShare: Step = async run => {
  const found = anyShare(run)
  if (found === undefined) return undefined
  const { shop } = run
  const { visit, share } = found
  const answer = await shop.call('POST', `/api/v1/sharemails/${share.token}`, {
    email: `${crypto.randomUUID()}@example.com`,
    name: 'Hana',
    lang: 'ja',
  })
  if (!isAlive(found)) {
    expectAnswer(answer, { status: 404 })
    return 'given back'
  }
  if (share.holder !== null) {
    expectAnswer(answer, { status: 400, error: 'share accepted already' })
    return 'accepted'
  }
  if (visit.paid <= 0) {
    expectAnswer(answer, { status: 400, error: 'invalid_request' })
    return 'never paid for'
  }
  if (visit.mails >= MOST_MAILS) {
    expectAnswer(answer, { status: 429 })
    return 'too many'
  }
  expectAnswer(answer, { mail_sent: true })
  visit.mails += 1
  return 'done'
}

/** The buyer asks for a receipt, or for the newest one; each says what is paid now (S-14.06–08). */
export const askForReceipt: Step = async ({ shop, dice, model }) => {
  const visit = oneOf(dice, model.visits)
  if (visit === undefined) return undefined
  const answer = await shop.call('POST', `/api/v1/receipts/${visit.token}`, { addressee: '山田商店' })
  if (!visit.hasReceipt && visit.paid <= 0) {
    expectAnswer(answer, { status: 404 })
    return 'never paid for'
  }
  const hadOne = visit.hasReceipt
  expectAnswer(answer, { price: visit.paid, reissue: hadOne, reservation_number: visit.number })
  expectSums(v.parse(receipt, answer.body))
  visit.hasReceipt = true
  return hadOne ? 'once more' : 'the first'
}

const amount = v.object({ price: v.number() })
const receipt = v.object({
  price: v.number(),
  lines: v.array(amount),
  adjustments: v.array(amount),
  payments: v.array(amount),
  taxes: v.array(v.object({ price: v.number(), tax: v.number(), tax_rate: v.number() })),
})

/** Lines with what changes them, money, and parts by rates of tax each make the total; the tax of a rate is the whole yen in it. */
function expectSums({ price, lines, adjustments, payments, taxes }: v.InferOutput<typeof receipt>): void {
  const sum = (parts: ReadonlyArray<{ readonly price: number }>): number =>
    parts.reduce((total, part) => total + part.price, 0)
  const sums = [sum([...lines, ...adjustments]), sum(payments), sum(taxes)]
  if (sums.some(one => one !== price)) throw new Error(`a receipt of ${price} yen has sums of ${sums.join()}`)
  for (const { price: part, tax, tax_rate: rate } of taxes)
    if (tax !== Number((BigInt(part) * BigInt(rate)) / BigInt(100 + rate)))
      throw new Error(`${tax} yen of tax in ${part} at ${rate} %`)
}

const codes = v.array(v.object({ id: v.number(), code: v.string() }))

/** The codes that the holder of a token sees, by the numbers of their tickets; none where they see nothing. */
async function codesOf(shop: OtherDaysShop, token: string): Promise<Map<number, string>> {
  const { status, body } = await shop.call('GET', `/api/v1/reservations/${token}/tickets`)
  if (status !== 200) return new Map()
  return new Map(
    v
      .parse(codes, body)
      .filter(({ code }) => code !== '')
      .map(({ id, code }) => [id, code]),
  )
}

/** No gate knows any of them (S-9.04). */
async function expectGone(shop: OtherDaysShop, codes: readonly string[]): Promise<void> {
  const known = await knownOf(shop, codes)
  if (known.length > 0) throw new Error(`${known.length} former codes are still known`)
}

async function knownOf(shop: OtherDaysShop, codes: readonly string[]): Promise<readonly unknown[]> {
  return rowsOf(shop, sql`select from tickets where code_hash = any(${codes.map(code => hashToken(code))})`)
}

/** Each ticket has one code that the gate knows, and one person sees it: whoever has accepted it, or its buyer; nobody while it is offered. */
async function expectCodes(shop: OtherDaysShop, { token, shares, tickets }: Visit): Promise<void> {
  const own = await codesOf(shop, token)
  const seen = [...own.values()]
  for (const { number } of tickets) {
    const share = shares.find(({ numbers }) => numbers.includes(number))
    if (own.has(number) === (share !== undefined))
      throw new Error(`ticket ${number} is seen by the wrong person`)
  }
  for (const { holder, numbers } of shares) {
    if (holder === null) continue
    const held = await codesOf(shop, holder.token)
    if (held.size !== numbers.length) throw new Error(`${held.size} of ${numbers.length} tickets are seen`)
    seen.push(...held.values())
  }
  const known = await knownOf(shop, seen)
  if (new Set(seen).size !== seen.length || known.length !== seen.length)
    throw new Error(`${known.length} of ${seen.length} codes are known`)
}
