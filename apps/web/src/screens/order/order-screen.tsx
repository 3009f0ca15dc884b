import type { BookingType } from '@kippu/domain/states/ticket'
import type { TextKey } from '@kippu/texts/texts'
import { lazy, Suspense, useMemo, useState } from 'react'
import type { ReactElement } from 'react'

import { useFirstView } from '../../page/first-view-context.ts'
import { useText } from '../../i18n/texts.tsx'
import { useSession } from '../../session/session.ts'
import { Calendar } from '../../parts/choosing/calendar/calendar.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Hero } from './hero.tsx'
import { loadRest } from './load-rest.ts'
import { choiceAfterDay } from '../../parts/choosing/choice/choice-order.ts'
import { useDayWords } from '../../parts/choosing/choice/use-day-words.ts'
import type { MissingChoice } from '../../parts/choosing/choice/order-choice.ts'
import styles from './order-screen.module.css'
import { ProductSection } from './product-section.tsx'
import { Section } from '../../parts/choosing/sections/section.tsx'
import { partyOf } from '../../parts/choosing/choice/ticket-kinds.ts'
import { useAskedProduct, useDraft } from './use-draft.ts'
import { useCalendarWords } from './use-calendar-words.ts'
import { useGuide, useGuideStart } from './use-guide.ts'
import { useNewDay } from './use-new-day.ts'
import type { CalendarNeeds } from './use-day-states.ts'
import { useMonths, useProducts } from './use-order-data.ts'
import { useOrderStop } from './use-order-stop.ts'

const OrderRest = lazy(async () => ({ default: (await loadRest()).OrderRest }))

/** A chunk of its own as well. */
const RarePart = lazy(() => import('./rare-part.tsx'))

/** `/` and `/order`: product, day, time, tickets, and the order made from them. */
export function OrderScreen(): ReactElement {
  const stop = useOrderStop()
  useAskedProduct()
  useNewDay()
  const isRefused = useSession(session => session.refusedPayment !== null)
  useGuideStart()
  return (
    <>
      {isRefused && (
        <Suspense fallback={null}>
          <RarePart stop={null} />
        </Suspense>
      )}
      <Hero />
      {stop === null ? (
        <OrderForm />
      ) : (
        <Suspense fallback={<RestSkeleton />}>
          <RarePart stop={stop} />
        </Suspense>
      )}
    </>
  )
}

function OrderForm(): ReactElement {
  const { site } = useFirstView()
  const [missing, setMissing] = useState<MissingChoice | null>(null)
  const isProductFirst = site.orderLayout === 'product_first'
  // The same element as long as nothing is missing: until its chunk arrives, React must not render the rest again.
  const rest = useMemo(
    () => (
      <Suspense fallback={<RestSkeleton />}>
        <OrderRest missing={missing} onMissing={setMissing} />
      </Suspense>
    ),
    [missing],
  )
  return (
    <div className={styles.layout}>
      <div className={styles.choices}>
        {isProductFirst && <Products missing={missing} onChoose={() => setMissing(null)} />}
        <Days missing={missing} onChoose={() => setMissing(null)} />
      </div>
      {rest}
    </div>
  )
}

interface PartProps {
  readonly missing: MissingChoice | null
  /** After a choice, the page no longer marks anything as missing. */
  readonly onChoose: () => void
}

function Products({ missing, onChoose }: PartProps): ReactElement {
  const { draft, update } = useDraft()
  const { products } = useProducts()
  const guide = useGuide()
  return (
    <ProductSection
      missing={missing}
      guide={guide}
      cards={products.map(product => ({ product }))}
      selected={draft.productUuid}
      onSelect={productUuid => {
        onChoose()
        update({ productUuid, date: null, timeSpanId: null, counts: {}, sets: {} })
        guide.advance('product', 'date')
      }}
    />
  )
}

/** The title of the calendar, where it does not choose the date of a visit. */
const TITLES: Partial<Record<BookingType, TextKey>> = { period: 'order_choose_start_date' }

/** The calendar of the chosen product, or of the whole site where the visitor chooses the day first. */
function Days({ missing, onChoose }: PartProps): ReactElement {
  const t = useText()
  const { today, site } = useFirstView()
  const { draft, update } = useDraft()
  const { products } = useProducts()
  const product = products.find(({ uuid }) => uuid === draft.productUuid)
  const [shown, setShown] = useState<CalendarNeeds['shown']>(null)
  const months = useMonths({ draft, party: partyOf(product, draft.counts), shown })
  const isProductFirst = site.orderLayout === 'product_first'
  const guide = useGuide()
  const dayWords = useDayWords()
  const ofCalendar = useMemo(
    () => (isProductFirst ? products.filter(({ uuid }) => uuid === draft.productUuid) : products),
    [isProductFirst, products, draft.productUuid],
  )
  const words = useCalendarWords(ofCalendar)
  const title = (isProductFirst && product && TITLES[product.sale_type]) || 'order_choose_date'
  return (
    <Section
      id="date"
      title={t(title)}
      missing={missing}
      guide={guide}
      chosen={draft.date === null ? undefined : dayWords(draft.date)}
    >
      {months.length === 0 ? (
        <Skeleton lines={8} label={t('common_loading')} />
      ) : (
        <Calendar
          key={isProductFirst ? draft.productUuid : null}
          months={months}
          today={today}
          weekOffset={site.weekOffset}
          selected={draft.date}
          {...words}
          onShow={setShown}
          onSelect={date => {
            onChoose()
            update({ date, timeSpanId: null })
            guide.advance('date', choiceAfterDay(site.orderLayout, product))
          }}
        />
      )}
    </Section>
  )
}

/** Shown only where the server could not render the page: otherwise its markup stays. */
function RestSkeleton(): ReactElement {
  const t = useText()
  return <Skeleton lines={6} label={t('common_loading')} />
}
