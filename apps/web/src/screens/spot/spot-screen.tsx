import { useState } from 'react'
import type { ReactElement } from 'react'

import { useText } from '../../i18n/texts.tsx'
import { useSearchParams } from '../../page/router.tsx'
import { useFocusOnTitle } from '../../parts/checkout/order/use-focus-on-title.ts'
import { RefusedNote } from '../../parts/checkout/refused/refused-note.tsx'
import { useTimeLeft } from '../../parts/checkout/hold/use-hold.ts'
import { useSession } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ExpiredCode } from './expired-code.tsx'
import { SpotOrderForm } from './spot-order-form.tsx'
import { isExpired, useSpotStocks } from './use-spot-stocks.ts'
import type { SpotStocks } from './use-spot-stocks.ts'

/** `/spot?qr_token=…`: the times and tickets of today of the product whose sign the visitor has scanned. */
export function SpotScreen(): ReactElement {
  const qrToken = useQrToken()
  // A new code starts over.
  return (
    <>
      <RefusedNote paid="spot" />
      <SpotOrder key={qrToken} qrToken={qrToken} />
    </>
  )
}

/** The code in the address, else the one that this tab came by. The store refuses an empty one. */
function useQrToken(): string {
  const asked = useSearchParams()[0].get('qr_token')
  const saved = useSession(session => session.spotQrToken)
  return asked ?? saved ?? ''
}

function SpotOrder({ qrToken }: { readonly qrToken: string }): ReactElement {
  const t = useText()
  const stocks = useSpotStocks(qrToken)
  const [isRefused, setRefused] = useState(false)
  const hasEnded = isRefused || isExpired(stocks.error)
  useFocusOnTitle(hasEnded ? 'ended' : stocks.data === undefined ? undefined : 'read')
  if (hasEnded) return <ExpiredCode />
  if (stocks.data !== undefined)
    return <UntilEnd stocks={stocks.data} qrToken={qrToken} onRefused={() => setRefused(true)} />
  return (
    <Page title={t('spot_title')}>
      {stocks.isError ? (
        <Button look="plain" onClick={() => void stocks.refetch()}>
          {t('common_retry')}
        </Button>
      ) : (
        <Skeleton lines={6} label={t('common_loading')} />
      )}
    </Page>
  )
}

interface UntilEndProps {
  readonly stocks: SpotStocks
  readonly qrToken: string
  readonly onRefused: () => void
}

/** The code ends while the page is open: the visitor is told before they press, not after. */
function UntilEnd({ stocks, ...props }: UntilEndProps): ReactElement {
  const left = useTimeLeft(stocks)
  return left === 0 ? <ExpiredCode /> : <SpotOrderForm stocks={stocks} {...props} />
}
