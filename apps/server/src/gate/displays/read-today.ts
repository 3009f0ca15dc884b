import type { Answer } from '@kippu/contract/call'
import type { readTodayTicketInfo, TodayTicketInfo } from '@kippu/contract/signage'
import { epochMsOf, jstDateOf, jstIso } from '@kippu/domain/jst-date'
import { lowStockThresholdOf, saleEndOf } from '@kippu/domain/stock/availability'
import { dayAt, timeSpanStateOf } from '@kippu/domain/stock/signage-state'

import type { Deps } from '../../platform/deps.ts'
import { refuse, type Refusal } from '../../platform/http/refusal.ts'
import type { ProductReads, ProductToShow } from '../../catalogue/products/product-reads.ts'
import { wordingOf } from '../../catalogue/products/wording.ts'
import type { SiteContent } from '../../sites/content/site-content.ts'

export interface TodayDeps extends Pick<Deps, 'clock'> {
  readonly products: ProductReads
  readonly content: SiteContent
}

interface AskedToday {
  readonly siteKey: string
  readonly lang: string | undefined
  readonly productUuid: string | undefined
}

type ShownProduct = TodayTicketInfo['products'][number]

/** Main products of a site with their times of today in Japan that are still on sale. */
export async function readToday(
  { clock, products, content }: TodayDeps,
  { siteKey, lang, productUuid }: AskedToday,
): Promise<Answer<typeof readTodayTicketInfo> | Refusal<'record not found'>> {
  const nowMs = clock.now()
  const date = jstDateOf(nowMs)
  const settings = await content.settings(siteKey)
  const threshold = lowStockThresholdOf(settings.get('Low_Stock_Threshold'))
  const shown = await products.shownOn(siteKey, await wordingOf(content, siteKey, lang), date)
  const asked = productUuid === undefined ? shown : shown.filter(({ uuid }) => uuid === productUuid)
  if (productUuid !== undefined && asked.length === 0) return refuse('record not found')
  const day = { date, products: asked.map(product => presentToday(product, threshold)) }
  // Stock may be a second old: a time may have ended since.
  return { date, generated_at: jstIso(nowMs), products: [...dayAt(day, nowMs).products] }
}

function presentToday(product: ProductToShow, threshold: number): ShownProduct {
  const { uuid, name, image_path, sale_type, priced_kind, price } = product
  return {
    uuid,
    name,
    image_path,
    sale_type,
    priced_kind,
    state: 'closed',
    time_spans: product.spans.map(({ id, from, to, soldUntil, count }) => ({
      time_span_id: id,
      from,
      to,
      state: timeSpanStateOf(count, threshold),
      remaining_stock: count,
      price,
      sold_until: jstIso(
        saleEndOf({
          saleType: sale_type,
          startsAt: from,
          endsAt: to,
          visitDate: jstDateOf(epochMsOf(from)),
          graceMinutes: product.graceMinutes,
          soldUntil,
        }),
      ),
    })),
  }
}
