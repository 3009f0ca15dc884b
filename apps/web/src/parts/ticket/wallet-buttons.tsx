import { MOST_AT_ONCE, type Wallet, WALLET_PAGES } from '@kippu/contract/wallets'
import type { ReactElement, ReactNode } from 'react'

import { urlOf } from '../../api/client.ts'
import { useLanguage, useText } from '../../i18n/texts.tsx'
import { useSite } from '../../page/first-view-context.ts'
import { buttonLook } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import styles from './wallet-buttons.module.css'

const APPLE_BROWSER = /iPhone|iPad|iPod|Macintosh/

interface WalletButtonsProps {
  readonly reservationToken: string
  /** The numbers of the tickets that can be put in, in their order; null where they are not known, and are few. */
  readonly tickets: readonly number[] | null
}

/** Puts tickets into the wallet of the phone (decision 65): so many at once as go together. */
export function WalletButtons({ reservationToken, tickets }: WalletButtonsProps): ReactNode {
  const t = useText()
  const wallets = shownWallets(useSite().wallets)
  if (wallets.length === 0 || tickets?.length === 0) return null
  const groups = groupsOf(tickets ?? [])
  return (
    <div className={styles.wallets} data-print="no">
      {groups.map(group => (
        <div key={group?.from ?? 0} className={styles.group}>
          {group !== null && (
            <p className={styles.soft}>{t('wallet_range', { from: group.first, to: group.last })}</p>
          )}
          {wallets.map(wallet => (
            <WalletLink
              key={wallet}
              wallet={wallet}
              reservationToken={reservationToken}
              from={group?.from ?? null}
            />
          ))}
        </div>
      ))}
      <p className={styles.soft}>{t('wallet_follows')}</p>
    </div>
  )
}

interface WalletLinkProps {
  readonly wallet: Wallet
  readonly reservationToken: string
  /** The number of the first ticket; null for all that there are. */
  readonly from: number | null
}

function WalletLink({ wallet, reservationToken, from }: WalletLinkProps): ReactElement {
  const t = useText()
  const lang = useLanguage()
  const address = urlOf(
    WALLET_PAGES[wallet],
    {
      params: { reservation_token: reservationToken },
      query: { lang, ...(from !== null && { from }) },
    },
    location.origin,
  )
  return (
    <a
      className={`${buttonLook('plain', true)} ${styles.link}`}
      href={address}
      // Google's page takes the place of none of ours; Apple's answer is a file.
      {...(wallet === 'google' && { target: '_blank', rel: 'noreferrer' })}
    >
      <Icon name="card" /> <span>{t(wallet === 'apple' ? 'wallet_apple' : 'wallet_google')}</span>
    </a>
  )
}

/** A browser of Apple's has Apple's wallet alone; elsewhere the visitor may have either, on another device. */
function shownWallets(offered: readonly Wallet[]): readonly Wallet[] {
  if (offered.length === 0) return offered
  return APPLE_BROWSER.test(navigator.userAgent) ? offered.filter(wallet => wallet === 'apple') : offered
}

interface Group {
  /** The number of its first ticket. */
  readonly from: number
  /** Its places among the tickets, from 1. */
  readonly first: number
  readonly last: number
}

/** One group without a name where all tickets go together. */
function groupsOf(tickets: readonly number[]): ReadonlyArray<Group | null> {
  if (tickets.length <= MOST_AT_ONCE) return [null]
  return tickets.flatMap((from, index) =>
    index % MOST_AT_ONCE === 0
      ? [{ from, first: index + 1, last: Math.min(index + MOST_AT_ONCE, tickets.length) }]
      : [],
  )
}
