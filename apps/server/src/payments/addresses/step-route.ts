import { randomBytes } from 'node:crypto'

import { PAYMENT_STEP } from '@kippu/contract/payment-step'
import { bcp47Of } from '@kippu/domain/language'
import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'

import { escapeHtml } from '../../platform/http/escape-html.ts'
import { formHeaders } from '../../platform/http/security-headers.ts'
import { findOrderById } from '../../orders/life/find-order.ts'
import type { SiteContent } from '../../sites/content/site-content.ts'
import { isTokenOf } from '../../platform/tokens.ts'
import { type Attempt, isWithVisitor } from '../attempts/attempt.ts'
import { paymentByName } from '../attempts/find-attempts.ts'
import type { BrowserStep } from '../port/port.ts'
import type { PaymentDeps } from '../attempts/payment-deps.ts'
import { callbackRouteOf } from './callback-route.ts'

const NONCE_BYTES = 16

const parameters = v.object({ name: v.string() })

export type StepDeps = Pick<PaymentDeps, 'db' | 'sites'> & { readonly content: SiteContent }
type FormStep = Extract<BrowserStep, { kind: 'form' }>

/**
 * The page that sends a payment's form to its provider, with nothing else on it. A browser checks every address that a
 * form is redirected to against the content policy of the page, and nobody can list a wallet's addresses: so this page
 * lets forms go anywhere, and the store's other pages do not. It needs no cookie and changes nothing; a request for a
 * payment that waits for no form is redirected to the page that tells the result.
 */
export function paymentStepRoute(app: FastifyInstance, deps: StepDeps): void {
  app.get(`${PAYMENT_STEP}:name`, async (request, reply) => {
    const { name } = v.parse(parameters, request.params)
    // The form has what only the browser that began the payment may know: its name is the number.
    const attempt = isTokenOf('payment', name)
      ? (await deps.db.find(paymentByName, { siteKey: request.site.key, name }))?.attempt
      : undefined
    const step = attempt && openForm(attempt)
    if (attempt === undefined || step === undefined) {
      const route = attempt ? callbackRouteOf({ attempt, name, hint: 'success' }) : '/#/error'
      return reply.redirect(`${deps.sites.originOf(request.site.key)}${route}`, 303)
    }
    const nonce = randomBytes(NONCE_BYTES).toString('base64')
    return reply
      .headers(formHeaders({ nonce, address: step.url }))
      .type('text/html; charset=utf-8')
      .send(await writePage(deps, attempt, { step, nonce }))
  })
}

/** The form that the visitor has to send now, the same as in every answer about the payment. */
function openForm(attempt: Attempt): FormStep | undefined {
  return isWithVisitor(attempt) && attempt.step?.kind === 'form' ? attempt.step : undefined
}

/**
 * The page is in the language of the order. It sends its form while it is still loading, so that the provider's page
 * replaces it in the history and the back button leads to the store. The button is for browsers that block the script.
 */
async function writePage(
  { db, content }: StepDeps,
  { siteKey, orderId }: Attempt,
  { step, nonce }: { readonly step: FormStep; readonly nonce: string },
): Promise<string> {
  const order = await db.read(tx => findOrderById(tx, orderId))
  const lang = await content.chooseLanguage(siteKey, order?.lang)
  const texts = await content.texts(siteKey, lang)
  const wordsOf = (key: string): string => escapeHtml(texts.get(key) ?? '')
  const fields = step.fields.map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  )
  return [
    `<!doctype html><html lang="${bcp47Of(lang)}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${wordsOf('payment_step_title')}</title>`,
    `<style nonce="${nonce}">${STYLE}</style></head><body><main><h1>${wordsOf('payment_step_title')}</h1>`,
    `<form method="post" action="${escapeHtml(step.url)}" accept-charset="${step.charset}">`,
    ...fields,
    `<button>${wordsOf('common_next')}</button></form></main>`,
    `<script nonce="${nonce}">${SEND}</script></body></html>`,
  ].join('')
}

/** Called on the prototype, because a provider's field may be named `submit`. */
const SEND = 'HTMLFormElement.prototype.submit.call(document.forms[0])'

const STYLE =
  'body{margin:0;font:1rem/1.7 system-ui,sans-serif;color:#222;background:#fff}' +
  'main{max-width:28rem;margin:0 auto;padding:3rem 1.25rem}h1{font-size:1.25rem}' +
  'button{min-height:3rem;padding:0 2rem;font:inherit;color:#fff;background:#222;border:0;border-radius:.5rem}'
