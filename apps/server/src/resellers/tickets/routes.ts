import { octoTicketPdf } from '@kippu/contract/octo/octo-calls'
import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'

import { urlOf } from '../../platform/http/route.ts'
import type { SiteContent } from '../../sites/content/site-content.ts'
import { siteWords } from '../../sites/words.ts'
import { createOneAtATime } from '../../platform/jobs/one-at-a-time.ts'
import type { ShowingDeps } from '../../tickets/showing.ts'
import { badRequest, isOctoRefusal, OctoRefusal } from '../octo-refusal.ts'
import { answerError, sendOcto } from '../serve-octo.ts'

interface PdfDeps extends ShowingDeps {
  readonly content: SiteContent
}

/** PDFs that one key, or one network of guests, may have in a minute: each costs about a quarter of a second of a processor. */
const PDFS_PER_MINUTE = 60
/** PDFs that wait in a process while one is made. */
const MOST_WAITING = 8

const params = v.object({ code: v.string() })

/** Tickets of resellers as pages to print. What draws them is read when the first one is asked for. */
export function ticketPdfRoutes(app: FastifyInstance, deps: PdfDeps): void {
  const inTurn = createOneAtATime(MOST_WAITING)
  app.route({
    method: 'GET',
    url: urlOf(octoTicketPdf),
    config: { perMinute: PDFS_PER_MINUTE },
    errorHandler: answerError,
    handler: async (request, reply) => {
      const { code } = v.parse(params, request.params)
      const query = v.safeParse(octoTicketPdf.query, request.query)
      if (!query.success) return sendOcto(reply, badRequest('lang is a language of the store'))
      const { site } = request
      const lang = await deps.content.chooseLanguage(site.key, query.output.lang)
      const locale = { lang, words: siteWords(await deps.content.texts(site.key, lang), lang) }
      const { makeTicketPdf } = await import('./make-ticket-pdf.ts')
      const pdf = await inTurn(() => makeTicketPdf(deps, { site, code, locale }))
      if (pdf === undefined) return sendOcto(reply, BUSY)
      if (isOctoRefusal(pdf)) return sendOcto(reply, pdf)
      return reply
        .type('application/pdf')
        .header('cache-control', 'no-store')
        .header('content-disposition', `inline; filename="ticket-${pdf.shortCode}.pdf"`)
        .send(pdf.bytes)
    },
  })
}

const BUSY = new OctoRefusal('SERVICE_UNAVAILABLE', 'Ask for the page again in a moment')
