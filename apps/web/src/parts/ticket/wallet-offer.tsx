import { lazy, Suspense } from 'react'
import type { ReactNode } from 'react'

import { useSite } from '../../page/first-view-context.ts'
import styles from './wallet-offer.module.css'

/** A page that cannot load them is whole without. */
const WalletButtons = lazy(async () => {
  const loaded = await import('./wallet-buttons.tsx').catch(() => null)
  return { default: loaded?.WalletButtons ?? (() => null) }
})

interface WalletOfferProps {
  readonly reservationToken: string
  /** The numbers of the tickets that can be put in. */
  readonly tickets: readonly number[]
}

/** Offers to put tickets into the wallet of the phone, where the site has one. Its place is kept while the buttons load. */
export function WalletOffer(props: WalletOfferProps): ReactNode {
  const { wallets } = useSite()
  if (wallets.length === 0 || props.tickets.length === 0) return null
  return (
    <div className={styles.room} data-print="no">
      <Suspense>
        <WalletButtons {...props} />
      </Suspense>
    </div>
  )
}
