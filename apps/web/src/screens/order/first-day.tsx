import type { Product, StockStatusRow } from '@kippu/contract/products'
import { nextDayOf } from '@kippu/domain/calendar/next-day'
import type { ReactNode } from 'react'

import { usePrice } from '../../i18n/formats.tsx'
import { useText } from '../../i18n/texts.tsx'
import { useFirstView } from '../../page/first-view-context.ts'
import { useIsAlive } from '../../page/use-is-alive.ts'
import { choiceAfterDay } from '../../parts/choosing/choice/choice-order.ts'
import { useNamedPrice } from '../../parts/choosing/choice/price-words.tsx'
import { useDayWords } from '../../parts/choosing/choice/use-day-words.ts'
import { goToChoice } from '../../parts/choosing/sections/go-to-choice.ts'
import { Icon } from '../../ui/icon.tsx'
import styles from './first-day.module.css'
import { HouseLine } from './house-line.tsx'
import { isPass, kindOf, useReleaseWords } from './use-calendar-words.ts'
import { useDraft } from './use-draft.ts'
import { useProducts, useStatuses } from './use-order-data.ts'
import { useOrderStop } from './use-order-stop.ts'

/**
 * The next day that can be bought, with its price: one press chooses it and leads on; below it, whether the house is open today. The server
 * writes it from what the first view has, so that a visitor reads a day and a price before anything else.
 */
export function FirstDay(): ReactNode {
  return (
    <>
      {useOrderStop() === null && <NextDay />}
      <HouseLine />
    </>
  )
}

/** A day of the whole site on which a pass alone is left is passed over: most visitors come for one day. */
function NextDay(): ReactNode {
  const t = useText()
  const dayWords = useDayWords()
  const { today, site } = useFirstView()
  const { draft, update } = useDraft()
  const { products } = useProducts()
  const isAlive = useIsAlive()
  const isDateFirst = site.orderLayout === 'date_first'
  const product = products.find(({ uuid }) => uuid === draft.productUuid)
  const rows = useStatuses(isDateFirst ? null : draft.productUuid)
  const words = usePriceOfDay(isDateFirst ? products : product === undefined ? [] : [product])
  const isUsual = ({ only_product_uuid: only }: StockStatusRow): boolean =>
    !products.some(({ uuid, ...rest }) => uuid === only && isPass(rest))
  const day = nextDayOf(rows?.filter(isUsual) ?? [], today) ?? nextDayOf(rows ?? [], today)
  if (rows === undefined) return null
  if (day === undefined) return <NextRelease />
  const choose = (): void => {
    update({ date: day.date, timeSpanId: null })
    goToChoice(choiceAfterDay(site.orderLayout, product))
  }
  return (
    <button type="button" className={styles.day} onClick={choose} disabled={!isAlive}>
      <span className={styles.text}>
        <span className={styles.label}>{t('order_first_day')}</span>
        <span className={styles.words}>
          <strong>{dayWords(day.date)}</strong> <span className={styles.price}>{words(day)}</span>
        </span>
      </span>
      <Icon name="right" />
    </button>
  )
}

function NextRelease(): ReactNode {
  const t = useText()
  const when = useReleaseWords()
  if (when === null) return null
  return (
    <p className={styles.day}>
      <span className={styles.text}>
        <span className={styles.label}>{t('order_next_release')}</span>
        <strong className={styles.words}>{when}</strong>
      </span>
    </p>
  )
}

/** The price of a day; of several products it is the lowest. */
function usePriceOfDay(products: readonly Product[]): (day: StockStatusRow) => string {
  const t = useText()
  const price = usePrice()
  const wordsOf = useNamedPrice()
  const isFrom = products.length > 1
  return ({ display_price: yen }) => {
    if (yen === null) return ''
    const name = kindOf(products)
    if (name !== null) return wordsOf({ name, price: yen }, isFrom)
    return isFrom ? t('order_price_from', { price: price(yen) }) : price(yen)
  }
}
