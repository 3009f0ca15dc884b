import type { Received, RefusalOf } from '@kippu/contract/call'
import type { checkoutBySheet } from '@kippu/contract/payments'
import { isMagazine, isOrderFieldName } from '@kippu/domain/form/order-fields'
import { isBeingPaid } from '@kippu/domain/states/order'
import type { Site } from '@kippu/sites/site'

import { buyerOf, sharingDomainOf } from '../../orders/buyers/buyer.ts'
import { openOrder } from '../../orders/life/open-order.ts'
import { type FormChange, type StoredForm, storeForms } from '../../orders/life/order-mail.ts'
import { type Decision, takeStep } from '../../platform/db/take-step.ts'
import { isRefusal, refuse, type Refusal } from '../../platform/http/refusal.ts'
import { acceptAnswers, fullShareOf } from '../../sales/order-mails/decide-form.ts'
import { type FormFacts, formFactsByToken } from '../../sales/order-mails/form-facts.ts'
import type { PaymentDeps } from '../attempts/payment-deps.ts'
import type { PaymentAnswer } from './payment-answer.ts'
import { startPayment, type StartPayment } from './start-payment.ts'

type Named = Pick<Received<typeof checkoutBySheet>['body'], 'contents' | 'lang'>
type CannotPay = Refusal<RefusalOf<typeof checkoutBySheet>>

export interface SheetPayment extends Named, Omit<StartPayment, 'siteKey' | 'tokenKind' | 'isUnproved'> {
  readonly site: Pick<Site, 'key' | 'unprovenShares'>
}

/**
 * Pays an order by the sheet of a wallet, which names the buyer: no address is proved first (docs/decisions/0117). Until it is
 * paid the shares of what is not proved bound it, and a payment that fails ends it. An order whose address is proved, or
 * that is being paid, is paid as any other.
 */
export async function payBySheet(
  deps: PaymentDeps,
  { site, contents, lang, ...payment }: SheetPayment,
): Promise<PaymentAnswer | CannotPay> {
  const { key: siteKey } = site
  const mailDomain = sharingDomainOf(buyerOf(contents).email) ?? undefined
  const asked = { siteKey, token: payment.token, mailDomain }
  const step = { read: formFactsByToken, write: storeForms }
  const named = await takeStep(deps.db, step, asked, facts => decideSheet(site, { contents, lang }, facts))
  if (isRefusal(named)) return named
  return startPayment(deps, { ...payment, siteKey, tokenKind: 'order', isUnproved: named === 'unproved' })
}

/** A sheet has no box for news, and nobody has proved the address that it would go to. */
function isOfSheet({ key }: Named['contents'][number]): boolean {
  return !isOrderFieldName(key) || !isMagazine(key)
}

/** Decides about an order whose buyer a sheet has named. */
function decideSheet(
  { unprovenShares }: SheetPayment['site'],
  { contents, lang }: Named,
  found: FormFacts | undefined,
): Decision<FormChange, StoredForm, 'unproved' | 'as it is' | CannotPay> {
  if (found === undefined) return { answer: refuse('record not found') }
  const { status } = found.order
  if (isBeingPaid(status) || status === 'completed' || status === 'ready_checkout')
    return { answer: 'as it is' }
  const order = openOrder(found.order)
  if (isRefusal(order))
    return { answer: refuse(order.code === 'session_timeout' ? order.code : 'record not found') }
  const answers = acceptAnswers(contents.filter(isOfSheet), found.templates)
  if (isRefusal(answers)) return { answer: answers }
  // It has no places, or its mail domain has no share for them: the usual way proves the address first.
  const isFull =
    sharingDomainOf(buyerOf(answers).email) !== null && fullShareOf({ unprovenShares }, found) !== undefined
  if (order.placesAtProof || isFull) return { answer: refuse('order status must be ready_checkout') }
  return {
    change: { order, to: status, answers, lang: lang ?? order.lang, holdSeconds: null, link: 'void' },
    answerOf: () => 'unproved',
  }
}
