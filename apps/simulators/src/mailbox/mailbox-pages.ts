import { html, type Html } from '../core/pages/html.ts'
import { page } from '../core/pages/page.ts'
import type { Mail } from './mail-store.ts'

const STYLE = `
header { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: baseline; justify-content: space-between }
search form { display: flex; gap: .75rem; margin: 0 0 1.5rem } search input { flex: 1; min-width: 0 }
.visually-hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
.mails { list-style: none; margin: 0; padding: 0 } .mails li + li { border-top: 1px solid var(--line) }
.mails a { display: grid; gap: .125rem 1.5rem; padding: 1rem clamp(1rem, 3vw, 1.5rem); color: inherit; text-decoration: none; grid-template-columns: 1fr auto }
.mails a:hover .subject { text-decoration: underline } .subject { font-weight: 600; grid-column: 1 }
.list { padding: 0; overflow: hidden } .list :focus-visible { outline-offset: -3px }
.mails .people { grid-column: 1 } .mails time { grid-column: 2; grid-row: 1 / span 2; text-align: end }
dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1.25rem; margin: 0 } dt { color: var(--soft) } dd { margin: 0 }
.rendered { padding: 0; overflow: hidden; background: #fff } iframe { display: block; width: 100%; height: min(48rem, 72vh); border: 0; background: #fff; color-scheme: light; resize: vertical }
pre { margin: 0; white-space: pre-wrap; font: .9375rem/1.65 ui-monospace, 'Noto Sans Mono CJK JP', monospace }
summary { cursor: pointer; font-weight: 650; min-height: 1.75rem } details[open] summary { margin-bottom: .75rem }
@media (max-width: 36rem) { .mails a { grid-template-columns: 1fr } .mails time { grid-column: 1; grid-row: auto; text-align: start } }
`

/** The list of mails, newest first. `to` is the recipient it is filtered by. */
export function mailListPage(mails: readonly Mail[], to: string): string {
  const body = html`<header>
      <p class="test">TEST mailbox — no mail leaves this machine</p>
      <p class="small"><a href="/">All simulators</a></p>
    </header>
    <h1>Mailbox <span lang="ja">メールボックス</span></h1>
    <p class="soft">${countOf(mails)}, newest first. Reload the page to look again.</p>
    <search>
      <form>
        <label class="visually-hidden" for="to">Recipient</label>
        <input
          id="to"
          name="to"
          type="search"
          inputmode="email"
          value="${to}"
          placeholder="Recipient, e.g. visitor@example.com"
        />
        <button>Show</button>
      </form>
    </search>
    ${
      mails.length === 0
        ? nothing(to)
        : html`<div class="card list">
            <ul class="mails">
              ${mails.map(item)}
            </ul>
          </div>`
    }`
  return page({ title: 'Mailbox', body, style: STYLE })
}

/** One mail: its envelope, the mail as a mail program displays it, and its plain-text part. */
export function mailPage(mail: Mail): string {
  const body = html`<p class="small"><a href="/mailbox">← Mailbox</a></p>
    <h1>${subjectOf(mail)}</h1>
    <div class="card">
      <dl>
        <dt>From</dt>
        <dd>${mail.fromName === '' ? mail.from : `${mail.fromName} <${mail.from}>`}</dd>
        <dt>To</dt>
        <dd>${mail.to.join(', ')}</dd>
        <dt>Received</dt>
        <dd>${timeOf(mail)}</dd>
        ${
          mail.files.length > 0 &&
          html`<dt>Attached</dt>
            <dd>${mail.files.join(', ')}</dd>`
        }
      </dl>
    </div>
    ${mail.html !== '' && rendered(mail)}
    <details class="card" open>
      <summary>Plain text</summary>
      <pre>${mail.text === '' ? 'This mail has no plain-text part.' : mail.text}</pre>
    </details>`
  return page({ title: subjectOf(mail), body, style: STYLE })
}

export function unknownMailPage(): string {
  const body = html`<p class="small"><a href="/mailbox">← Mailbox</a></p>
    <h1>This mail is not here</h1>
    <p class="soft">It may have been deleted.</p>`
  return page({ title: 'Mailbox', body, style: STYLE })
}

function item(mail: Mail): Html {
  return html`<li>
    <a href="/mailbox/${mail.id}">
      <span class="subject">${subjectOf(mail)}</span>
      <span class="people soft small">to ${mail.to.join(', ')}</span>
      ${timeOf(mail)}
    </a>
  </li>`
}

/** The mail in a frame. Its links open in a new tab; its scripts never run. */
function rendered(mail: Mail): Html {
  return html`<div class="card rendered">
    <iframe
      src="/mailbox/${mail.id}/html"
      title="The mail as rendered"
      sandbox="allow-popups allow-popups-to-escape-sandbox"
    ></iframe>
  </div>`
}

function nothing(to: string): Html {
  return html`<div class="card">
    <p>No mail ${to === '' ? 'has arrived yet' : html`for <strong>${to}</strong>`}.</p>
    <p class="soft small">Everything the store sends appears here.</p>
  </div>`
}

function countOf(mails: readonly Mail[]): string {
  return mails.length === 1 ? '1 mail' : `${mails.length} mails`
}

function subjectOf(mail: Mail): string {
  return mail.subject === '' ? '(no subject)' : mail.subject
}

/** The time in Japan. */
function timeOf(mail: Mail): Html {
  const shown = new Date(mail.at).toLocaleString('sv-SE', { timeZone: 'Asia/Tokyo' })
  return html`<time class="soft small" datetime="${mail.at}">${shown} JST</time>`
}
