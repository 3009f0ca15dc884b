import type { SetProduct } from '@kippu/contract/set-products'
import { searchSpotSetProducts } from '@kippu/contract/spot'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import { request } from '../../api/client.ts'
import { useLanguage } from '../../i18n/texts.tsx'
import { choiceOf } from '../../parts/choosing/choice/order-choice.ts'
import type { Choice } from '../../parts/choosing/choice/order-choice.ts'
import { withOwnHold } from '../../parts/choosing/choice/own-hold.ts'
import type { OrderDraft, SavedOrder } from '../../session/pieces.ts'
import { useSession } from '../../session/session.ts'
import { SPOT_STOCK, STOCK_FRESH } from './use-spot-stocks.ts'
import type { SpotStocks } from './use-spot-stocks.ts'

interface SpotChoice {
  readonly draft: OrderDraft
  readonly choice: Choice
  readonly update: (changes: Partial<OrderDraft>) => void
  /** Set products of the chosen time; undefined while there is none, or they are being read. */
  readonly offers: readonly SetProduct[] | undefined
}

/**
 * The choices at the door, kept for a reload and for the way back. A visitor who stands there wants to go in: the next
 * time that has places is chosen already. The units of the visitor's own order count as free.
 */
export function useSpotChoice({ product, date, ...today }: SpotStocks, qrToken: string): SpotChoice {
  const held = useOwnOrder()
  const saved = useSession(session => session.spotDraft)
  const isOfToday = saved !== null && saved.productUuid === product.uuid && saved.date === date
  const kept = isOfToday ? saved : { ...NOTHING_CHOSEN, productUuid: product.uuid, date }
  const day = useMemo(() => withOwnHold({ ...today }, held), [today, held])
  const spans = day.time_spans
  const known = spans.find(span => span.time_span_id === kept.timeSpanId)
  const next = known ?? spans.find(({ stock_count: left }) => left > 0)
  const draft = { ...kept, timeSpanId: next?.time_span_id ?? null }
  const read = useOffers({ spanId: next?.time_span_id, date, qrToken })
  const offers = useMemo(() => read?.map(offer => withOwnHold(offer, held)), [read, held])
  return {
    draft,
    choice: choiceOf({ draft, product, day, offers: offers ?? [], promotion: null }),
    update: changes => useSession.setState({ spotDraft: { ...draft, ...changes } }),
    offers,
  }
}

export const NOTHING_CHOSEN = { timeSpanId: null, counts: {}, sets: {} } as const

/** The order at the door that this tab holds; what was given back has no token any more. */
function useOwnOrder(): SavedOrder | null {
  return useSession(({ spotOrderToken, savedSpotOrder }) => (spotOrderToken === null ? null : savedSpotOrder))
}

interface Visit {
  readonly spanId: number | undefined
  readonly date: string
  readonly qrToken: string
}

/** Set products that go with a time of today. */
function useOffers({ spanId, date, qrToken }: Visit): readonly SetProduct[] | undefined {
  const lang = useLanguage()
  const { data } = useQuery({
    queryKey: [SPOT_STOCK, 'sets', spanId, date, qrToken, lang],
    queryFn: () =>
      request(searchSpotSetProducts, {
        query: {
          qr_token: qrToken,
          lang,
          main_product_time_span_ids: String(spanId),
          from: date,
          to: date,
        },
      }),
    enabled: spanId !== undefined,
    staleTime: STOCK_FRESH,
    // Another time of the same day offers much the same.
    placeholderData: before => before,
  })
  return spanId === undefined ? undefined : data
}
