import type { ProductOfDay } from '@kippu/contract/products'
import { nearestDaysOf } from '@kippu/domain/calendar/nearest-days'
import type { IsoDate } from '@kippu/domain/jst-date'
import type { ReactElement } from 'react'

import { useText } from '../../i18n/texts.tsx'
import { useFirstView } from '../../page/first-view-context.ts'
import { choiceAfterProduct } from '../../parts/choosing/choice/choice-order.ts'
import { nearestTimesOf } from '../../parts/choosing/choice/nearest-times.ts'
import type { OrderPartProps } from '../../parts/choosing/choice/order-choice.ts'
import { partyOf } from '../../parts/choosing/choice/ticket-kinds.ts'
import { useDayWords } from '../../parts/choosing/choice/use-day-words.ts'
import { NearestList } from '../../parts/choosing/sections/nearest-list.tsx'
import { useTimeSpanText } from '../../parts/visit/visit-time-texts.ts'
import { useStatuses } from './use-order-data.ts'

/** Where the chosen visit has no room for the party: the nearest times of the day and the nearest days that have, each at one press. */
export function Nearest({ choice, guide, onChoose }: OrderPartProps): ReactElement | null {
  const t = useText()
  const dayWords = useDayWords()
  const timeWords = useTimeSpanText()
  const { today } = useFirstView()
  const { product, date } = choice
  const rows = useStatuses(product?.uuid ?? null)
  const times = nearestTimesOf(choice)
  if (product === undefined || date === null || times === null) return null
  const days = nearestDaysOf(rows ?? [], { date, today, party: partyOf(product, choice.counts) })
  return (
    <NearestList
      title={t('order_nearest')}
      proposals={[
        ...times.map(span => ({
          key: span.time_span_id,
          words: timeWords(product.sale_type, span),
          onChoose: () => onChoose({ timeSpanId: span.time_span_id }),
        })),
        ...days.map(day => ({
          key: day.date,
          words: dayWords(day.date),
          onChoose: () => {
            onChoose({ date: day.date, timeSpanId: null })
            guide?.advance('date', choiceAfterProduct(product))
          },
        })),
      ]}
    />
  )
}

interface OtherDaysProps extends Pick<OrderPartProps, 'guide' | 'onChoose'> {
  readonly product: ProductOfDay
  /** The day on which it is sold out. */
  readonly date: IsoDate
}

/** The nearest days of a product that has no place on the chosen day. */
export function OtherDays({ product, date, guide, onChoose }: OtherDaysProps): ReactElement {
  const t = useText()
  const dayWords = useDayWords()
  const { today } = useFirstView()
  const days = nearestDaysOf(useStatuses(product.uuid) ?? [], { date, today, party: 1 })
  return (
    <NearestList
      title={t('order_nearest_product', { name: product.name })}
      proposals={days.map(day => ({
        key: day.date,
        words: dayWords(day.date),
        onChoose: () => {
          onChoose({ productUuid: product.uuid, date: day.date, timeSpanId: null, counts: {}, sets: {} })
          guide?.advance('product', choiceAfterProduct(product))
        },
      }))}
    />
  )
}
