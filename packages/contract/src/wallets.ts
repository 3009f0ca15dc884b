/** Wallets of phones that take tickets. */
export const WALLETS = ['apple', 'google'] as const
export type Wallet = (typeof WALLETS)[number]

/** Tickets that are put into a wallet together: Apple's takes so many in one file. */
export const MOST_AT_ONCE = 10

/**
 * The pages of the site that put tickets into a wallet, with `passesQuery`; the browser follows a link to one. Apple's answers with a file, a pass or a
 * bundle of several, which the browser hands to the wallet; Google's leads to the page of that. `record not found` where the site does not offer the wallet
 * (`SiteView.wallets`), or none of the tickets in these hands is good.
 */
export const WALLET_PAGES = {
  apple: '/wallets/apple/{reservation_token}',
  google: '/wallets/google/{reservation_token}',
} as const satisfies Record<Wallet, string>
