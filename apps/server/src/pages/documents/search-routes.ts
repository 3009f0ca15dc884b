import type { FastifyInstance } from 'fastify'
import { bcp47Of } from '@kippu/domain/language'
import { isOpenAt } from '@kippu/sites/site'

import type { Deps } from '../../platform/deps.ts'
import { escapeHtml } from '../../platform/http/escape-html.ts'
import type { SiteContent } from '../../sites/content/site-content.ts'
import { addressIn } from './head-tags.ts'

/** In seconds: an hour. */
const MAX_AGE = 3_600

/**
 * Registers what search engines ask each host for: `/robots.txt`, and `/sitemap.xml` with the store in each of its languages. A store that has
 * not opened has no page to be found.
 */
export function searchRoutes(
  app: FastifyInstance,
  { sites, clock }: Pick<Deps, 'sites' | 'clock'>,
  content: SiteContent,
): void {
  const kept = { 'cache-control': `public, max-age=${MAX_AGE}`, vary: 'Host' }

  app.get('/robots.txt', async ({ site }, reply) =>
    reply
      .headers(kept)
      .type('text/plain; charset=utf-8')
      .send(
        [
          'User-agent: *',
          ...PRIVATE.map(path => `Disallow: ${path}`),
          `Sitemap: ${sites.originOf(site.key)}/sitemap.xml`,
          '',
        ].join('\n'),
      ),
  )

  app.get('/sitemap.xml', async ({ site }, reply) => {
    const spoken = await content.langs(site.key)
    const langs = spoken.toSorted((a, b) => Number(b.is_default) - Number(a.is_default)).map(({ id }) => id)
    const page = { origin: sites.originOf(site.key), langs }
    const others = langs.map(
      lang =>
        `<xhtml:link rel="alternate" hreflang="${bcp47Of(lang)}" href="${escapeHtml(addressIn(page, lang))}"/>`,
    )
    const urls = isOpenAt(await content.house(site), clock.now())
      ? langs.map(lang => `<url><loc>${escapeHtml(addressIn(page, lang))}</loc>${others.join('')}</url>`)
      : []
    return reply
      .headers(kept)
      .type('application/xml; charset=utf-8')
      .send(
        `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">${urls.join('')}</urlset>\n`,
      )
  })
}

/** Pages of one person, of the staff, and of programs. Scripts and calls stay open, because search engines draw the page with them. */
const PRIVATE = ['/gate', '/tickets/', '/preview/', '/to/', '/d-account/', '/d-pay/'] as const
