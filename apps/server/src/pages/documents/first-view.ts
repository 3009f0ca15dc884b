import type { FirstView, OrderFirstView, TicketFirstView } from '@kippu/contract/first-view'
import { MOST_DAYS } from '@kippu/contract/shapes'
import { nextReleaseOf } from '@kippu/domain/calendar/next-release'
import { todayAt } from '@kippu/domain/calendar/opening-hours'
import { addDays, jstDateOf } from '@kippu/domain/jst-date'
import type { Language } from '@kippu/domain/language'
import { copiesOf, uploadedAt } from '@kippu/domain/uploaded-picture'
import type { Site } from '@kippu/sites/site'
import { colorTextKey, type SiteTextKey } from '@kippu/texts/site-text-key'
import { firstScreenTexts } from '@kippu/texts/texts'

import type { Clock } from '../../platform/clock.ts'
import { type ExternalScriptsEnv, externalScriptsOf } from '../external-scripts/external-scripts.ts'
import { isRefusal } from '../../platform/http/refusal.ts'
import type { PaymentProviders } from '../../payments/port/payment-providers.ts'
import type { ShownNotices } from '../../sites/notices/shown-notices.ts'
import type { ProductReads } from '../../catalogue/products/product-reads.ts'
import type { SiteContent } from '../../sites/content/site-content.ts'
import { mapOf } from '../../sites/visiting/map-of.ts'
import { nearestOf } from '../../sites/visiting/visiting-of.ts'
import { siteWords } from '../../sites/words.ts'
import { visitorSettings } from '../../sites/content/visitor-settings.ts'
import { hasRotatingCodes } from '../../tickets/site-gates/site-gates.ts'
import type { WalletsEnv } from '../../tickets/wallet/accounts/wallet-accounts.ts'
import { offeredWallets } from '../../tickets/wallet/passes/offered-wallets.ts'
import { siteViewOf } from './site-view.ts'

export interface FirstViewSources {
  readonly deps: {
    readonly env: { readonly externalScripts: ExternalScriptsEnv; readonly wallets: WalletsEnv }
    readonly clock: Clock
    readonly payments: PaymentProviders
  }
  readonly content: SiteContent
  readonly notices: ShownNotices
  readonly products: ProductReads
}

export interface FirstViewQuestion {
  readonly kind: FirstView['kind']
  readonly site: Site
  readonly lang: Language
}

/** Everything that the first screen of a document needs. */
export async function readFirstView(
  sources: FirstViewSources,
  question: FirstViewQuestion,
): Promise<FirstView> {
  const base = await readBase(sources, question)
  switch (question.kind) {
    case 'ticket':
      return { kind: 'ticket', ...base, mapUrl: mapOf(question.site, question.lang) }
    case 'order': {
      const parts = await readOrderParts(sources, question, base)
      const names = await colorNames(sources, question, parts)
      const copies = { ...base.site.copies, ...uploadedCopies(parts.products) }
      return {
        kind: 'order',
        ...base,
        site: { ...base.site, copies },
        ...parts,
        texts: { ...base.texts, ...names },
      }
    }
  }
}

/** Words of the house on the first screens: its contact stands in the foot, what is given back beside the price. */
const FIRST_SITE_TEXTS = [
  'site_phone',
  'site_email',
  'site_cancellation',
] as const satisfies readonly SiteTextKey[]

type CommonView = Omit<TicketFirstView, 'kind' | 'mapUrl'>

async function readBase(
  { deps, content, notices }: FirstViewSources,
  { kind, site, lang }: FirstViewQuestion,
): Promise<CommonView> {
  const now = deps.clock.now()
  const texts = await content.texts(site.key, lang)
  const settings = await content.settings(site.key)
  const scripts = externalScriptsOf(deps.env.externalScripts, site.key)
  const words = Object.entries(firstScreenTexts(kind, lang)).map(([key, text]) => [
    key,
    texts.get(key) ?? text,
  ])
  const ofSite = FIRST_SITE_TEXTS.map(key => [key, texts.get(key) ?? ''])
  return {
    lang,
    langs: await content.langs(site.key),
    site: {
      ...siteViewOf(site, lang),
      deviceFingerprintScript: deps.payments.of(site.key).deviceFingerprint?.scriptUrl ?? null,
      tagManagerScript: scripts.tagManager,
      adTrackerScript: scripts.adTracker,
      // A pass shows one code for good.
      wallets: hasRotatingCodes(settings) ? [] : offeredWallets(deps, site.key),
    },
    texts: Object.fromEntries([...words, ...ofSite]),
    settings: Object.fromEntries(visitorSettings(settings)),
    notices: await notices.read(site.key, lang),
    writtenAt: now,
    today: jstDateOf(now),
  }
}

type OrderParts = Omit<OrderFirstView, keyof CommonView | 'kind'>

async function readOrderParts(
  { content, products }: FirstViewSources,
  { site, lang }: FirstViewQuestion,
  { today, settings, writtenAt: nowMs }: CommonView,
): Promise<OrderParts> {
  const { opening } = site.visiting
  const fallback = await content.chooseLanguage(site.key, undefined)
  const range = { from: today, to: addDays(today, MOST_DAYS - 1) }
  const list = await products.list(site.key, { lang, fallback })
  // Where the day comes first, the calendar is that of the whole site.
  const productUuid = site.orderLayout === 'product_first' ? (list[0]?.uuid ?? null) : null
  const product = productUuid === null ? {} : { product_uuid: productUuid }
  const stock = list.length === 0 ? [] : await products.statuses(site.key, { ...range, ...product })
  return {
    products: list,
    productUuid,
    stock: isRefusal(stock) ? [] : stock,
    colors: site.calendarColors ? await content.colors(site.key, range) : [],
    nextRelease: nextReleaseOf({
      setting: settings['Next_Release_At'],
      saleStarts: await products.saleStarts(site.key),
      nowMs,
    }),
    opening,
    openToday: opening === null ? null : todayAt(opening, nowMs),
    nearest: nearestOf(site, lang, siteWords(await content.texts(site.key, lang), lang)),
  }
}

/** The copies of those pictures that staff have uploaded. */
function uploadedCopies(products: OrderParts['products']): Readonly<Record<string, string>> {
  return Object.fromEntries(
    products.flatMap(({ image_path: address }) => {
      const picture = address === null ? undefined : uploadedAt(address)
      return address === null || picture === undefined ? [] : [[address, copiesOf(picture)]]
    }),
  )
}

/** The venue's names for the colours of its calendar; a colour may have no name. */
async function colorNames(
  { content }: FirstViewSources,
  { site, lang }: FirstViewQuestion,
  { colors }: Pick<OrderParts, 'colors'>,
): Promise<Readonly<Record<string, string>>> {
  const texts = colors.length === 0 ? new Map<string, string>() : await content.texts(site.key, lang)
  const keys: ReadonlySet<string> = new Set(colors.map(({ color_code: code }) => colorTextKey(code)))
  return Object.fromEntries([...texts].filter(([key]) => keys.has(key)))
}
