import { createHash } from 'node:crypto'

import type { FastifyReply, FastifyRequest } from 'fastify'

import { Html, html } from './html.ts'
import { page } from './page.ts'

const STYLE = `
h1 { font-size: 1.625rem } main { max-width: 30rem; padding-top: clamp(1.5rem, 8vh, 5rem) }
dl { display: grid; grid-template-columns: auto 1fr; gap: .625rem 1.25rem; margin: 0 }
dt { color: var(--soft) } dd { margin: 0; text-align: end; font-weight: 600; font-variant-numeric: tabular-nums }
.amount { font-size: 1.5rem; line-height: 1.2 }
form { display: grid; gap: .75rem } button { flex-direction: column; line-height: 1.35; min-height: 3.5rem }
button span { font-weight: 400; font-size: .8125rem }
.quiet { display: grid; grid-template-columns: 1fr 1fr; gap: .75rem } .quiet > :last-child:nth-child(odd) { grid-column: 1 / -1 }
`
const SUBMIT_SCRIPT = 'document.forms[0].submit()'
/** The only script that a page for payers may run. */
const SUBMIT_HASH = `'sha256-${createHash('sha256').update(SUBMIT_SCRIPT).digest('base64')}'`

const TEST_NOTE = html`<p class="test">
  TEST — no money moves <span lang="ja">テスト・請求はありません</span>
</p>`

/**
 * Headers of every page on which people pay. There is no form-action, because browsers apply it to the redirect back to
 * the store as well.
 */
