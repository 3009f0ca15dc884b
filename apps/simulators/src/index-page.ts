import { html, type Html } from './core/pages/html.ts'
import { page } from './core/pages/page.ts'
import { TEST_CARDS, testCardNumber } from './core/test-cards.ts'

const STYLE = `
table { width: 100%; border-collapse: collapse } caption { text-align: start; font-size: 1.0625rem; font-weight: 650; margin: 0 0 .5rem }
td, th { text-align: start; vertical-align: top; padding: .75rem 1rem .75rem 0; border-top: 1px solid var(--line); font-weight: 400 }
thead th { border: 0; padding-block: 0 .5rem; color: var(--soft); font-size: .875rem } tbody th { font-weight: 600 }
.number { white-space: nowrap; font-variant-numeric: tabular-nums; font-weight: 400 } .number b { color: var(--accent) }
ul { margin: 0; padding: 0; list-style: none; display: grid; gap: 1rem } li a { font-weight: 600 }
code { font-size: .875em; overflow-wrap: anywhere }
.columns { display: grid; gap: 0 1.25rem; align-items: start } @media (min-width: 52rem) { .columns { grid-template-columns: 2fr 3fr } }
td [lang=ja], li [lang=ja] { display: block }
@media (max-width: 40rem) { thead { display: none } td, th { display: block; padding: 0 0 .625rem; border: 0 } tbody th { border-top: 1px solid var(--line); padding-top: .75rem; padding-bottom: 0 } }
`

/**
 * A provider in the table: the simulated ways to pay, the address of its API, and the pages and scripts that people
 * meet.
 */
interface ProviderRow {
  readonly name: string
  readonly ways: string
  readonly api: string
  readonly pages: string
}

const PROVIDERS: readonly ProviderRow[] = [
  {
    name: 'Stripe',
    ways: 'Cards, with and without 3‑D Secure',
    api: '/v1',
    pages: 'Card fields in a frame; the bank’s page',
  },
  {
    name: 'GMO Payment Gateway',
    ways: 'Cards, with and without 3‑D Secure; PayPay; d払い; Apple Pay',
    api: '/gmo/payment/*.idPass',
    pages: 'Token script; the bank’s page; the wallets’ pages',
  },
  {
    name: 'SB Payment Service',
    ways: 'Cards, with and without 3‑D Secure; PayPay; Alipay',
    api: '/softbank/api/xmlapi.do',
    pages: 'Token scripts; the bank’s page; the page of the link type',
  },
  {
    name: 'Adyen',
    ways: 'Cards; Alipay; WeChat Pay',
    api: '/adyen/v72',
    pages: 'Card fields in a frame; the bank’s and the wallets’ pages; the page behind the QR code',
  },
  { name: 'Alipay (AMS)', ways: 'Alipay', api: '/alipay/ams/api/v1/payments', pages: 'The cashier' },
  {
    name: 'docomo',
    ways: 'd払い with a d ACCOUNT',
    api: '/docomo',
    pages: 'The d ACCOUNT’s login; the page of d払い',
  },
  {
    name: 'Apple Pay',
    ways: 'The sheet in any browser; charged by GMO',
    api: 'a TLS port of its own, client certificate wanted',
    pages: 'The sheet, labelled as a test',
  },
]

/** The answers that a page of a bank or a wallet offers. */
const ANSWERS: { en: string; ja: string }[] = [
  { en: 'Pay, or authenticate: all goes well', ja: '支払う・認証する' },
  { en: 'Fail or cancel: nothing is paid, the browser comes back', ja: '失敗・キャンセル(支払いなしで戻る)' },
  {
    en: 'Pay, never come back: paid, and the store must find out',
    ja: '支払い後に戻らない(ストアが自分で確認)',
  },
]

/** The first page: the simulated providers with their addresses, and the cards to try. */
export function indexPage({
  smtpPort,
  hasMembers,
}: {
  readonly smtpPort: number
  readonly hasMembers: boolean
}): string {
  const body = html`<p class="test">TEST — no money moves <span lang="ja">テスト・請求はありません</span></p>
    <h1>Kippu simulators <span lang="ja">シミュレーター</span></h1>
    <p class="soft">
      The payment providers, simulated on this machine alone. The store calls them like the real ones.
    </p>
    <div class="columns">
      <div>
        ${places(smtpPort, hasMembers)}
        <section class="card">
          <h2>Pages of banks and wallets <span lang="ja">認証・ウォレット画面</span></h2>
          <ul>
            ${ANSWERS.map(({ en, ja }) => html`<li>${en}<span lang="ja" class="soft small">${ja}</span></li>`)}
          </ul>
        </section>
      </div>
      ${cards()}
    </div>
    ${providers()}`
  return page({ title: 'Kippu simulators', body, style: STYLE })
}

function places(smtpPort: number, hasMembers: boolean): Html {
  return html`<section class="card">
    <h2>Here</h2>
    <ul>
      <li>
        <a href="/mailbox">Mailbox</a><br /><span class="soft small"
          >every mail that the store sends (SMTP on port ${smtpPort})</span
        >
      </li>
      ${
        hasMembers &&
        html`<li>
          <a href="/membership">Members’ page</a><br /><span class="soft small"
            >tokens for members, to log in at sites that sell to members alone</span
          >
        </li>`
      }
      <li>
        <a href="/_sim/ledger">Money ledger</a><br /><span class="soft small"
          >the authorized, captured, refunded and voided amounts, as JSON</span
        >
      </li>
      <li>
        <a href="/_sim/faults">Faults</a><br /><span class="soft small"
          >armed faults, which wait for their call; POST adds one, DELETE clears them</span
        >
      </li>
    </ul>
  </section>`
}

function cards(): Html {
  return html`<section class="card">
    <table>
      <caption>
        Test cards, at every provider
        <span lang="ja">テストカード</span>
      </caption>
      <thead>
        <tr>
          <th scope="col">Number</th>
          <th scope="col">What happens</th>
        </tr>
      </thead>
      <tbody>
        ${TEST_CARDS.map(
          card =>
            html`<tr>
              <th scope="row" class="number">${grouped(card.last4)} <b>${card.last4}</b></th>
              <td>${card.en}<span lang="ja" class="soft small">${card.ja}</span></td>
            </tr>`,
        )}
      </tbody>
    </table>
    <p class="soft small">
      The last four digits decide. Any future date, any three digits. Every other valid number is paid.
      <span lang="ja">有効期限は未来の日付、セキュリティコードは任意の3桁。</span>
    </p>
  </section>`
}

function providers(): Html {
  return html`<section class="card">
    <table>
      <caption>
        Providers
        <span lang="ja">決済会社</span>
      </caption>
      <thead>
        <tr>
          <th scope="col">Provider</th>
          <th scope="col">Ways to pay</th>
          <th scope="col">API</th>
          <th scope="col">Pages and scripts</th>
        </tr>
      </thead>
      <tbody>
        ${PROVIDERS.map(
          ({ name, ways, api, pages }) =>
            html`<tr>
              <th scope="row">${name}</th>
              <td>${ways}</td>
              <td>${api.startsWith('/') ? html`<code>${api}</code>` : api}</td>
              <td>${pages}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </section>`
}

/** The first twelve digits, in groups of four. */
function grouped(last4: string): string {
  return testCardNumber(last4)
    .slice(0, 12)
    .replaceAll(/(\d{4})(?=\d)/g, '$1 ')
}
