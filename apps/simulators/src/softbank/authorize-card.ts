import { randomId } from '../core/random-id.ts'
import { conductOf } from '../core/test-cards.ts'
import { type Context, ng, ok, type Reply } from './answer.ts'
import type { RequestValues } from './check-request.ts'
import { newTrackingId, newTransactionId } from './payment-life.ts'
import type { Authentication, Changes, Payment, Token } from './records.ts'
import { paymentOfOrder, type SoftbankStore } from './softbank-store.ts'

export interface CardContext extends Context {
  readonly store: SoftbankStore
  readonly values: RequestValues
  readonly origin: string
  readonly amountOf: (asked: number) => number
}

/** ST01-00131-101: authorises a card by its token, which is valid for one request. */
export function authorizeByToken(context: CardContext): Reply {
  const { store, values } = context
  if (paymentOfOrder(store, values['order_id'] ?? '') !== undefined) return ng(context, '96')
  const found = findToken(context, { token: values['token'], key: values['token_key'], kind: 'card' })
  if (typeof found === 'string') return ng(context, found)
  return authorize(context, { last4: found.last4, tokens: [{ ...found, used: true }] })
}

/** ST01-00118-101: authorises the card that was authenticated, for the same customer and amount. */
export function authorizeByTds(context: CardContext): Reply {
  const { store, values } = context
  if (paymentOfOrder(store, values['order_id'] ?? '') !== undefined) return ng(context, '96')
  const authentication = store.authentications.get(values['tds_authentication_id'] ?? '')
  if (authentication === undefined) return ng(context, '07', '066')
  const isSame =
    authentication.cust_code === values['cust_code'] && authentication.amount === Number(values['amount'])
  if (!isSame) return ng(context, '07', '001')
  // It is not known how the real gateway refuses an authentication that was not passed. Type 65 is a refusal by the
  // card's institution.
  if (authentication.state !== 'passed') return ng(context, '65')
  return authorize(context, {
    last4: authentication.last4,
    authentications: [{ ...authentication, state: 'used' }],
  })
}

interface UsedRecords extends Pick<Changes, 'tokens' | 'authentications'> {
  readonly last4: string
}

function authorize(context: CardContext, { last4, ...used }: UsedRecords): Reply {
  const { id, values, amountOf } = context
  const conduct = conductOf(last4)
  const refusal = conduct === 'busy' ? '21' : '23'
  if (conduct === 'busy' || conduct === 'declined' || conduct === 'challenge_declined')
    return { ...ng(context, refusal), changes: used }
  const payment: Payment = {
    tracking_id: newTrackingId(),
    transaction_id: newTransactionId(id),
    order_id: values['order_id'] ?? '',
    method: 'card',
    amount: amountOf(Number(values['amount'])),
    state: 'authorized',
    commit: '0',
    captured: 0,
    refunded: 0,
    last4,
    accept_left: 0,
    accepted_amount: 0,
  }
  const info = { cc_company_code: '99661', cardbrand_code: 'V', recognized_no: '000000' }
  return ok(
    context,
    {
      res_sps_transaction_id: payment.transaction_id,
      res_tracking_id: payment.tracking_id,
      res_pay_method_info: info,
    },
    { payments: [payment], ...used },
  )
}

/** TA02-00101-101: opens the issuer's page for a card and its holder. No money moves. */
export function openAuthentication(context: CardContext): Reply {
  const { values, origin, id } = context
  const card = findToken(context, { token: values['token'], key: values['token_key'], kind: 'card' })
  if (typeof card === 'string') return ng(context, card)
  const info = findToken(context, {
    token: values['tds_info_token'],
    key: values['tds_info_token_key'],
    kind: 'tds2_info',
  })
  if (typeof info === 'string') return ng(context, info)
  const authentication: Authentication = {
    id: randomId('tds'),
    page: randomId('acs'),
    cust_code: values['cust_code'] ?? '',
    amount: Number(values['amount']),
    last4: card.last4,
    ok_url: values['ok_return_url'] ?? '',
    ng_url: values['ng_return_url'] ?? '',
    state: 'open',
  }
  return ok(
    context,
    {
      res_sps_transaction_id: newTransactionId(id),
      res_tds_authentication_id: authentication.id,
      redirect_url: `${origin}/softbank/acs/${authentication.page}?lang=ja&from=sps`,
    },
    {
      authentications: [authentication],
      tokens: [
        { ...card, used: true },
        { ...info, used: true },
      ],
    },
  )
}

interface TokenQuery {
  readonly token: string | undefined
  readonly key: string | undefined
  readonly kind: Token['kind']
}

/** The token, or the type of the error: T1 for an unreadable token, T2 for a used or expired one. */
function findToken({ store, now }: CardContext, { token, key, kind }: TokenQuery): Token | string {
  const found = store.tokens.get(token ?? '')
  if (found === undefined || found.key !== key || found.kind !== kind) return 'T1'
  return found.used || new Date(found.until) < now ? 'T2' : found
}
