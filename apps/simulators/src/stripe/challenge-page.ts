import { html } from '../html.ts'
import type { Html } from '../html.ts'
import { page } from '../page.ts'
import type { Intent, PaymentMethod } from './records.ts'

const STYLE = `
h1 { font-size: 1.625rem } main { max-width: 30rem; padding-top: clamp(1.5rem, 8vh, 5rem) }
dl { display: grid; grid-template-columns: auto 1fr; gap: .625rem 1.25rem; margin: 0 }
dt { color: var(--soft) } dd { margin: 0; text-align: end; font-weight: 600; font-variant-numeric: tabular-nums }
.amount { font-size: 1.5rem; line-height: 1.2 }
form { display: grid; gap: .75rem } button { flex-direction: column; line-height: 1.35; min-height: 3.5rem }
button span { font-weight: 400; font-size: .8125rem }
.quiet { display: grid; grid-template-columns: 1fr 1fr; gap: .75rem }
`

const TEST_NOTE = html`<p class="test">
  TEST — no money moves <span lang="ja">テスト・請求はありません</span>
</p>`

type Shown = { intent: Intent; method: PaymentMethod | undefined; wayBack: string | undefined }

/** The page of the bank. With `wayBack` the question is already answered, and only the way back is offered. */
export function challengePage({ intent, method, wayBack }: Shown): string {
  const body = html`${TEST_NOTE}
    <h1>Confirm your payment<br /><span lang="ja">本人認証</span></h1>
    <p class="soft">
      Your card's bank would ask you here.<br /><span lang="ja"
        >カード会社の認証画面に代わるページです。</span
      >
    </p>
    <section class="card" aria-label="Payment / お支払い">
      <dl>
        <dt>Merchant <span lang="ja">加盟店</span></dt>
        <dd>${intent.description ?? 'Kippu'}</dd>
        <dt>Amount <span lang="ja">金額</span></dt>
        <dd class="amount">¥${intent.amount.toLocaleString('en')}</dd>
        <dt>Card <span lang="ja">カード</span></dt>
        <dd>${maskedCard(method)}</dd>
      </dl>
    </section>
    ${wayBack === undefined ? question() : answered(wayBack)}`
  return page({ title: 'TEST — 3-D Secure / 本人認証', body, style: STYLE })
}

export function unknownChallengePage(): string {
  const body = html`${TEST_NOTE}
    <h1>This page is not known<br /><span lang="ja">ページが見つかりません</span></h1>
    <p class="soft">
      Go back to the store and start the payment again.<br /><span lang="ja"
        >ストアに戻り、お支払いをやり直してください。</span
      >
    </p>`
  return page({ title: 'TEST — 3-D Secure / 本人認証', body, style: STYLE })
}

function question(): Html {
  return html`<form method="post">
    <button class="primary" name="answer" value="authenticate">
      Authenticate <span lang="ja">認証する</span>
    </button>
    <div class="quiet">
      <button name="answer" value="fail">Fail <span lang="ja">認証に失敗</span></button>
      <button name="answer" value="cancel">Cancel <span lang="ja">キャンセル</span></button>
    </div>
  </form>`
}

function answered(wayBack: string): Html {
  return html`<p>This step is already done. <span lang="ja">この手続きは完了しています。</span></p>
    <p>
      <a class="button primary" href="${wayBack}">Back to the store <span lang="ja">ストアに戻る</span></a>
    </p>`
}

function maskedCard(method: PaymentMethod | undefined): string {
  return method === undefined ? '—' : `${method.brand.toUpperCase()} •••• ${method.last4}`
}
