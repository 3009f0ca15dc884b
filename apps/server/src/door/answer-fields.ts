import type { Answer, RefusalOf } from '@kippu/contract/call'
import type { answerSpotFields } from '@kippu/contract/spot'
import { judgeGiven } from '@kippu/domain/form/field-rules'
import type { FieldContent, FieldTemplate } from '@kippu/domain/form/order-fields'

import { withLater } from '../orders/buyers/buyer.ts'
import { type Decision, takeStep } from '../platform/db/take-step.ts'
import { isRefusal, refuse, type Refusal } from '../platform/http/refusal.ts'
import { type AskedOrder, orderFacts, type OrderRecord, recordOf } from '../orders/life/find-order.ts'
import { openOrder } from '../orders/life/open-order.ts'
import { type FormChange, type StoredForm, storeForms } from '../orders/life/order-mail.ts'
import { FIELD_TEMPLATES_OF_ORDER } from '../sites/content/read-field-templates.ts'
import { isTokenOf } from '../platform/tokens.ts'
import { changeReservation, type LaterDeps } from './change-reservation.ts'

type Answered = Answer<typeof answerSpotFields> | Refusal<RefusalOf<typeof answerSpotFields>>

export interface SpotAnswers extends AskedOrder {
  readonly contents: readonly FieldContent[]
}

/**
 * Stores what a buyer at the door says of themselves: before the payment by the token of the order, afterwards by that
 * of the reservation. Each answer may be given or not, and replaces the one before. Afterwards a new address has the
 * tickets mailed to it at once.
 */
export async function answerFields(deps: LaterDeps, { contents, ...asked }: SpotAnswers): Promise<Answered> {
  if (isTokenOf('order', asked.token)) return answerBefore(deps, { ...asked, contents })
  const changed = await changeReservation(deps, asked, ({ templates }) => {
    const given = acceptGiven(contents, templates)
    return isRefusal(given) ? given : { given, mails: 'to a new address' }
  })
  return isRefusal(changed) ? changed : { contents: [...changed.answers], mail_sent: changed.isMailed }
}

interface OpenForm {
  readonly order: OrderRecord
  readonly templates: readonly FieldTemplate[]
}

const openForm = orderFacts(
  orders => orders.select(FIELD_TEMPLATES_OF_ORDER.as('templates')),
  (row): OpenForm => ({ order: recordOf(row), templates: row.templates }),
)

/** Nothing is mailed and nothing proved: the mail with the tickets goes to the address that the order has when it is paid. */
function answerBefore({ db }: Pick<LaterDeps, 'db'>, { contents, ...asked }: SpotAnswers): Promise<Answered> {
  const step = { read: openForm, write: storeForms }
  return takeStep(db, step, asked, (found): Decision<FormChange, StoredForm, Answered> => {
    if (found?.order.channel !== 'spot') return { answer: refuse('record not found') }
    const order = openOrder(found.order)
    if (isRefusal(order)) return { answer: order }
    const given = acceptGiven(contents, found.templates)
    if (isRefusal(given)) return { answer: given }
    const answers = withLater(order.buyer.answers, given)
    const { status: to, lang } = order
    return {
      change: { order, to, answers, lang, holdSeconds: null, link: 'kept' },
      answerOf: () => ({ contents: [...answers], mail_sent: false }),
    }
  })
}

function acceptGiven(
  contents: readonly FieldContent[],
  templates: readonly FieldTemplate[],
): readonly FieldContent[] | Refusal<'invalid email address' | 'invalid_request'> {
  const { answers, problems } = judgeGiven(contents, templates)
  if (problems.some(({ field }) => field === 'email')) return refuse('invalid email address')
  return problems.length > 0 ? refuse('invalid_request', { fields: problems }) : answers
}
