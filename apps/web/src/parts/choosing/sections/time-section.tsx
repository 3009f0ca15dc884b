import { lowStockThresholdOf } from '@kippu/domain/stock/availability'
import { visitKindOf, visitTimeOf } from '@kippu/domain/visit-time'
import type { VisitKind, VisitTime } from '@kippu/domain/visit-time'
import type { TextKey } from '@kippu/texts/texts'
import type { ReactElement } from 'react'

import { useSetting } from '../../../page/first-view-context.ts'
import { useText } from '../../../i18n/texts.tsx'
import { TimeSlots } from '../slots/time-slots.tsx'
import { useTimeSpanText, useVisitTimeTexts } from '../../visit/visit-time-texts.ts'
import { Notice } from '../../../ui/notice.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { isTimed } from '../choice/order-choice.ts'
import type { OrderPartProps } from '../choice/order-choice.ts'
import styles from './sections.module.css'
import { Section } from './section.tsx'
import { partyOf } from '../choice/ticket-kinds.ts'

/** The time of the day, or the days that a period lasts. A single day needs no such section. */
export function TimeSection(props: OrderPartProps & { readonly isLoading: boolean }): ReactElement {
  const { product, span } = props.choice
  if (isTimed(props.choice)) return <Times {...props} />
  if (product === undefined || span === undefined) return <></>
  return <Lasting visitTime={visitTimeOf(product.sale_type, span)} />
}

function Times({
  choice,
  missing,
  guide,
  onChoose,
  isLoading,
}: OrderPartProps & { readonly isLoading: boolean }): ReactElement {
  const t = useText()
  const textOf = useTimeSpanText()
  const lowStock = lowStockThresholdOf(useSetting('Low_Stock_Threshold'))
  const { product, date, day, span, counts } = choice
  const { title: titleKey, note } = WORDS[product === undefined ? 'day' : visitKindOf(product.sale_type)]
  const title = t(titleKey)
  return (
    <Section
      id="time"
      title={title}
      missing={missing}
      guide={guide}
      chosen={product && span && textOf(product.sale_type, span)}
      isUnsettled={day !== undefined && span === undefined}
    >
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
          {...(product !== undefined && { words: span => textOf(product.sale_type, span) })}
          isGrouped
          onSelect={timeSpanId => {
            onChoose({ timeSpanId })
            guide?.advance('time', 'tickets')
          }}
        />
      )}
      {day !== undefined && note !== null && (
        <div className={styles.hint}>
          <p>{t(note)}</p>
          <p>{t('order_late_note')}</p>
        </div>
      )}
    </Section>
  )
}

/** The words around the time spans of each kind of visit. */
const WORDS: Readonly<Record<VisitKind, { readonly title: TextKey; readonly note: TextKey | null }>> = {
  period: { title: 'order_choose_period', note: null },
  day: { title: 'order_choose_time', note: null },
  slot: { title: 'order_choose_time', note: 'order_time_note' },
}

/** The first and last day on which a visit of a period is valid. */
function Lasting({ visitTime }: { readonly visitTime: VisitTime }): ReactElement {
  const textsOf = useVisitTimeTexts()
  switch (visitTime.kind) {
    case 'period':
      return <Notice>{textsOf(visitTime).lines.join(' ')}</Notice>
    case 'day':
    case 'slot':
      return <></>
  }
}
