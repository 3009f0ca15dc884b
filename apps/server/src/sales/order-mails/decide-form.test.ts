import { LANGUAGES } from '@kippu/domain/language'
import { canMoveOrder, holdMayExpire, isBeingPaid, ORDER_STATUSES } from '@kippu/domain/states/order'
import { siteOf } from '@kippu/demo/demo-sites'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { rounds } from '../../../../../tools/test/proof-choice.ts'
import { testEnv } from '../../../test/shop/test-env.ts'
import { countedAddress } from '../../orders/address-proofs/counted-address.ts'
import { buyerOf } from '../../orders/buyers/buyer.ts'
import { networkHash } from '../../platform/http/network.ts'
import { isRefusal } from '../../platform/http/refusal.ts'
import { createJobWriter } from '../../platform/jobs/queue.ts'
import type { OrderRecord } from '../../orders/life/find-order.ts'
import { createTokens, hashToken } from '../../platform/tokens.ts'
import { type BuyerForm, decideForm } from './decide-form.ts'
import type { FormFacts } from './form-facts.ts'

const TOKENS = createTokens('a secret of thirty-two characters')
const JOBS = createJobWriter()
const ENV = testEnv()
const ADDRESSES = ['hana@example.com', 'HANA@Example.com', 'taro@example.com'] as const

const address = fc.constantFrom(...ADDRESSES)
const answersWith = (email: string) => [{ key: 'email', value: email }]

const order: fc.Arbitrary<OrderRecord> = fc.record({
  id: fc.uuid(),
  siteKey: fc.constant('demo'),
  kind: fc.constant('visit' as const),
  channel: fc.constant('web' as const),
  replaces: fc.constant(null),
  movesFrom: fc.constant(null),
  credit: fc.constant(0),
  refundDue: fc.constant(0),
  status: fc.constantFrom(...ORDER_STATUSES),
  hasEnded: fc.boolean(),
  lang: fc.constantFrom(...LANGUAGES),
  productId: fc.constant(1),
  timeSpanId: fc.constant(1),
  quantity: fc.constant(1),
  subtotal: fc.constant(3_200),
  membershipDiscount: fc.constant(0),
  price: fc.constant(3_200),
  methodDiscount: fc.constant(0),
  promotionId: fc.constant(null),
  memberId: fc.constant(null),
  extensions: fc.constant(0),
  buyer: fc.option(address).map(email => buyerOf(email === null ? [] : answersWith(email))),
  mailGeneration: fc.integer({ min: 0, max: 7 }),
  mailedGeneration: fc.constant(0),
  wrongMailCodes: fc.constant(0),
  createdAt: fc.constant(new Date('2026-11-21T23:30:00Z')),
  placesAtProof: fc.constant(false),
  isEmptied: fc.constant(false),
  expiresAt: fc.constant(new Date('2026-11-22T00:00:00Z')),
  tokenHash: fc.constant(Buffer.alloc(32)),
  mailTokenHash: fc.constant(null),
  version: fc.nat(),
})

const facts: fc.Arbitrary<FormFacts> = fc.record({
  order: fc.tuple(order, fc.boolean()).map(([one, isWaiting]) => ({
    ...one,
    placesAtProof: isWaiting && (one.status === 'temporary' || one.status === 'mail_sent'),
  })),
  memberAddress: fc.option(address),
  templates: fc.constant([{ field_name: 'email', is_display: true, is_require: true }]),
  domainDays: fc.constant([]),
})

const form: fc.Arbitrary<BuyerForm> = fc.record(
  {
    contents: fc.oneof(
      { weight: 5, arbitrary: address.map(answersWith) },
      fc.constantFrom(answersWith('x'), [], [{ key: 'phone', value: '0312345678' }]),
    ),
    lang: fc.constantFrom(...LANGUAGES),
    address: fc.ipV4(),
  },
  { requiredKeys: ['contents', 'address'] },
)

const sites = fc.boolean().map(skipMailAuthentication => {
  const demo = siteOf('demo')
  return { unprovenShares: demo.unprovenShares, membership: { ...demo.membership, skipMailAuthentication } }
})

type Site = Parameters<typeof decideForm>[1]

/** Judges any form of any order. */
function property(judge: (decision: Decision, given: Given) => void): void {
  fc.assert(
    fc.property(sites, form, facts, (site, sent, found) => {
      judge(decideForm({ env: ENV, tokens: TOKENS, jobs: JOBS }, site, sent, found), { site, sent, found })
    }),
    { numRuns: rounds({ short: 400, whole: 5_000 }) },
  )
}

type Decision = ReturnType<typeof decideForm>

interface Given {
  readonly site: Site
  readonly sent: BuyerForm
  readonly found: FormFacts
}

const emailIn = ({ contents }: BuyerForm) => contents.find(({ key }) => key === 'email')?.value

/** What is wrong before it is asked how the address is proved. */
function firstWrong({ sent, found: { order: asked } }: Given): string | undefined {
  if (asked.hasEnded) return 'session_timeout'
  if (isBeingPaid(asked.status)) return 'order is being paid'
  if (!holdMayExpire(asked.status)) return 'invalid order status'
  if (emailIn(sent) === 'x') return 'invalid email address'
  return emailIn(sent) === undefined ? 'invalid_request' : undefined
}