export const PAYER_PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; script-src ${SUBMIT_HASH}; base-uri 'none'; frame-ancestors 'none'`,
}

/** Words in the two languages of the pages on which people pay. */
export interface BilingualText {
  readonly en: string
  readonly ja: string
}

/** A button; the form sends its `answer`. The first button of a page is the main one. */
export interface PayerAnswer extends BilingualText {
  readonly answer: string
}

export interface PayerPage {
  readonly heading: BilingualText
  readonly intro: BilingualText
  /** Name of the shop, as the store gave it. */
  readonly shop: string
  /** Yen. */
  readonly amount: number
  /** Lines under shop and amount, such as the masked card. */
  readonly rows?: readonly (BilingualText & { readonly value: string })[]
  /** Empty when the question is already answered. */
  readonly answers: readonly PayerAnswer[]
  /** Hidden fields of the form. */
  readonly fields?: Record<string, string>
  /** A GET address, offered when there is no question or no question is left. */
  readonly wayBack?: string | undefined
}

/** The answers of a wallet's page, the same at every provider. */
export const WALLET_ANSWERS: readonly PayerAnswer[] = [
  { answer: 'pay', en: 'Pay', ja: '支払う' },
  { answer: 'cancel', en: 'Cancel', ja: 'キャンセル' },
  { answer: 'fail', en: 'Fail', ja: '支払いに失敗' },
  { answer: 'pay_no_return', en: 'Pay, never come back', ja: '支払い後に戻らない' },
]

/** The page of a card's bank, where it asks its card holder; the same at most providers. */
export const CHALLENGE = {
  heading: { en: 'Confirm your payment', ja: '本人認証' },
  intro: { en: "Your card's bank would ask you here.", ja: 'カード会社の認証画面に代わるページです。' },
  answers: [
    { answer: 'authenticate', en: 'Authenticate', ja: '認証する' },
    { answer: 'fail', en: 'Fail', ja: '認証に失敗' },
    { answer: 'cancel', en: 'Cancel', ja: 'キャンセル' },
  ],
} as const satisfies Pick<PayerPage, 'heading' | 'intro' | 'answers'>

/** A page of a bank or a wallet: the merchant, the amount, and one button for each answer. */
export function payerPage(shown: PayerPage): string {
  const { heading, intro, shop, amount, rows = [], answers, wayBack } = shown
  const body = html`${TEST_NOTE}
    <h1>${heading.en}<br /><span lang="ja">${heading.ja}</span></h1>
    <p class="soft">${intro.en}<br /><span lang="ja">${intro.ja}</span></p>
    <section class="card" aria-label="Payment / お支払い">
      <dl>
        <dt>Merchant <span lang="ja">加盟店</span></dt>
        <dd>${shop}</dd>
        <dt>Amount <span lang="ja">金額</span></dt>
        <dd class="amount">¥${amount.toLocaleString('en')}</dd>
        ${rows.map(
          row =>
            html`<dt>${row.en} <span lang="ja">${row.ja}</span></dt>
              <dd>${row.value}</dd>`,
        )}
      </dl>
    </section>
    ${answers.length > 0 ? question(shown) : answered(wayBack)}`
  return page({ title: `TEST — ${heading.en} / ${heading.ja}`, body, style: STYLE })
}

/** A page with a message alone, for instance that the time to pay is over. */
export function payerMessagePage({
  heading,
  intro,
  wayBack,
}: Pick<PayerPage, 'heading' | 'intro' | 'wayBack'>): string {
  const body = html`${TEST_NOTE}
    <h1>${heading.en}<br /><span lang="ja">${heading.ja}</span></h1>
    <p class="soft">${intro.en}<br /><span lang="ja">${intro.ja}</span></p>
    ${wayBack !== undefined && backLink(wayBack)}`
  return page({ title: `TEST — ${heading.en} / ${heading.ja}`, body, style: STYLE })
}

/** Answers 404 for a page that does not exist, or does not exist any longer. */
export function sendUnknownPayerPage(reply: FastifyReply): FastifyReply {
  const markup = payerMessagePage({
    heading: { en: 'This page is not known', ja: 'ページが見つかりません' },
    intro: {
      en: 'Go back to the store and start the payment again.',
      ja: 'ストアに戻り、お支払いをやり直してください。',
    },
  })
  return reply.headers(PAYER_PAGE_HEADERS).code(404).send(markup)
}

function question({ answers: [main, ...others], fields = {} }: PayerPage): Html {
  return html`<form method="post">
    ${hidden(fields)} ${main !== undefined && button(main, 'primary')}
    <div class="quiet">${others.map(answer => button(answer))}</div>
  </form>`
}

function button({ answer, en, ja }: PayerAnswer, style = ''): Html {
  return html`<button class="${style}" name="answer" value="${answer}">
    ${en} <span lang="ja">${ja}</span>
  </button>`
}

function hidden(fields: Record<string, string>): readonly Html[] {
  return Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  )
}

function answered(wayBack: string | undefined): Html {
  return html`<p>This step is already done. <span lang="ja">この手続きは完了しています。</span></p>
    ${wayBack !== undefined && backLink(wayBack)}`
}

function backLink(url: string): Html {
  return html`<p>
    <a class="button primary" href="${url}">Back to the store <span lang="ja">ストアに戻る</span></a>
  </p>`
}

/** The way back to the store: an address, an address with the fields of a form, or none ("pay, never come back"). */
export type WayBack = ReturnAddress | null

interface ReturnAddress {
  readonly url: string
  readonly fields?: readonly (readonly [string, string])[]
  readonly charset?: string
}

/**
 * Sends the browser back to the store after an answer: 303 to the address, or a form that posts its fields and submits
 * itself. Without a way back the answer is 204, or for people a page that says so. A caller that asks for
 * `application/json` gets `{url, fields}` instead of the form; tests follow it so.
 */
export function goBack(request: FastifyRequest, reply: FastifyReply, way: WayBack): FastifyReply {
  const { accept = '' } = request.headers
  reply.headers(PAYER_PAGE_HEADERS)
  if (way === null) {
    if (!accept.includes('text/html')) return reply.code(204).send()
    return reply.send(payerMessagePage({ heading: GONE.heading, intro: GONE.intro }))
  }
  const { url, fields, charset = 'utf-8' } = way
  if (fields === undefined) return reply.redirect(url, 303)
  if (accept.includes('application/json'))
    return reply.header('content-type', 'application/json').send(JSON.stringify({ url, fields }))
  return reply.send(postBackPage({ url, fields, charset }))
}

const GONE = {
  heading: { en: 'Paid, and not coming back', ja: 'お支払い済み・ストアに戻りません' },
  intro: {
    en: 'The payment is done, and the browser never goes back to the store. Close this page.',
    ja: 'お支払いは完了しましたが、ストアには戻りません。このページを閉じてください。',
  },
}

interface PostBack {
  readonly url: string
  readonly fields: readonly (readonly [string, string])[]
  readonly charset: string
}

function postBackPage({ url, fields, charset }: PostBack): string {
  const body = html`${TEST_NOTE}
    <form method="post" action="${url}" accept-charset="${charset}">
      ${hidden(Object.fromEntries(fields))}
      <button class="primary">Back to the store <span lang="ja">ストアに戻る</span></button>
    </form>
    ${new Html(`<script>${SUBMIT_SCRIPT}</script>`)}`
  return page({ title: 'TEST — back to the store / ストアに戻る', body, style: STYLE })
}
