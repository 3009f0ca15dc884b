import { getStocksStatuses } from '@kippu/contract/products'
import { nearestDaysOf } from '@kippu/domain/calendar/nearest-days'
import { addDays } from '@kippu/domain/jst-date'
import type { IsoDate } from '@kippu/domain/jst-date'
import { visitTimeOf } from '@kippu/domain/visit-time'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactElement } from 'react'

import { request } from '../../api/client.ts'
import { readStockAnew } from '../../api/read-stock-anew.ts'
import { useDates } from '../../i18n/formats.tsx'
import { useLanguage, useText } from '../../i18n/texts.tsx'
import { Link, useNavigate } from '../../page/router.tsx'
import { mainOrder } from '../../page/redirects.ts'
import { spotProducts } from '../../page/spot-redirects.ts'
import { OrderSummary } from '../../parts/checkout/summary/order-summary.tsx'
import { linesOf, missingOf, priceOf } from '../../parts/choosing/choice/order-choice.ts'
import type { Choice, MissingChoice } from '../../parts/choosing/choice/order-choice.ts'
import { nearestTimesOf } from '../../parts/choosing/choice/nearest-times.ts'
import { useDayWords } from '../../parts/choosing/choice/use-day-words.ts'
import { NearestList } from '../../parts/choosing/sections/nearest-list.tsx'
import { SetSection } from '../../parts/choosing/sections/set-section.tsx'
import { TicketSection } from '../../parts/choosing/sections/ticket-section.tsx'
import { TimeSection } from '../../parts/choosing/sections/time-section.tsx'
import { useTimeSpanText, useVisitTimeTexts } from '../../parts/visit/visit-time-texts.ts'
import type { OrderDraft } from '../../session/pieces.ts'
import { useSession } from '../../session/session.ts'
import { Button, buttonLook } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { OwnTicketsLink } from './own-tickets-link.tsx'
import { placeSpotOrder } from './place-spot-order.ts'
import styles from './spot.module.css'
import { NOTHING_CHOSEN, useSpotChoice } from './use-spot-choice.ts'
import { EXPIRED, isExpired, SPOT_STOCK } from './use-spot-stocks.ts'
import type { SpotStocks } from './use-spot-stocks.ts'

/** Three weeks: nobody at the door plans a season. */
const DAYS_AHEAD = 21

interface SpotOrderFormProps {
  readonly stocks: SpotStocks
  readonly qrToken: string
  /** The store no longer accepts the code. */
  readonly onRefused: () => void
}

/** Today's times, kinds, counters, set products and total. */
export function SpotOrderForm({ stocks, qrToken, onRefused }: SpotOrderFormProps): ReactElement {
  const t = useText()
  const { date } = useDates()
  const { draft, choice, update, offers } = useSpotChoice(stocks, qrToken)
  const [missing, setMissing] = useState<MissingChoice | null>(null)
  const { hold, isPending } = useHoldTickets({ qrToken, onRefused })
  const facts = useFacts(choice)
  const timeWords = useTimeSpanText()
  const isSoldOut = stocks.time_spans.length === 0 || choice.span === undefined

  const goOn = (): void => {
    const first = missingHere(choice)
    setMissing(first)
    if (first === null) return hold(choice)
    document.getElementById(`choose-${first === 'places' ? 'tickets' : first}`)?.focus()
  }
  const choose = (changes: Partial<OrderDraft>): void => {
    setMissing(null)
    update(changes)
  }
  const part = { choice, missing, onChoose: choose }
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1 tabIndex={-1}>{stocks.product.name}</h1>
        <p>
          {t('spot_title')} <span>{date(stocks.date)}</span>
        </p>
        <p className={styles.soft}>{t('spot_lead')}</p>
        <OwnTicketsLink />
      </header>
      {isSoldOut ? (
        <SoldOut stocks={stocks} />
      ) : (
        <div className={styles.layout}>
          <div className={styles.choices}>
            <TicketSection {...part} />
            <TimeSection {...part} isLoading={false} />
            <NearestList
              title={t('order_nearest')}
              proposals={(nearestTimesOf(choice) ?? []).map(span => ({
                key: span.time_span_id,
                words: timeWords(stocks.product.sale_type, span),
                onChoose: () => choose({ timeSpanId: span.time_span_id }),
              }))}
            />
            <SetSection {...part} draft={draft} offers={offers} />
          </div>
          <div className={styles.result}>
            <OrderSummary
              facts={facts}
              lines={linesOf(choice)}
              total={priceOf(choice)?.price ?? null}
              empty={t('spot_summary_empty')}
              action={
                <Button wide onClick={goOn} busy={isPending}>
                  {t('spot_next')}
                </Button>
              }
            />
          </div>
        </div>
      )}
    </div>
  )
}