/** How the address of a form is known without a mail. */
function proofOf({ site, sent, found: { order: asked, memberAddress } }: Given): 'kept' | 'void' | undefined {
  if (asked.status === 'ready_checkout' && asked.buyer.email === emailIn(sent)) return 'kept'
  const isOwn = memberAddress?.toLowerCase() === emailIn(sent)?.toLowerCase()
  return site.membership.skipMailAuthentication && isOwn ? 'void' : undefined
}

const codeIn = (decision: Decision) =>
  'answer' in decision && isRefusal(decision.answer) ? decision.answer.code : undefined

function changeIn(decision: Decision) {
  fc.pre('change' in decision)
  return decision
}

test('what keeps an order from changing is told before what is wrong with its form, and that before its mails (S-1.07, R-7.20)', () => {
  property((decision, given) => {
    const wrong = firstWrong(given)
    fc.pre(wrong !== undefined)
    expect(codeIn(decision)).toBe(wrong)
  })
})

test('a good form is refused for another address than the proved one, and for a sixth mail, and for nothing else (S-1.11)', () => {
  property((decision, given) => {
    const { order: asked } = given.found
    fc.pre(firstWrong(given) === undefined)
    const isKnown = proofOf(given) !== undefined
    const mailRefused = asked.mailGeneration >= 5 ? 'too_many_requests' : undefined
    const refused = asked.status === 'ready_checkout' ? 'invalid order status' : mailRefused
    expect(codeIn(decision)).toBe(isKnown ? undefined : refused)
  })
})

test('an order moves as the table of moves allows it, or stays; what is written is the form as it was judged (S-1.11, R-4.14)', () => {
  property((decision, { sent, found: { order: asked } }) => {
    const { change } = changeIn(decision)
    expect(change.order).toBe(asked)
    expect(change.to === asked?.status || canMoveOrder(change.order.status, change.to)).toBe(true)
    expect(change.answers).toEqual(sent.contents)
    expect(change.lang).toBe(sent.lang ?? asked?.lang)
  })
})

test('nothing is mailed for an address that was proved, and for the own one of a trusted member (S-5.06, D-16)', () => {
  property((decision, given) => {
    const proof = proofOf(given)
    fc.pre(proof !== undefined)
    const { change, answerOf } = changeIn(decision)
    // Without places it stays where it is until it has them.
    const isWaiting = proof === 'void' && given.found.order.placesAtProof
    expect([change.to, change.link, answerOf('stored')]).toEqual(
      isWaiting
        ? ['mail_sent', 'void', { kind: 'take places' }]
        : [
            'ready_checkout',
            proof,
            { kind: 'proved', places: given.found.order.placesAtProof ? 'at_payment' : 'held' },
          ],
    )
  })
})

test('each other form gets the link and the job of the next generation (S-1.02)', () => {
  property((decision, given) => {
    fc.pre(proofOf(given) === undefined)
    const { change, answerOf } = changeIn(decision)
    const { id: orderId, mailGeneration } = given.found.order
    const generation = mailGeneration + 1
    const mail = { name: 'send-confirmation-mail', orderId, generation } as const
    const tokenHash = hashToken(TOKENS.derive('mail', `${orderId}.${generation}`))
    expect(change.to).toBe('mail_sent')
    const counted = {
      address: countedAddress(ENV, emailIn(given.sent) ?? ''),
      network: networkHash(ENV, given.sent.address),
      bounds: ENV.confirmationMails,
    }
    expect(change.link).toEqual({ generation, tokenHash, job: JOBS.rowOf(mail), mail: counted })
    const places = given.found.order.placesAtProof ? 'at_proof' : 'held'
    expect(answerOf('stored')).toEqual({ kind: 'mail', mail, places })
  })
})

test('D-18: where the share of the mail domain is full nothing is stored before the places are given back', () => {
  const found = { ...fc.sample(facts, 1)[0]!, memberAddress: null }
  const waiting = {
    ...found.order,
    status: 'temporary',
    hasEnded: false,
    mailGeneration: 0,
    placesAtProof: false,
  } as const
  const day = { units: 2, capacity: 100, unproven: 0, proved: 0, unpaid: 0, bought: 0 }
  const decided = (held: Partial<typeof day>) =>
    decideForm(
      { tokens: TOKENS, jobs: JOBS, env: ENV },
      siteOf('demo'),
      { contents: answersWith('hana@example.com'), address: '192.0.2.1' },
      {
        ...found,
        order: waiting,
        domainDays: [{ ...day, ...held }],
      },
    )
  const givesUp = (full: string) => ({ answer: { kind: 'give up places', orderId: waiting.id, full } })
  expect('change' in decided({ unproven: 38 })).toBe(true)
  expect(decided({ unproven: 39 })).toEqual(givesUp('mailDomain'))
  expect('change' in decided({ proved: 78, unpaid: 78 })).toBe(true)
  expect(decided({ proved: 79, unpaid: 79 })).toEqual(givesUp('unpaidMailDomain'))
})
