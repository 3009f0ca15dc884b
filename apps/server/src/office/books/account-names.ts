import type { Account } from '@kippu/domain/books/journal'
import { BOOK_WORDS } from '@kippu/texts/books'

import type { Read } from '../../platform/db/database.ts'

/** An account as a venue's books call it. */
export interface NamedAccount {
  /** `sales`, `advance`, `suspense`, or `receivable:stripe`. */
  readonly kind: string
  /** With a sub-account after a slash, where the venue has one. */
  readonly name: string
}

export type NameOfAccount = (account: Account) => NamedAccount

/** Setting of each account: `Account_Receivable_stripe` names that of one provider. */
const SETTINGS = {
  receivable: 'Account_Receivable',
  sales: 'Account_Sales',
  advance: 'Account_Advance',
  suspense: 'Account_Suspense',
} as const

/** The names of a site's accounts: those of its settings, else the usual ones. */
export async function readAccountNames(read: Read, siteKey: string): Promise<NameOfAccount> {
  const rows = await read
    .selectFrom('settings')
    .select(['key', 'value'])
    .where('site_key', '=', siteKey)
    .where('key', 'like', 'Account\\_%')
    .execute()
  const set = new Map(rows.map(({ key, value }) => [key, value.trim()]))
  const named = (...keys: readonly string[]): string | undefined =>
    keys.map(key => set.get(key)).find(name => name !== undefined && name !== '')
  return account => {
    const usual = BOOK_WORDS.accounts[account.kind]
    const setting = SETTINGS[account.kind]
    if (account.kind !== 'receivable') return { kind: account.kind, name: named(setting) ?? usual }
    const { provider } = account
    const [group = provider, reseller] = provider.split(':')
    const name = named(`${setting}_${group}`, setting) ?? usual
    // Each reseller is a sub-account, by its code.
    return { kind: `receivable:${provider}`, name: reseller === undefined ? name : `${name}/${reseller}` }
  }
}
