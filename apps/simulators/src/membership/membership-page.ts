import { html, type Html } from '../core/pages/html.ts'
import { page } from '../core/pages/page.ts'

const STYLE = `
form { display: grid; gap: 1rem; max-width: 26rem } label { display: grid; gap: .25rem; font-weight: 600 }
select { font: inherit; min-height: 3rem; padding: .5rem .875rem; border: 1px solid var(--soft); border-radius: .625rem; background: var(--card); color: var(--ink) }
:is(button, .button) { gap: .5rem } label :is(input, select) { font-weight: 400 } p > [lang=ja] { display: block }
code { font: .8125rem/1.6 ui-monospace, monospace; word-break: break-all }
`

/** The lifetimes of a token that the page offers, in seconds from now. */
export const LIFETIMES = [
  { seconds: 1_800, label: 'for 30 minutes', ja: '30分間有効' },
  { seconds: 60, label: 'for one minute', ja: '1分間有効' },
  { seconds: -600, label: 'expired', ja: '期限切れ' },
] as const

export interface MembershipPage {
  /** The sites that accept tokens. */
  readonly sites: readonly string[]
  readonly site: string
  readonly member: string
  readonly seconds: number
  /** The new token, and the address that takes it to the store. */
  readonly minted: { readonly token: string; readonly url: string } | undefined
}

/** The organisation's own page, from which a member goes on to the store with a token. */
export function membershipPage({ sites, site, member, seconds, minted }: MembershipPage): string {
  const body = html`<p class="small"><a href="/">All simulators</a></p>
    <p class="test">TEST — an organisation that is not real <span lang="ja">架空の会員組織</span></p>
    <h1>Members’ page <span lang="ja">会員ページ</span></h1>
    <p class="soft">
      Some sites sell to members alone. Their organisation sends a member to the store with a signed token.
      <span lang="ja" class="small">会員組織が署名したトークンで、ストアにログインします。</span>
    </p>
    ${minted !== undefined && mintedCard({ ...minted, member, site })}
    <form class="card" action="/membership">
      <label>
        Site
        <select name="site">
          ${sites.map(key => html`<option value="${key}" ${key === site && html`selected`}>${key}</option>`)}
        </select>
      </label>
      <label
        >Member <input name="member" value="${member}" required maxlength="254" autocomplete="off"
      /></label>
      <label>
        Valid
        <select name="seconds">
          ${LIFETIMES.map(
            one =>
              html`<option value="${one.seconds}" ${one.seconds === seconds && html`selected`}>
                ${one.label} / ${one.ja}
              </option>`,
          )}
        </select>
      </label>
      <button class="primary">Make a token <span lang="ja">トークンを発行</span></button>
    </form>
    <p class="soft small">
      The demonstration knows the members boc-1001 and boc-1002 of boc. Members of demo need no token: their
      id is member@example.com, their password “correct horse battery”.
      <span lang="ja">デモの会員：bocはboc-1001とboc-1002。demoはIDとパスワードでログインします。</span>
    </p>`
  return page({ title: 'Members’ page', body, style: STYLE })
}

type MintedToken = Pick<MembershipPage, 'member' | 'site'> & NonNullable<MembershipPage['minted']>

function mintedCard({ token, url, member, site }: MintedToken): Html {
  return html`<section class="card">
    <h2>${member}, a member of ${site}</h2>
    <p>
      <a class="button primary" href="${url}">Go to the store <span lang="ja">ストアへ</span></a>
    </p>
    <p class="soft small">The token in its address:</p>
    <code>${token}</code>
  </section>`
}
