import { linkOf } from '@kippu/contract/links'
import type { Answer } from '@kippu/contract/call'
import type { issueSpotQrToken } from '@kippu/contract/signage'
import { jstIso } from '@kippu/domain/jst-date'
import type { Site } from '@kippu/sites/site'

import type { Deps } from '../../platform/deps.ts'
import { presenceCodeAt } from '../devices/presence-code.ts'
import { refuse, type Refusal } from '../../platform/http/refusal.ts'
import type { ProductReads } from '../../catalogue/products/product-reads.ts'
import { wordingOf } from '../../catalogue/products/wording.ts'
import type { SiteContent } from '../../sites/content/site-content.ts'
import { issueQrToken } from '../../door/qr-token.ts'

export interface SpotQrDeps extends Pick<Deps, 'env' | 'tokens' | 'clock' | 'sites'> {
  readonly products: ProductReads
  readonly content: SiteContent
}

interface AskedQr {
  readonly site: Site
  readonly productUuid: string
  readonly lang: string | undefined
}

/** A code that opens the sale at the door of a product that is sold there, and what stands beside it on the display. */
export async function issueSpotQr(
  deps: SpotQrDeps,
  { site, productUuid, lang }: AskedQr,
): Promise<Answer<typeof issueSpotQrToken> | Refusal<'record not found'>> {
  const { products, content, clock, env, sites } = deps
  const wording = await wordingOf(content, site.key, lang)
  const sold = await products.on('spot').list(site.key, wording)
  const product = sold.find(({ uuid }) => uuid === productUuid)
  if (product === undefined) return refuse('record not found')
  const nowMs = clock.now()
  const { token, expiresAt } = issueQrToken(deps, { siteKey: site.key, productId: product.id, nowMs })
  return {
    qr_token: token,
    url: sites.originOf(site.key) + linkOf(`/#/spot?qr_token=${token}`),
    expires_at: jstIso(expiresAt),
    issued_at: jstIso(nowMs),
    renew_after_seconds: env.spotQrRenewSeconds,
    product_name: product.name,
    presence: await presenceOf(deps, site.key, nowMs),
  }
}

/** The code of the minute, where the site has its displays show it. */
async function presenceOf(
  { tokens, content }: Pick<SpotQrDeps, 'tokens' | 'content'>,
  siteKey: string,
  nowMs: number,
): Promise<Answer<typeof issueSpotQrToken>['presence']> {
  const settings = await content.settings(siteKey)
  if (settings.get('Signage_Presence_Code') !== 'true') return null
  const { digits, endsAt } = presenceCodeAt({ tokens }, siteKey, nowMs)
  return { code: digits, ends_at: jstIso(endsAt) }
}
