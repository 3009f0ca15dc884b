import { issueReceipt as issueReceiptCall, readReceipt as readReceiptCall } from '@kippu/contract/receipts'
import type { FastifyInstance } from 'fastify'

import type { Deps } from '../deps.ts'
import { serve } from '../http/route.ts'
import { siteWords } from '../mail/letter/words.ts'
import type { SiteContent } from '../site-content/site-content.ts'
import { issueReceipt } from './issue-receipt.ts'
import type { ReceiptLocale } from './present-receipt.ts'
import { readReceipt } from './read-receipt.ts'

interface ReceiptDeps extends Deps {
  readonly content: SiteContent
}

/** The receipts of a bought visit (E-05, E-06). */
export function receiptRoutes(app: FastifyInstance, deps: ReceiptDeps): void {
  const localeOf = async (siteKey: string, asked: string | undefined): Promise<ReceiptLocale> => {
    const lang = await deps.content.chooseLanguage(siteKey, asked)
    return { lang, words: siteWords(await deps.content.texts(siteKey, lang), lang) }
  }
  serve(app, readReceiptCall, async ({ params, query }, { site }) =>
    readReceipt(deps, {
      siteKey: site.key,
      token: params.reservation_token,
      number: query.receipt_number,
      locale: await localeOf(site.key, query.lang),
    }),
  )
  serve(app, issueReceiptCall, async ({ params, query, body }, { site }) =>
    issueReceipt(deps, {
      site,
      token: params.reservation_token,
      addressee: body.addressee,
      locale: await localeOf(site.key, query.lang),
    }),
  )
}
