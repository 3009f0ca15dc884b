import {
  issueReceipt as issueReceiptCall,
  readReceipt as readReceiptCall,
  receiptPdf,
} from '@kippu/contract/receipts'
import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'

import type { Deps } from '../../platform/deps.ts'
import { isRefusal, refuse } from '../../platform/http/refusal.ts'
import { sendRefusal, serve, urlOf } from '../../platform/http/route.ts'
import { siteWords } from '../../sites/words.ts'
import type { SiteContent } from '../../sites/content/site-content.ts'
import { createOneAtATime } from '../../platform/jobs/one-at-a-time.ts'
import type { ReceiptLocale } from './present-receipt.ts'

interface ReceiptDeps extends Deps {
  readonly content: SiteContent
}

/** PDFs that one network may have in a minute: each costs about a quarter of a second of a processor. */
const PDFS_PER_MINUTE = 20
/** PDFs that wait in a process while one is made; who comes after them is told that it is busy. */
const MOST_WAITING = 8

const pdfParams = v.object({ reservation_token: v.string() })

/**
 * The receipts of a bought visit. What draws a PDF, and knows the characters of its faces, would be a sixth of each start: it is read when
 * the first receipt is asked for.
 */
export function receiptRoutes(app: FastifyInstance, deps: ReceiptDeps): void {
  const localeOf = async (siteKey: string, asked: string | undefined): Promise<ReceiptLocale> => {
    const lang = await deps.content.chooseLanguage(siteKey, asked)
    return { lang, words: siteWords(await deps.content.texts(siteKey, lang), lang) }
  }
  serve(app, readReceiptCall, async ({ params, query }, { site }) => {
    const { readReceipt } = await import('./read-receipt.ts')
    return readReceipt(deps, {
      siteKey: site.key,
      token: params.reservation_token,
      number: query.receipt_number,
      locale: await localeOf(site.key, query.lang),
    })
  })
  serve(app, issueReceiptCall, async ({ params, query, body }, { site }) => {
    const { issueReceipt } = await import('./issue-receipt.ts')
    return issueReceipt(deps, {
      site,
      token: params.reservation_token,
      addressee: body.addressee,
      locale: await localeOf(site.key, query.lang),
    })
  })
  const inTurn = createOneAtATime(MOST_WAITING)
  app.get(urlOf(receiptPdf), { config: { perMinute: PDFS_PER_MINUTE } }, async (request, reply) => {
    const { reservation_token: token } = v.parse(pdfParams, request.params)
    const query = v.safeParse(receiptPdf.query, request.query)
    if (!query.success) return sendRefusal(reply, refuse('invalid_request'))
    const { lang, receipt_number: number, original_pass: pass } = query.output
    const { site } = request
    const locale = await localeOf(site.key, lang)
    const { makeReceiptPdf } = await import('./make-receipt-pdf.ts')
    const pdf = await inTurn(() => makeReceiptPdf(deps, { site, token, number, pass, locale }))
    if (pdf === undefined) return sendRefusal(reply, refuse('busy'))
    if (isRefusal(pdf)) return sendRefusal(reply, pdf)
    return reply
      .type('application/pdf')
      .header('content-disposition', `attachment; filename="receipt-${pdf.number}.pdf"`)
      .send(pdf.bytes)
  })
}
