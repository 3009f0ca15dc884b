import { lowStockThresholdOf } from '@kippu/domain/stock/availability'
import type { ReactElement } from 'react'

import { useSetting } from '../../page/first-view-context.ts'
import { useDates } from '../../i18n/formats.tsx'
import { useText } from '../../i18n/texts.tsx'
import { TimeSlots } from '../../parts/choosing/slots/time-slots.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { isTimed } from './order-choice.ts'
import type { OrderPartProps } from './order-part.ts'
import styles from './order-screen.module.css'
import { Section } from './section.tsx'
import { partyOf } from './ticket-kinds.ts'

/** The time of the day, or the days that a period lasts (D-48). A single day needs no such section. */
export function TimeSection(props: OrderPartProps & { readonly isLoading: boolean }): ReactElement {
  const { product, span } = props.choice
  if (isTimed(props.choice)) return <Times {...props} />
  return product?.sale_type === 'period' && span !== undefined ? <Period span={span} /> : <></>
}

function Times({
  choice,
  missing,
  onChoose,
  isLoading,
}: OrderPartProps & { readonly isLoading: boolean }): ReactElement {
  const t = useText()
  const words = useSpanWords()
  const lowStock = lowStockThresholdOf(useSetting('Low_Stock_Threshold'))
  const { product, date, day, span, counts } = choice
  const isPeriod = product?.sale_type === 'period'
  const title = t(isPeriod ? 'order_choose_period' : 'order_choose_time')
  return (
    <Section id="time" title={title} missing={missing}>
      {date === null && <p className={styles.hint}>{t('order_choose_date_first')}</p>}
      {isLoading && <Skeleton lines={2} label={t('common_loading')} />}
      {day?.time_spans.length === 0 && <Notice>{t('order_no_time')}</Notice>}
      {day !== undefined && (
        <TimeSlots
          spans={day.time_spans}
          party={partyOf(product, counts)}
          lowStock={lowStock}
          selected={span?.time_span_id ?? null}
          label={title}
          {...(isPeriod && { words })}
          onSelect={timeSpanId => onChoose({ timeSpanId })}
        />
      )}
      {day !== undefined && product?.sale_type === 'time' && (
        <p className={styles.hint}>{t('order_time_note')}</p>
      )}
    </Section>
  )
}

/** The first and last day on which a product of a period is valid. */
function Period({ span }: { readonly span: { readonly from: string; readonly to: string } }): ReactElement {
  const t = useText()
  const { date } = useDates()
  return <Notice>{t('order_period', { from: date(span.from), to: date(span.to) })}</Notice>
}

/** The days of a period, instead of the times of a day. */
function useSpanWords(): (span: { readonly from: string; readonly to: string }) => string {
  const { date } = useDates()
  return ({ from, to }) => `${date(from)} ~ ${date(to)}`
}
