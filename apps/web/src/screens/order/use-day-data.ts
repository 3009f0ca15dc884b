import { getMembershipPromotion } from '@kippu/contract/membership'
import type { MembershipPromotion } from '@kippu/contract/membership'
import { getStocks, searchProductsOfDay } from '@kippu/contract/products'
import type { ProductOfDay } from '@kippu/contract/products'
import { searchSetProducts } from '@kippu/contract/set-products'
import type { SetProduct } from '@kippu/contract/set-products'
import type { IsoDate } from '@kippu/domain/jst-date'
import type { Language } from '@kippu/domain/language'
import { useQuery } from '@tanstack/react-query'

import { request } from '../../api/client.ts'
import { useLanguage } from '../../i18n/texts.tsx'
import { useSession } from '../../session/session.ts'
import type { Day } from '../../parts/choosing/choice/order-choice.ts'
import { STOCK_FRESH, STOCK_KEY } from './stock-queries.ts'

/** A product on a day. */
export interface ProductDay {
  readonly productUuid: string
  readonly date: IsoDate
}

/** Stock and price of a product on a day. Names come from the products, so stock is requested in Japanese. */
export function readDay({ productUuid, date }: ProductDay): Promise<Day> {
  return request(getStocks, { query: { date, product_id: productUuid, lang: 'ja' } })
}

export function dayKey({ productUuid, date }: ProductDay): readonly unknown[] {
  return [STOCK_KEY, 'day', productUuid, date]
}

interface DayQuery {
  /** Undefined while no day is chosen or its stock is being read. */
  readonly day: Day | undefined
  readonly isLoading: boolean
}

export function useDay(productUuid: string | null, date: IsoDate | null): DayQuery {
  const productDay = { productUuid: productUuid ?? '', date: date ?? '' }
  const { data, isLoading } = useQuery({
    queryKey: dayKey(productDay),
    queryFn: () => readDay(productDay),
    enabled: productUuid !== null && date !== null,
    staleTime: STOCK_FRESH,
  })
  return { day: data, isLoading }
}

/** A visit that set products can go with. */
export interface Visit {
  readonly spanId: number
  readonly date: IsoDate
  readonly lang: Language
}

/** Set products for a visit, with their stock on its day. */
export function readOffers({ spanId, date, lang }: Visit): Promise<SetProduct[]> {
  return request(searchSetProducts, {
    query: { lang, main_product_time_span_ids: String(spanId), from: date, to: date },
  })
}

export function offersKey({ spanId, date, lang }: Visit): readonly unknown[] {
  return [STOCK_KEY, 'offers', spanId, date, lang]
}

interface OffersQuery {
  /** Undefined while no visit is chosen that set products could go with, or while they are being read. */
  readonly offers: readonly SetProduct[] | undefined
  readonly isLoading: boolean
}

export function useOffers(spanId: number | undefined, date: IsoDate | null): OffersQuery {
  const lang = useLanguage()
  const visit = { spanId: spanId ?? 0, date: date ?? '', lang }
  const { data, isLoading } = useQuery({
    queryKey: offersKey(visit),
    queryFn: () => readOffers(visit),
    enabled: spanId !== undefined && date !== null,
    staleTime: STOCK_FRESH,
    // Another time of the same day offers much the same, so the page keeps the previous answer until the next one
    // arrives.
    placeholderData: before => before,
  })
  return { offers: spanId === undefined ? undefined : data, isLoading }
}

interface ProductsOfDayQuery {
  readonly products: readonly ProductOfDay[] | undefined
  readonly isLoading: boolean
}

/** Where the visitor chooses the day first: the products of that day, sold out or not. */
export function useProductsOfDay(date: IsoDate | null): ProductsOfDayQuery {
  const lang = useLanguage()
  const { data, isLoading } = useQuery({
    queryKey: [STOCK_KEY, 'products-of-day', date, lang],
    queryFn: () => request(searchProductsOfDay, { query: { date: date ?? '', lang } }),
    enabled: date !== null,
    staleTime: STOCK_FRESH,
  })
  return { products: data, isLoading }
}

/** The promotion that the address names; null when it names none, or one that does not exist. */
export function usePromotion(): MembershipPromotion | null {
  const lang = useLanguage()
  const asked = useSession(session => session.membershipInQuery)
  const { membershipKey, membershipValue } = asked ?? {}
  const { data } = useQuery({
    queryKey: ['promotion', membershipKey, membershipValue, lang],
    queryFn: () =>
      request(getMembershipPromotion, {
        query: { lang, membership_key: membershipKey ?? '', membership_value: membershipValue ?? '' },
      }),
    enabled: Boolean(membershipKey) && Boolean(membershipValue),
    staleTime: Infinity,
  })
  return data ?? null
}
