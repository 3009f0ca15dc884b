import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'

import type { Mail, MailStore } from './mail-store.ts'
import { mailListPage, mailPage, unknownMailPage } from './mailbox-pages.ts'

const PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; base-uri 'none'"
/** A mail may have pictures and styles, and open links in a new tab, and nothing else. */
const MAIL_POLICY =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; img-src * data:; style-src 'unsafe-inline'; font-src data:"

/** The mailbox: every mail as it arrived, as pages for people and as JSON for tests. */
export function mailboxRoutes(app: FastifyInstance, { mails }: { readonly mails: MailStore }): void {
  app.get('/api/messages', request => mails.list(recipientOf(request)))

  app.delete('/api/messages', (request, reply) => {
    mails.clear(recipientOf(request))
    return reply.code(204).send()
  })

  app.get('/', (request, reply) => {
    const to = recipientOf(request)
    return sendPage(reply, mailListPage(mails.list(to), to ?? ''))
  })

  app.get('/:id', (request, reply) => {
    const mail = find(request, mails)
    return mail === undefined ? sendPage(reply.code(404), unknownMailPage()) : sendPage(reply, mailPage(mail))
  })

  app.get('/:id/html', (request, reply) => {
    const mail = find(request, mails)
    if (mail === undefined) return sendPage(reply.code(404), unknownMailPage())
    return sendPage(reply, `<!doctype html><base target="_blank">${mail.html}`, MAIL_POLICY)
  })
}

function sendPage(reply: FastifyReply, markup: string, policy = PAGE_POLICY): FastifyReply {
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'content-security-policy': policy,
    })
    .send(markup)
}

function find(request: FastifyRequest, mails: MailStore): Mail | undefined {
  return mails.get(v.parse(v.object({ id: v.string() }), request.params).id)
}

function recipientOf(request: FastifyRequest): string | undefined {
  return v.parse(v.object({ to: v.optional(v.string()) }), request.query).to
}
