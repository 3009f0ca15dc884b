import { lowStockThresholdOf } from '@kippu/domain/stock/availability'
import { maxTicketOf } from '@kippu/domain/ticket-limit'
import { useState } from 'react'
import type { ReactElement, ReactNode } from 'react'

import { useFirstView, useSetting } from '../../app/first-view-context.ts'
import { useDates } from '../../i18n/formats.tsx'
import { useText } from '../../i18n/texts.tsx'
import { Calendar } from '../../parts/calendar/calendar.tsx'
import { OrderSummary } from '../../parts/order-summary/order-summary.tsx'
import { TicketPicker } from '../../parts/ticket-picker/ticket-picker.tsx'
import { TimeSlots } from '../../parts/time-slots/time-slots.tsx'
import { useSession } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Hero } from './hero.tsx'
import { kindsOf, linesOf, missingOf, partyOf, spanOf, totalOf, withOwnHold } from './order-choice.ts'
import type { Choice, Missing } from './order-choice.ts'
import styles from './order-screen.module.css'
import { ProductCards } from './product-cards.tsx'
import { useCreateOrder } from './use-create-order.ts'
import { useDraft } from './use-draft.ts'
import { useNewDay } from './use-new-day.ts'
import { useDayStock, useFirstProduct, useMonths, useProducts } from './use-order-data.ts'

/** `/` and `/order`: product, day, time, tickets, and the order that comes of them (R-2.03–2.09, R-4.01). */
export function OrderScreen(): ReactElement {
  const t = useText()
  const { today, site } = useFirstView()
  const { draft, update } = useDraft(useFirstProduct())
  useNewDay()
  const [missing, setMissing] = useState<Missing | null>(null)
  const products = useProducts()
  const months = useMonths(draft.productUuid)
  const held = useSession(({ orderToken, savedOrder }) => (orderToken === null ? null : savedOrder))
  const stock = useDayStock(draft.productUuid, draft.date)
  const day = withOwnHold(stock.day, held)
  const maxTickets = maxTicketOf(useSetting('Max_Ticket'))
  const lowStock = lowStockThresholdOf(useSetting('Low_Stock_Threshold'))
  const { create, isPending } = useCreateOrder(draft)

  const product = products.find(({ uuid }) => uuid === draft.productUuid)
  const span = spanOf(product, day, draft.timeSpanId)
  const choice: Choice = { product, date: draft.date, day, span, counts: draft.counts }

  const goOn = (): void => {
    const first = missingOf(choice)
    setMissing(first)
    if (first === null) create(choice)
    else document.getElementById(`choose-${first}`)?.focus()
  }
  const choose = (changes: Parameters<typeof update>[0]): void => {
    setMissing(null)
    update(changes)
  }

  return (
    <>
      <Hero />
      <div className={styles.layout}>
        <div className={styles.choices}>
          <Section id="product" title={t('order_choose_product')} missing={missing}>
            {products.length === 0 && <Notice>{t('order_no_products')}</Notice>}
            <ProductCards
              products={products}
              selected={draft.productUuid}
              label={t('order_choose_product')}
              onSelect={productUuid => choose({ productUuid, date: null, timeSpanId: null, counts: {} })}
            />
          </Section>
          <Section
            id="date"
            title={t(product?.sale_type === 'period' ? 'order_choose_start_date' : 'order_choose_date')}
            missing={missing}
          >
            {months.length === 0 ? (
              <Skeleton lines={8} label={t('common_loading')} />
            ) : (
              <Calendar
                key={draft.productUuid}
                months={months}
                today={today}
                weekOffset={site.weekOffset}
                selected={draft.date}
                onSelect={date => choose({ date, timeSpanId: null })}
              />
            )}
            <Period choice={choice} />
          </Section>
          {product?.sale_type === 'time' && (
            <Section id="time" title={t('order_choose_time')} missing={missing}>
              {draft.date === null && <p className={styles.hint}>{t('order_choose_date_first')}</p>}
              {stock.isLoading && <Skeleton lines={2} label={t('common_loading')} />}
              {day?.time_spans.length === 0 && <Notice>{t('order_no_time')}</Notice>}
              {day !== undefined && (
                <TimeSlots
                  spans={day.time_spans}
                  party={partyOf(choice)}
                  lowStock={lowStock}
                  selected={draft.timeSpanId}
                  label={t('order_choose_time')}
                  onSelect={timeSpanId => choose({ timeSpanId })}
                />
              )}
              {day !== undefined && <p className={styles.hint}>{t('order_time_note')}</p>}
            </Section>
          )}
          <Section id="tickets" title={t('order_choose_tickets')} missing={missing}>
            <TicketPicker
              key={draft.productUuid}
              kinds={kindsOf(choice)}
              counts={draft.counts}
              max={maxTickets}
              isFromPrice={day === undefined}
              onChange={(id, count) => choose({ counts: { ...draft.counts, [id]: count } })}
            />
          </Section>
        </div>
        <div className={styles.result}>
          <Result choice={choice} onNext={goOn} isPending={isPending} />
        </div>
      </div>
    </>
  )
}

interface SectionProps {
  readonly id: Missing
  readonly title: string
  /** What the visitor left out when going on, if anything. */
  readonly missing: Missing | null
  readonly children: ReactNode
}

/** One choice of the page. When it was left out, its title takes the focus and says what is wanted. */
function Section({ id, title, missing, children }: SectionProps): ReactElement {
  const t = useText()
  return (
    <section className={styles.section}>
      <h2 id={`choose-${id}`} tabIndex={-1}>
        {title}
      </h2>
      {missing === id && <Notice kind="error">{t(`order_missing_${id}`)}</Notice>}
      {children}
    </section>
  )
}

/** From when to when a product of a period is valid. */
function Period({ choice: { product, span } }: { readonly choice: Choice }): ReactNode {
  const t = useText()
  const { date } = useDates()
  if (product?.sale_type !== 'period' || span === undefined) return null
  return <Notice>{t('order_period', { from: date(span.from), to: date(span.to) })}</Notice>
}

interface ResultProps {
  readonly choice: Choice
  readonly onNext: () => void
  readonly isPending: boolean
}

/** The result card. */
function Result({ choice, onNext, isPending }: ResultProps): ReactElement {
  const t = useText()
  const { date, timeRange } = useDates()
  const { product, span } = choice
  const facts = [
    product?.name,
    choice.date === null ? undefined : date(choice.date),
    span !== undefined && product?.sale_type === 'time' ? timeRange(span.from, span.to) : undefined,
  ].filter(fact => fact !== undefined)
  return (
    <OrderSummary
      facts={facts}
      lines={linesOf(choice)}
      total={totalOf(choice)}
      empty={t('order_summary_empty')}
      note={t('order_hold_note')}
      action={
        <Button wide onClick={onNext} busy={isPending}>
          {t('common_next')}
        </Button>
      }
    />
  )
}
