import { isMagazine, isOrderFieldName } from '@kippu/domain/form/order-fields'
import type { FieldTemplate } from '@kippu/domain/form/order-fields'
import { methodDiscount } from '@kippu/domain/method-discount'
import type { PaymentMethodRow } from '@kippu/contract/site-content'
import { useId } from 'react'
import type { ReactElement, ReactNode } from 'react'
import { createPortal } from 'react-dom'

import { usePrice } from '../../i18n/formats.tsx'
import { useCount, useText } from '../../i18n/texts.tsx'
import { useSite } from '../../page/first-view-context.ts'
import { Statements } from '../../parts/checkout/conditions/order-conditions.tsx'
import { linesOf } from '../../parts/choosing/choice/order-choice.ts'
import type { Choice } from '../../parts/choosing/choice/order-choice.ts'
import { useFieldTemplates } from '../../parts/form/field-templates.ts'
import { VisitConditions } from '../../parts/form/visit-conditions.tsx'
import { nothingToPrepare, SheetButton } from '../../parts/paying/apple/apple-pay-button.tsx'
import { canPayWithApple, mayPayWithApple } from '../../parts/paying/apple/apple-pay.ts'
import { paysBySheet } from '../../parts/paying/checkout/pay-button.tsx'
import { usePaymentMethods } from '../../parts/paying/methods/payment-methods.ts'
import { useScripts } from '../../parts/paying/scripts/use-scripts.ts'
import { Button } from '../../ui/button.tsx'
import { useTotal } from './order-result.tsx'
import type { CreateOrder } from './use-create-order.ts'
import { usePayFirst } from './use-pay-first.ts'
import styles from './wallet-first.module.css'

interface WalletFirstProps extends Pick<CreateOrder, 'place' | 'follow'> {
  readonly choice: Choice
  /** The order is being made the usual way. */
  readonly isBusy: boolean
  /** The place in the bar of a phone. */
  readonly way: HTMLElement | null
}

/**
 * The sheet of Apple Pay on the order page, beside the usual way: where the site requires nothing that the sheet does not
 * have, and this browser has one. Everything that the law asks for before a purchase stands above its button.
 */
export function WalletFirst(props: WalletFirstProps): ReactElement | null {
  const { membership } = useSite()
  const price = useTotal(props.choice) ?? 0
  const { data: methods } = usePaymentMethods()
  const row = methods?.find(paysBySheet)
  if (row === undefined || price < row.least_amount || membership.required) return null
  if (!mayPayWithApple(row.client.scripts)) return null
  return <WithSheet {...props} row={row} price={price} />
}

interface SheetProps extends WalletFirstProps {
  readonly row: PaymentMethodRow
  /** Yen, before the method takes something off. */
  readonly price: number
}

function WithSheet(props: SheetProps): ReactElement | null {
  const { data: templates } = useFieldTemplates()
  const { status } = useScripts(props.row.client, nothingToPrepare)
  if (status !== 'ready' || !canPayWithApple() || templates === undefined) return null
  return asksForMore(templates) ? null : <Sheet {...props} templates={templates} />
}

/** Whether somebody has to answer what no sheet knows. */
function asksForMore(templates: readonly FieldTemplate[]): boolean {
  return templates.some(
    ({ field_name: name, is_display, is_require }) =>
      is_display &&
      is_require &&
      isOrderFieldName(name) &&
      !isMagazine(name) &&
      name !== 'fullname' &&
      name !== 'email',
  )
}

function Sheet({
  row,
  price,
  choice,
  isBusy,
  templates,
  place,
  follow,
  way,
}: SheetProps & { readonly templates: readonly FieldTemplate[] }): ReactElement {
  const t = useText()
  const inWords = usePrice()
  const count = useCount()
  const titleId = useId()
  const { name, discount_type: type, discount_amount: amount, client } = row
  const charged = type === null ? price : price - methodDiscount(price, { type, amount })
  const { press, isPaying } = usePayFirst({ choice, charged, client, templates, place, follow })
  const lines = linesOf(choice)
  const tickets = lines.filter(line => line.isTicket).reduce((sum, line) => sum + line.count, 0)
  const quantities = [
    count('common_tickets', tickets),
    ...lines.filter(line => !line.isTicket).map(line => `${line.name} × ${line.count}`),
  ].join(', ')
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <h2 id={titleId} tabIndex={-1}>
        {t('wallet_first_title', { method: name })}
      </h2>
      <WayTo titleId={titleId} bar={way} words={t('wallet_first_title', { method: name })} />
      <p>{t('wallet_first_lead', { method: name })}</p>
      <VisitConditions caution={choice.product?.caution ?? null} />
      <Statements
        statements={[
          [t('confirm_law_quantity'), quantities],
          [t('confirm_law_price'), t('confirm_law_price_text', { price: inWords(charged) })],
          [t('confirm_law_payment'), t('confirm_law_payment_text', { method: name })],
          [t('confirm_law_delivery'), t('confirm_law_delivery_text')],
          [t('confirm_law_cancellation'), t('site_cancellation')],
          ...(charged < price
            ? [[t('confirm_law_change'), t('confirm_change_not', { method: name })] as const]
            : []),
        ]}
      />
      <p>{t('wallet_first_agree')}</p>
      <SheetButton busy={isBusy || isPaying} onPay={press} />
    </section>
  )
}

interface WayToProps {
  readonly titleId: string
  /** Null on a wide screen, where the part itself is in sight. */
  readonly bar: HTMLElement | null
  readonly words: string
}

/** The button in the bar of a phone that leads to this part of the page. */
function WayTo({ titleId, bar, words }: WayToProps): ReactNode {
  if (bar === null) return null
  const lead = (): void => document.getElementById(titleId)?.focus()
  return createPortal(
    <Button look="quiet" wide onClick={lead}>
      {words}
    </Button>,
    bar,
  )
}
