import type { TemporaryOrder } from '@kippu/contract/orders'
import { isMagazine, isOrderFieldName } from '@kippu/domain/form/order-fields'
import { Fragment, useId } from 'react'
import type { ReactElement, ReactNode } from 'react'
import { Link } from '../../page/router.tsx'

import { useSite } from '../../page/first-view-context.ts'
import { mainOrder } from '../../page/redirects.ts'
import { Price, usePrice } from '../../i18n/formats.tsx'
import { useLanguage, useText } from '../../i18n/texts.tsx'
import { cardLabel } from '../../parts/paying/card/card-label.ts'
import { answerWords } from '../../parts/form/field-choices.ts'
import { fieldLabel } from '../../parts/form/field-label.ts'
import { deductionsOf, linesOf } from '../../parts/checkout/order/order-lines.ts'
import type { Deduction } from '../../parts/checkout/summary/order-summary.tsx'
import { useEntryWords } from '../../parts/visit/entry-words.ts'
import { useVisitTimeTexts, visitTimeOfProduct } from '../../parts/visit/visit-time-texts.ts'
import type { SavedPayment } from '../../session/pieces.ts'
import styles from './confirm-screen.module.css'
import { useMethodName } from '../../parts/paying/methods/use-method-name.ts'

interface SectionProps {
  readonly title: string
  /** The page where this can be changed. */
  readonly changeAt: string
  readonly children: ReactNode
}

function Section({ title, changeAt, children }: SectionProps): ReactElement {
  const t = useText()
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        <Link to={changeAt} aria-label={t('confirm_change', { name: title })}>
          {t('common_change')}
        </Link>
      </header>
      {children}
    </section>
  )
}

interface OrderProps {
  readonly order: TemporaryOrder
}

interface OrderSectionProps extends OrderProps {
  /** The discount of the payment method; null where there is none. */
  readonly byMethod: Deduction | null
}

/** The visit, every line with its price, and every discount: the order, told once. */
export function OrderSection({ order, byMethod }: OrderSectionProps): ReactElement {
  const t = useText()
  const price = usePrice()
  const { main_product: product } = order
  const { facts } = useVisitTimeTexts()(visitTimeOfProduct(product))
  const entryWords = useEntryWords()(product)
  const deductions = [...deductionsOf(order), ...(byMethod === null ? [] : [byMethod])]
  return (
    <Section title={t('order_summary_title')} changeAt={mainOrder()}>
      <div className={styles.visit}>
        {product.image_path !== null && <img src={product.image_path} alt="" />}
        <div>
          <p className={styles.product}>{product.product_name}</p>
          {product.naming_right !== null && <p className={styles.soft}>{product.naming_right}</p>}
          <dl className={styles.facts}>
            {facts.map(({ name, text }) => (
              <Fragment key={name}>
                <dt>{t(`confirm_${name}`)}</dt>
                <dd>
                  <span>{text}</span>
                  {name === 'entry' && <small>{t('order_time_note')}</small>}
                </dd>
              </Fragment>
            ))}
          </dl>
          {entryWords.map(words => (
            <p key={words} className={styles.soft}>
              {words}
            </p>
          ))}
        </div>
      </div>
      <ul className={styles.lines}>
        {linesOf(order).map(({ name, price: unitPrice, count, isTicket }, index) => (
          <li key={`${index} ${name}`}>
            <span>
              <span>{name}</span>
              <small>
                {isTicket
                  ? t('confirm_quantity', { price: price(unitPrice), count })
                  : `${price(unitPrice)} × ${count}`}
              </small>
            </span>
            <Price yen={unitPrice * count} />
          </li>
        ))}
        {deductions.map(({ name, amount }, index) => (
          <li key={`${index} ${name}`} className={styles.deduction}>
            <span>{name}</span>
            <Price yen={-amount} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** The stored answers, in the words of the form. */
export function BuyerSection({ order }: OrderProps): ReactElement {
  const t = useText()
  const lang = useLanguage()
  const { signIn } = useSite()
  const given = order.customer_info.flatMap(({ key, value }) =>
    isOrderFieldName(key) && value !== '' ? [{ key, value }] : [],
  )
  return (
    <Section title={t('confirm_buyer')} changeAt="/sign-in?ref=c">
      <dl className={styles.facts}>
        {given.map(({ key, value }) => (
          <div key={key}>
            <dt>{fieldLabel(key, t)}</dt>
            <dd>
              {isMagazine(key)
                ? t(value === 'true' ? 'confirm_yes' : 'confirm_no')
                : answerWords({ key, value }, { t, lang, signIn })}
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}

export function PaymentSection({ payment }: { readonly payment: SavedPayment }): ReactElement {
  const t = useText()
  const name = useMethodName(payment.paymentMethodType)
  return (
    <Section title={t('confirm_payment')} changeAt="/payment?ref=c">
      <p>{name}</p>
      {payment.card !== null && <p className={styles.soft}>{cardLabel(payment.card, t)}</p>}
    </Section>
  )
}
