import type { TemporaryOrder } from '@kippu/contract/orders'
import { visitTimeOf } from '@kippu/domain/visit-time'
import type { ReactElement, Ref } from 'react'

import { useDates } from '../../i18n/formats.tsx'
import { useIsAlive } from '../../page/use-is-alive.ts'
import { useText } from '../../i18n/texts.tsx'
import { deductionsOf } from '../../parts/checkout/order/order-lines.ts'
import { useHeldOrder } from '../../parts/checkout/order/use-held-order.ts'
import { OrderSummary } from '../../parts/checkout/summary/order-summary.tsx'
import { useEntryWords } from '../../parts/visit/entry-words.ts'
import { useVisitTimeTexts } from '../../parts/visit/visit-time-texts.ts'
import { Button } from '../../ui/button.tsx'
import { linesOf, priceOf } from '../../parts/choosing/choice/order-choice.ts'
import type { Choice } from '../../parts/choosing/choice/order-choice.ts'
import { ChangeRule } from './change-rule.tsx'
import { isSameOrder } from './saved-order.ts'

interface OrderResultProps {
  readonly choice: Choice
  readonly onNext: () => void
  readonly isPending: boolean
  /** Takes the place in the bar where a faster way may be told. */
  readonly way?: Ref<HTMLElement>
}

/** The result card: the choices, the price, and the button to go on. */
export function OrderResult({ choice, onNext, isPending, way }: OrderResultProps): ReactElement {
  const t = useText()
  const isAlive = useIsAlive()
  const { promotion } = choice
  const discount = priceOf(choice)?.membershipDiscount ?? 0
  const own = useSameOrder(choice)
  const total = useTotal(choice)
  const byMembership = promotion !== null && discount > 0 ? [{ name: promotion.name, amount: discount }] : []
  return (
    <OrderSummary
      facts={useFacts(choice)}
      lines={linesOf(choice)}
      deductions={own === null ? byMembership : deductionsOf(own)}
      total={total}
      empty={t('order_summary_empty')}
      note={
        <>
          <p>{t('order_hold_note')}</p>
          <ChangeRule {...choice} />
        </>
      }
      action={
        <>
          <Button wide onClick={onNext} busy={isPending} disabled={!isAlive}>
            {t('common_next')}
          </Button>
          <span ref={way} data-way="" />
        </>
      }
    />
  )
}

/** The price of the choices, in yen; null while there is nothing to add up. */
export function useTotal(choice: Choice): number | null {
  const own = useSameOrder(choice)
  return own?.price ?? priceOf(choice)?.price ?? null
}

/**
 * The order that the visitor holds, where going on leads to it: its coupons count. Null where another one would be made. Until the
 * times of the day have arrived, the choices are those that the visitor left here.
 */
function useSameOrder(choice: Choice): TemporaryOrder | null {
  const held = useHeldOrder()
  if (held === undefined) return null
  const isSame =
    choice.day === undefined ? held.subtotal === priceOf(choice)?.subtotal : isSameOrder(held, choice)
  return isSame ? held : null
}

/** The product and when the visit is, as far as that is chosen. */
function useFacts({ product, date: day, span }: Choice): readonly string[] {
  const { date } = useDates()
  const textsOf = useVisitTimeTexts()
  const entryWords = useEntryWords()
  const name = product === undefined ? [] : [product.name]
  if (product !== undefined && span !== undefined)
    return [...name, ...textsOf(visitTimeOf(product.sale_type, span)).lines, ...entryWords(product)]
  return day === null ? name : [...name, date(day)]
}
