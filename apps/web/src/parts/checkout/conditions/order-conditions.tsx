import type { TemporaryOrder } from '@kippu/contract/orders'
import { timeOf } from '@kippu/domain/jst-date'
import { isPaidBy } from '@kippu/domain/payment-method'
import type { PaymentMethod } from '@kippu/domain/payment-method'
import type { ReactElement } from 'react'

import { useDates, usePrice } from '../../../i18n/formats.tsx'
import { useCount, useText } from '../../../i18n/texts.tsx'
import { lastChangeDay } from '../order/last-change-day.ts'
import { linesOf } from '../order/order-lines.ts'
import { ticketsOf } from '../order/current-order.ts'
import type { PaidOrder } from '../../payable/payable.ts'
import styles from './order-conditions.module.css'
import { useMethodName } from '../../paying/methods/use-method-name.ts'

interface OrderConditionsProps {
  readonly order: TemporaryOrder
  /** Null while none is chosen. */
  readonly method: PaymentMethod | null
  readonly paid?: PaidOrder
  /** The amount to charge, in yen; undefined while it is being read. */
  readonly charged: number | undefined
}

/**
 * The statements that Japanese law requires on the last page before paying (Specified Commercial Transactions Act,
 * article 12-6): quantity, price, payment, delivery, cancellation, end of the offer. Beside them, what takes away the right to move the visit.
 */
export function OrderConditions({
  order,
  method,
  paid: paidFor = 'order',
  charged,
}: OrderConditionsProps): ReactElement {
  const t = useText()
  const count = useCount()
  const price = usePrice()
  const dates = useDates()
  const name = useMethodName(method ?? 'free', paidFor)
  // On a page or in an app that comes after ours.
  const paid = isPaidBy(method ?? 'free', ['away', 'code', 'd_account'])
    ? 'confirm_law_payment_later'
    : 'confirm_law_payment_text'
  const extras = linesOf(order).filter(line => !line.isTicket)
  const quantities = [
    count('common_tickets', ticketsOf(order)),
    ...extras.map(line => `${line.name} × ${line.count}`),
  ].join(', ')
  const expires = { date: dates.date(order.expires_at), time: timeOf(order.expires_at) }
  const chosen = method === null ? t('spot_law_payment') : t(paid, { method: name })
  const wordsOfPayment = charged === 0 ? t('confirm_law_payment_free') : chosen
  // The right to move the visit is not what the law asks for, but it is gone with the discount.
  const losesChange = charged !== undefined && charged < order.price
  const until = losesChange ? null : lastChangeDay(order)
  const statements = [
    [t('confirm_law_quantity'), quantities],
    [t('confirm_law_price'), t('confirm_law_price_text', { price: price(charged ?? order.price) })],
    [t('confirm_law_payment'), wordsOfPayment],
    [t('confirm_law_delivery'), t(paidFor === 'spot' ? 'spot_law_delivery' : 'confirm_law_delivery_text')],
    [t('confirm_law_cancellation'), t('site_cancellation')],
    ...(losesChange ? [[t('confirm_law_change'), t('confirm_change_not', { method: name })] as const] : []),
    ...(until === null
      ? []
      : [[t('confirm_law_change'), t('confirm_change_until', { date: dates.date(until) })] as const]),
    [t('confirm_law_period'), t('confirm_law_period_text', expires)],
  ] as const
  return <Statements statements={statements} />
}

interface StatementsProps {
  /** Names and texts. */
  readonly statements: ReadonlyArray<readonly [string, string]>
}

/** The conditions of a purchase as a list. */
export function Statements({ statements }: StatementsProps): ReactElement {
  const t = useText()
  return (
    <section className={styles.conditions}>
      <h2>{t('confirm_conditions')}</h2>
      <dl className={styles.facts}>
        {statements.map(([name, statement]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{statement}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
