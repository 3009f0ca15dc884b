import { readPurchase } from '@kippu/contract/purchases'
import { useEffect } from 'react'

import { request } from '../../api/client.ts'
import { useSite } from '../../page/first-view-context.ts'
import { loadScript } from '../../parts/paying/scripts/load-script.ts'
import type { CompleteData, PurchaseData } from '../../session/pieces.ts'
import { useSession } from '../../session/session.ts'

declare global {
  interface Window {
    /** The queue of the tag manager: it reads what is here when it starts, and everything pushed later. */
    dataLayer?: object[]
  }
}

interface ExternalScripts {
  readonly tagManager: string | null
  readonly adTracker: string | null
}

/**
 * Has the site's tag manager and its tracker of ad conversions count a purchase, once: a reload loads nothing.
 * Third-party scripts never share a document with card fields, so this is the only screen that loads them, and leaving
 * it loads a new document (decision 19). No failure here is shown to the visitor.
 */
export function useTellPurchase({ reservationToken, reservationNumber }: CompleteData): void {
  const { tagManagerScript: tagManager, adTrackerScript: adTracker } = useSite()
  useEffect(() => {
    if (tagManager === null && adTracker === null) return
    if (useSession.getState().purchaseData?.transaction_id === reservationNumber) return
    let state: 'reading' | 'told' | 'left' = 'reading'
    const tell = (purchase: PurchaseData): void => {
      if (state === 'left') return
      state = 'told'
      useSession.setState({ purchaseData: purchase })
      loadScripts({ tagManager, adTracker }, purchase)
    }
    request(readPurchase, { params: { token: reservationToken } }).then(tell, () => undefined)
    return () => {
      if (state === 'told') location.reload()
      state = 'left'
    }
  }, [tagManager, adTracker, reservationToken, reservationNumber])
}

function loadScripts({ tagManager, adTracker }: ExternalScripts, purchase: PurchaseData): void {
  if (tagManager !== null) {
    window.dataLayer ??= []
    window.dataLayer.push({ 'gtm.start': Date.now(), event: 'gtm.js' })
    window.dataLayer.push({ event: 'purchase', ecommerce: purchase })
  }
  for (const script of [tagManager, adTracker]) {
    if (script !== null) loadScript(script).catch(() => undefined)
  }
}
