import type { FastifyInstance, FastifyReply } from 'fastify'

import type { RequestOp } from '../core/faults.ts'
import { underFault } from '../core/under-fault.ts'
import { AUTHORIZATION } from './account.ts'
import { type Context, ng, type Reply } from './answer.ts'
import { authorizeByTds, authorizeByToken, type CardContext, openAuthentication } from './authorize-card.ts'
import { checkRequest, type RequestValues } from './check-request.ts'
import type { Payment } from './records.ts'
import { REQUEST_FORMS } from './request-forms.ts'
import {
  cancelCard,
  commitCard,
  inquireCard,
  refundCard,
  refundPartOfCard,
  sellCard,
  type SettleContext,
} from './settle-card.ts'
import { cancelPaypay, inquirePaypay, refundWallet, sellPaypay } from './settle-wallet.ts'
import { paymentOfOrder, type SoftbankParts } from './softbank-store.ts'
import { readRequest, writeAnswer } from './xml.ts'

/** The requests that begin something. The table after it has the requests about an existing payment. */
const BEGINNINGS: Record<string, (context: CardContext) => Reply> = {
  'ST01-00131-101': authorizeByToken,
  'ST01-00118-101': authorizeByTds,
  'TA02-00101-101': openAuthentication,
}
const SETTLEMENTS: Record<string, (context: SettleContext) => Reply> = {
  'ST02-00101-101': commitCard,
  'ST02-00201-101': sellCard,
  'ST02-00305-101': cancelCard,
  'ST02-00303-101': refundCard,
  'ST02-00307-101': refundPartOfCard,
  'MG01-00101-101': inquireCard,
  'ST02-00201-311': sellPaypay,
  'ST02-00303-311': cancelPaypay,
  'ST02-00306-311': refundWallet,
  'MG01-00101-311': inquirePaypay,
  'ST02-00306-510': refundWallet,
}
const METHODS: Record<string, Payment['method']> = { '101': 'card', '311': 'paypay', '510': 'alipay' }

/** `/api/xmlapi.do`: one address for every request, distinguished by the id of its root element. */
export function apiRoutes(app: FastifyInstance, parts: SoftbankParts): void {
  app.post('/api/xmlapi.do', (request, reply) => {
    if (request.headers.authorization !== AUTHORIZATION)
      return reply.code(401).header('www-authenticate', 'Basic realm="sps"').send()
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    return serve(body, reply, parts)
  })
}

async function serve(body: Buffer, reply: FastifyReply, parts: SoftbankParts): Promise<FastifyReply> {
  const now = parts.now()
  const asked = readRequest(body)
  if (asked === undefined) return send(reply, ng({ id: '', now }, '00'))
  const { id } = asked
  const form = REQUEST_FORMS[id]
  if (form === undefined) return send(reply, ng({ id, now }, '02'))
  const checked = checkRequest(form, asked.elements, parts.clockReadings())
  if (!('values' in checked)) return send(reply, ng({ id, now }, checked.type, checked.item))
  const { values } = checked
  const payment = findPayment(id, values, parts)
  return underFault<Reply>({
    ...parts,
    provider: 'softbank',
    op: opOf(form.op, payment),
    reply,
    send,
    trouble: () => ng({ id, now }, '90'),
    refusal: () => ng({ id, now }, REFUSALS[form.op]),
    run(amountOf) {
      const answer = operate({ id, now }, { values, payment, parts, amountOf })
      if (answer.changes !== undefined) parts.store.commit(answer.changes)
      return answer
    },
  })
}

/** The types of refusals under the fault `refuse`. */
const REFUSALS: Record<RequestOp, string> = {
  register: '65',
  execute: '23',
  confirm: '66',
  capture: '42',
  cancel: '54',
  refund: '56',
  query: '83',
}

interface Operation {
  readonly values: RequestValues
  readonly payment: Payment | undefined
  readonly parts: SoftbankParts
  readonly amountOf: (asked: number) => number
}

function operate(context: Context, { values, payment, parts, amountOf }: Operation): Reply {
  const begin = BEGINNINGS[context.id]
  if (begin !== undefined)
    return begin({ ...context, ...parts, now: context.now, values, amountOf, origin: parts.origin() })
  const settle = SETTLEMENTS[context.id]
  if (settle === undefined || payment === undefined) return ng(context, '12')
  const { sps_transaction_id: transaction = '' } = values
  if (transaction !== '' && transaction !== payment.transaction_id) return ng(context, '11')
  return settle({ ...context, values, payment, settings: parts.settings })
}

/** Finds the payment by its tracking id, or for PayPay's inquiry by its order. */
function findPayment(id: string, values: RequestValues, { store }: SoftbankParts): Payment | undefined {
  const { tracking_id: tracking = '', order_id: order = '' } = values
  const found = tracking === '' ? paymentOfOrder(store, order) : store.payments.get(tracking)
  const method = METHODS[id.slice(-3)]
  return found?.method === method && (order === '' || found?.order_id === order) ? found : undefined
}

/**
 * The operation as faults name it. One request both cancels and refunds: it depends on the payment which of the two it
 * does.
 */
function opOf(op: RequestOp, payment: Payment | undefined): RequestOp {
  return op === 'refund' && payment?.captured === 0 ? 'cancel' : op
}

function send(reply: FastifyReply, { status, id, answer }: Reply): FastifyReply {
  return reply
    .code(status)
    .headers({ 'content-type': 'text/xml;charset=Shift_JIS', 'cache-control': 'no-cache,no-store,max-age=0' })
    .send(writeAnswer(id, answer))
}