/** Day and product are those of the code: where one is missing, it is a time that is. */
const INSTEAD: Readonly<Partial<Record<MissingChoice, MissingChoice>>> = { date: 'time', product: 'time' }

function missingHere(choice: Choice): MissingChoice | null {
  const missing = missingOf(choice, 'product_first')
  return missing === null ? null : (INSTEAD[missing] ?? missing)
}

function useFacts({ product, span }: Choice): readonly string[] {
  const textsOf = useVisitTimeTexts()
  if (product === undefined || span === undefined) return []
  return [product.name, ...textsOf(visitTimeOf(product.sale_type, span)).lines]
}

interface Holding {
  readonly qrToken: string
  readonly onRefused: () => void
}

const HOLD_TICKETS = ['hold tickets at the door'] as const

/** Holds the tickets and goes to the payment. The failure handler shows a refusal; the stock is then read again. */
function useHoldTickets({ qrToken, onRefused }: Holding): {
  readonly hold: (choice: Choice) => void
  readonly isPending: boolean
} {
  const lang = useLanguage()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationKey: HOLD_TICKETS,
    meta: { saidHere: EXPIRED },
    mutationFn: (choice: Choice) => placeSpotOrder(choice, { lang, qrToken }),
    onSuccess: route => {
      if (route !== null) navigate(route)
    },
    onError: error => (isExpired(error) ? onRefused() : readStockAnew(queryClient, [SPOT_STOCK])),
  })
  // Read from the query client, not from this component: a second press can come before the next rendering.
  const isFree = (): boolean => queryClient.isMutating({ mutationKey: HOLD_TICKETS }) === 0
  return { hold: choice => (isFree() ? mutate(choice) : undefined), isPending }
}

/** Today is over: the door looks again, or leads to the nearest days of the store. */
function SoldOut({ stocks }: Pick<SpotOrderFormProps, 'stocks'>): ReactElement {
  const t = useText()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const dayWords = useDayWords()
  const { product, date } = stocks
  const { data: rows = [] } = useQuery({
    queryKey: [SPOT_STOCK, 'nearest', product.uuid, date],
    // The page is whole without them.
    queryFn: () =>
      request(
        { ...getStocksStatuses, silent: true },
        { query: { from: date, to: addDays(date, DAYS_AHEAD), product_uuid: product.uuid } },
      ),
  })
  const choose = (day: IsoDate): void => {
    const chosen = { ...NOTHING_CHOSEN, productUuid: product.uuid, date: day }
    useSession.setState({ orderDraft: chosen })
    navigate(mainOrder())
  }
  return (
    <>
      <Notice kind="caution" title={t('spot_sold_out_title')}>
        <p>{t('spot_sold_out')}</p>
      </Notice>
      <NearestList
        title={t('order_nearest')}
        proposals={nearestDaysOf(rows, { date, today: date, party: 1 }).map(day => ({
          key: day.date,
          words: dayWords(day.date),
          onChoose: () => choose(day.date),
        }))}
      />
      <p className={styles.ways}>
        <Button onClick={() => void queryClient.invalidateQueries({ queryKey: [SPOT_STOCK] })}>
          {t('spot_look_again')}
        </Button>
        <Link to={spotProducts()} className={buttonLook('plain')}>
          {t('spot_products_title')}
        </Link>
      </p>
    </>
  )
}
