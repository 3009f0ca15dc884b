import { lazy, Suspense, useState } from 'react'
import type { ReactElement } from 'react'

import { useText } from '../../i18n/texts.tsx'
import { useSite } from '../../page/first-view-context.ts'
import type { OrderDraft } from '../../session/pieces.ts'
import { DayHours } from './day-hours.tsx'
import { DayProducts } from './day-products.tsx'
import { DifferenceDialog } from './difference-dialog.tsx'
import type { Difference } from './differences.ts'
import { FirstDay } from './first-day.tsx'
import { HeldNote } from './held-note.tsx'
import { missingOf } from '../../parts/choosing/choice/order-choice.ts'
import type { MissingChoice } from '../../parts/choosing/choice/order-choice.ts'
import { Nearest } from './nearest.tsx'
import { OrderResult } from './order-result.tsx'
import styles from './order-screen.module.css'
import { SetSection } from '../../parts/choosing/sections/set-section.tsx'
import { TicketSection } from '../../parts/choosing/sections/ticket-section.tsx'
import { TimeSection } from '../../parts/choosing/sections/time-section.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useCreateOrder } from './use-create-order.ts'
import { useGuide } from './use-guide.ts'
import { useOrderPage } from './use-order-page.ts'

/** A chunk of its own: most browsers have no sheet of a wallet. */
const WalletFirst = lazy(async () => ({ default: (await import('./wallet-first.tsx')).WalletFirst }))

interface OrderRestProps {
  readonly missing: MissingChoice | null
  readonly onMissing: (missing: MissingChoice | null) => void
}

/** The choices below the day, and the order made from them. */
export function OrderRest({ missing, onMissing }: OrderRestProps): ReactElement {
  const t = useText()
  const { orderLayout } = useSite()
  const { draft, update, choice, isDayLoading, offers } = useOrderPage()
  const guide = useGuide()
  const [differences, setDifferences] = useState<readonly Difference[]>([])
  // The place in the bar for a faster way.
  const [way, setWay] = useState<HTMLElement | null>(null)
  const tell = (first: MissingChoice): void => {
    onMissing(first)
    document.getElementById(`choose-${first === 'places' ? 'tickets' : first}`)?.focus()
  }
  const { create, isPending, place, follow } = useCreateOrder({
    draft,
    onMissing: tell,
    onDifferences: setDifferences,
  })

  const goOn = (): void => {
    // A visitor who is faster than the stock call learns what is missing when the stock has been read.
    const first = isDayLoading ? null : missingOf(choice, orderLayout)
    if (first !== null) return tell(first)
    onMissing(null)
    create({ shown: choice, accepted: [] })
  }
  const choose = (changes: Partial<OrderDraft>): void => {
    onMissing(null)
    update(changes)
  }
  const accept = (): void => {
    setDifferences([])
    create({ shown: choice, accepted: differences })
  }

  const part = { choice, missing, guide, onChoose: choose }
  return (
    <>
      <div className={styles.choices}>
        {choice.promotion !== null && (
          <Notice>{t('order_promotion', { name: choice.promotion.name })}</Notice>
        )}
        <DayHours {...choice} />
        {orderLayout === 'date_first' && <DayProducts {...part} />}
        <TimeSection {...part} isLoading={isDayLoading} />
        <Nearest {...part} />
        <TicketSection {...part} />
        <SetSection {...part} draft={draft} offers={offers} />
      </div>
      <div className={styles.result}>
        <div className={styles.card}>
          <HeldNote />
          <OrderResult choice={choice} onNext={goOn} isPending={isPending} way={setWay} />
        </div>
      </div>
      {!isDayLoading && missingOf(choice, orderLayout) === null && (
        <Suspense fallback={null}>
          <WalletFirst choice={choice} isBusy={isPending} place={place} follow={follow} way={way} />
        </Suspense>
      )}
      {differences.length > 0 && (
        <DifferenceDialog differences={differences} onAccept={accept} onCancel={() => setDifferences([])} />
      )}
    </>
  )
}

export { FirstDay }
