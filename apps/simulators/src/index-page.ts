import { html } from './html.ts'
import { page } from './page.ts'
import { TEST_CARDS, testCardNumber } from './test-cards.ts'

const STYLE = `
table { width: 100%; border-collapse: collapse } caption { text-align: start; font-size: 1.0625rem; font-weight: 650; margin: 0 0 .5rem }
td, th { text-align: start; vertical-align: top; padding: .75rem 1rem .75rem 0; border-top: 1px solid var(--line); font-weight: 400 }
thead th { border: 0; padding-block: 0 .5rem; color: var(--soft); font-size: .875rem }
.number { white-space: nowrap; font-variant-numeric: tabular-nums } .number b { color: var(--accent) }
ul { margin: 0; padding: 0; list-style: none; display: grid; gap: 1rem } li a { font-weight: 600 }
.cards { display: grid; gap: 0 1.25rem; align-items: start } @media (min-width: 52rem) { .cards { grid-template-columns: 2fr 3fr } }
td [lang=ja] { display: block }
@media (max-width: 30rem) { thead { display: none } td, th { display: block; padding: 0 0 .625rem; border: 0 } th.number { border-top: 1px solid var(--line); padding-top: .75rem; padding-bottom: 0 } }
`

/** The first page: what is simulated, where it is, and the cards to try. */
export function indexPage({ smtpPort, hasMembers }: { smtpPort: number; hasMembers: boolean }): string {
  const body = html`<p class="test">TEST — no money moves <span lang="ja">テスト・請求はありません</span></p>
    <h1>Kippu simulators <span lang="ja">シミュレーター</span></h1>
    <p class="soft">
      The providers' side, on this machine only. The store talks to it as it would to the real ones.
    </p>
    <div class="cards">
      <section class="card">
        <h2>Here</h2>
        <ul>
          <li>
            <a href="/mailbox">Mailbox</a><br /><span class="soft small"
              >every mail the store sends (SMTP on port ${smtpPort})</span
            >
          </li>
          ${
            hasMembers &&
            html`<li>
              <a href="/membership">Members’ page</a><br /><span class="soft small"
                >tokens with which members log in to the sites that sell to members alone</span
              >
            </li>`
          }
          <li>
            <a href="/_sim/ledger">Money ledger</a><br /><span class="soft small"
              >what was authorized, captured, refunded and voided, as JSON</span
            >
          </li>
          <li>
            Stripe<br /><span class="soft small"
              >API at /v1, browser script at /stripe/v3/, the bank’s page at /stripe/acs</span
            >
          </li>
        </ul>
      </section>
      <section class="card">
        <table>
          <caption>
            Test cards
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
          The last four digits decide. Any date to come, any three digits. Every other valid number is paid.
          <span lang="ja">有効期限は未来の日付、セキュリティコードは任意の3桁。</span>
        </p>
      </section>
    </div>`
  return page({ title: 'Kippu simulators', body, style: STYLE })
}

/** The first twelve digits, in fours. */
function grouped(last4: string): string {
  return testCardNumber(last4)
    .slice(0, 12)
    .replaceAll(/(\d{4})(?=\d)/g, '$1 ')
}
