import type { Answer } from '@kippu/contract/call'
import { listSpotProducts } from '@kippu/contract/spot'
import type { TextKey } from '@kippu/texts/texts'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'

import { request } from '../../api/client.ts'
import { useKnownPrice } from '../../i18n/known-price.ts'
import { useLanguage, useText } from '../../i18n/texts.tsx'
import { Link, useSearchParams } from '../../page/router.tsx'
import { spotOrder } from '../../page/spot-redirects.ts'
import { useFocusOnTitle } from '../../parts/checkout/order/use-focus-on-title.ts'
import { useSession } from '../../session/session.ts'
import { Button, buttonLook } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ExpiredCode } from './expired-code.tsx'
import { OwnTicketsLink } from './own-tickets-link.tsx'
import styles from './spot.module.css'
import { EXPIRED, isExpired, SPOT_STOCK, STOCK_FRESH } from './use-spot-stocks.ts'

type SpotProduct = Answer<typeof listSpotProducts>[number]

/**
 * `/spot/products`: what is sold at the door, with its state of today. A code is of one product, so each has its sign.
 */
export function SpotProductsScreen(): ReactElement {
  const t = useText()
  const lang = useLanguage()
  const asked = useSearchParams()[0].get('qr_token')
  const qrToken = useSession(session => session.spotQrToken)
  const products = useQuery({
    queryKey: [SPOT_STOCK, 'products', asked, lang],
    queryFn: () => request(listSpotProducts, { query: { lang, ...(asked !== null && { qr_token: asked }) } }),
    staleTime: STOCK_FRESH,
    meta: { saidHere: EXPIRED },
  })
  useFocusOnTitle(products.data === undefined ? undefined : 'read')
  if (isExpired(products.error)) return <ExpiredCode />
  return (
    <Page title={t('spot_products_title')} lead={t('spot_products_lead')}>
      {products.data !== undefined ? (
        <Products products={products.data} />
      ) : products.isError ? (
        <Button look="plain" onClick={() => void products.refetch()}>
          {t('common_retry')}
        </Button>
      ) : (
        <Skeleton lines={6} label={t('common_loading')} />
      )}
      {qrToken !== null && (
        <p>
          <Link to={spotOrder({ qrToken })} className={buttonLook('plain')}>
            {t('spot_inquiry_more')}
          </Link>
        </p>
      )}
      <OwnTicketsLink />
    </Page>
  )
}

/** The state of today in words, never in colour alone. */
const STATES: Readonly<Record<SpotProduct['product_stock_status'], TextKey>> = {
  normal: 'calendar_state_normal',
  is_few: 'calendar_state_few',
  sold_out: 'calendar_state_sold_out',
  closed: 'calendar_state_close',
}

function Products({ products }: { readonly products: readonly SpotProduct[] }): ReactElement {
  const t = useText()
  const wordsOf = useKnownPrice()
  if (products.length === 0) return <Notice>{t('spot_products_none')}</Notice>
  return (
    <ul className={styles.products}>
      {products.map(product => (
        <li key={product.uuid} data-open={isOpen(product)}>
          {product.image_path !== null && <img src={product.image_path} alt="" loading="lazy" />}
          <div>
            <p className={styles.name}>{product.name}</p>
            <p className={styles.soft}>{product.description}</p>
            <p className={styles.state}>
              <strong>{t(STATES[product.product_stock_status])}</strong>
              {isOpen(product) && <span>{wordsOf(product)}</span>}
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}

function isOpen({ product_stock_status: status }: SpotProduct): boolean {
  return status === 'normal' || status === 'is_few'
}
