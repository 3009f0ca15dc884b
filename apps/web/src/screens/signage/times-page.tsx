import type { TodayTicketInfo } from '@kippu/contract/signage'
import { timeOf } from '@kippu/domain/jst-date'
import { hoursOf } from '@kippu/domain/visit-time'
import type { Span } from '@kippu/domain/visit-time'
import type { ReactElement } from 'react'

import { useKnownPrice } from '../../i18n/known-price.ts'
import { useText } from '../../i18n/texts.tsx'
import { useSite } from '../../page/first-view-context.ts'
import { leftOf } from './pages.ts'
import type { Block, Page } from './pages.ts'
import styles from './times-page.module.css'
import type { WindowRoom } from './use-window-room.ts'

export type ShownProduct = TodayTicketInfo['products'][number]
type ShownSpan = ShownProduct['time_spans'][number]

/** How many rows a product takes below its head: one for each time, and one that says that nothing is left. */
export function rowsOf({ state, time_spans }: ShownProduct): number {
  return state === 'sold_out' || state === 'closed' ? 1 : time_spans.length
}

/** A lower picture would be a stripe. */
const PICTURE_ROWS = 6

interface TimesPageProps {
  readonly page: Page<ShownProduct>
  readonly room: WindowRoom
}

/**
 * The products of a page and their times, in columns. A picture fills what is left: its own where one product has a page for itself,
 * else that of the site.
 */
export function TimesPage({ page, room }: TimesPageProps): ReactElement {
  const { heroImage } = useSite()
  const blocks = page.flat()
  const own = blocks.length === 1 ? blocks[0]?.product.image_path : null
  const picture = own ?? heroImage
  const hasRoom = room.isWide ? page.length === 1 : blocks.length === 1 && leftOf(page, room) >= PICTURE_ROWS
  return (
    <div className={styles.page} data-columns={room.columns}>
      {page.map((column, index) => (
        <div key={index} className={styles.column}>
          {column.map(block => (
            <ProductBlock key={`${block.product.uuid} ${block.from}`} block={block} />
          ))}
        </div>
      ))}
      {hasRoom && <img className={styles.picture} src={picture} alt="" data-fills="true" />}
    </div>
  )
}

function ProductBlock({
  block: { product, from, to, isBeside },
}: {
  readonly block: Block<ShownProduct>
}): ReactElement {
  const t = useText()
  const priceOf = useKnownPrice()
  const { name, image_path, state, time_spans, sale_type, priced_kind } = product
  // All times of a day cost the same.
  const [first] = time_spans
  const hasTimes = state === 'normal' || state === 'few'
  return (
    <section className={styles.block} data-state={state}>
      <div className={styles.top} data-beside={isBeside}>
        {image_path !== null && !isBeside && <img className={styles.thumb} src={image_path} alt="" />}
        <div className={styles.names}>
          <h2 className={styles.name}>{name}</h2>
          {first !== undefined && hasTimes && !isBeside && (
            <p className={styles.price}>{priceOf({ priced_kind, price: first.price })}</p>
          )}
        </div>
      </div>
      {hasTimes ? (
        <ul className={styles.times}>
          {time_spans.slice(from, to).map(span => (
            <TimeRow key={span.time_span_id} span={span} times={hoursOf(sale_type, span)} />
          ))}
        </ul>
      ) : (
        <p className={styles.row} data-state={state}>
          <span className={styles.whole}>
            <Mark state={state} />
            <span>{t(state === 'sold_out' ? 'signage_day_sold_out' : 'signage_day_closed')}</span>
          </span>
        </p>
      )}
    </section>
  )
}

interface TimeRowProps {
  readonly span: ShownSpan
  /** Null where it is for a whole day. */
  readonly times: Span | null
}

function TimeRow({ span, times }: TimeRowProps): ReactElement {
  const t = useText()
  const { state, remaining_stock: count } = span
  return (
    <li className={styles.row} data-state={state}>
      {times === null ? (
        <span className={styles.time}>{t('signage_all_day')}</span>
      ) : (
        <span className={styles.time}>
          <time dateTime={times.from}>{timeOf(times.from)}</time>
          <span className={styles.until}>{`–${timeOf(times.to)}`}</span>
        </span>
      )}
      <span className={styles.state}>
        <Mark state={state} />
        <span>{state === 'few' ? t('signage_few', { count }) : t(`signage_${state}`)}</span>
      </span>
    </li>
  )
}

/** Circle, triangle and cross, as all of Japan reads them: the state is never said by a colour alone. */
function Mark({ state }: { readonly state: ShownProduct['state'] }): ReactElement {
  return (
    <svg className={styles.mark} viewBox="0 0 24 24" aria-hidden="true">
      {state === 'normal' && <circle cx="12" cy="12" r="8.5" />}
      {state === 'few' && <path d="M12 3.5 21.5 20h-19z" />}
      {(state === 'sold_out' || state === 'closed') && <path d="M4 4 20 20M20 4 4 20" />}
    </svg>
  )
}
