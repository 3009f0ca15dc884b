import type { ReactElement } from 'react'

import { useDates } from '../../i18n/formats.tsx'
import { useIsAlive } from '../../page/use-is-alive.ts'
import { useText } from '../../i18n/texts.tsx'
import { OrderSummary } from '../../parts/checkout/summary/order-summary.tsx'
import { Button } from '../../ui/button.tsx'
import { linesOf, priceOf } from './order-choice.ts'
import type { Choice } from './order-choice.ts'

interface OrderResultProps {
  readonly choice: Choice
  readonly onNext: () => void
  readonly isPending: boolean
}

/** The result card: the choices, the price, and the button to go on. */
export function OrderResult({ choice, onNext, isPending }: OrderResultProps): ReactElement {
  const t = useText()
  const isAlive = useIsAlive()
  const price = priceOf(choice)
  const { promotion } = choice
  const discount = price?.membershipDiscount ?? 0
  return (
    <OrderSummary
      facts={useFacts(choice)}
      lines={linesOf(choice)}
      deductions={promotion !== null && discount > 0 ? [{ name: promotion.name, amount: discount }] : []}
      total={price?.price ?? null}
      empty={t('order_summary_empty')}
      note={t('order_hold_note')}
      action={
        <Button wide onClick={onNext} busy={isPending} disabled={!isAlive}>
          {t('common_next')}
        </Button>
      }
    />
  )
}

/** Product, day and time; for a period its first and last day. */
function useFacts({ product, date: day, span }: Choice): string[] {
  const t = useText()
  const { date, timeRange } = useDates()
  const facts = [product?.name]
  if (product?.sale_type === 'period' && span !== undefined) {
    facts.push(t('order_period', { from: date(span.from), to: date(span.to) }))
  } else if (day !== null) facts.push(date(day))
  if (product?.sale_type === 'time' && span !== undefined) facts.push(timeRange(span.from, span.to))
  return facts.filter(fact => fact !== undefined)
}
