import type { Answer } from '@kippu/contract/call'
import { listSpotOrders } from '@kippu/contract/spot'
import { timeOf } from '@kippu/domain/jst-date'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactElement } from 'react'

import { request } from '../../api/client.ts'
import { useDates } from '../../i18n/formats.tsx'
import { useCount, useLanguage, useText } from '../../i18n/texts.tsx'
import { addressOf } from '../../page/entry.ts'
import { ticketPage } from '../../page/redirects.ts'
import { Link, useNavigate } from '../../page/router.tsx'
import { spotFields, spotPayment } from '../../page/spot-redirects.ts'
import { useFocusOnTitle } from '../../parts/checkout/order/use-focus-on-title.ts'
import { useStart } from '../../parts/checkout/order/to-order-link.tsx'
import { useSession } from '../../session/session.ts'
import { keptSpotOrders } from '../../session/spot-orders.ts'
import { Button, buttonLook } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './spot.module.css'

type SpotOrderRow = Answer<typeof listSpotOrders>[number]

/** `/spot/ticket-inquiry`: what this browser bought at the door, by the tokens it keeps; another browser shows none. */
export function SpotInquiryScreen(): ReactElement {
  const t = useText()
  const [tokens] = useState(keptSpotOrders)
  const start = useStart('spot')
  return (
    <Page title={t('spot_own_tickets')} {...(tokens.length > 0 && { lead: t('spot_inquiry_lead') })}>
      {tokens.length === 0 ? <NoOrders /> : <Orders tokens={tokens} />}
      <p>
        <Link to={start} className={buttonLook('quiet')}>
          {t('spot_inquiry_more')}
        </Link>
      </p>
    </Page>
  )
}

function NoOrders(): ReactElement {
  const t = useText()
  return (
    <Notice title={t('spot_inquiry_empty_title')}>
      <p>{t('spot_inquiry_empty')}</p>
    </Notice>
  )
}

/** Pause before an order that is being paid is read again, in ms. */
const LOOK_EVERY = 5000

function Orders({ tokens }: { readonly tokens: readonly string[] }): ReactElement {
  const t = useText()
  const lang = useLanguage()
  const orders = useQuery({
    queryKey: ['spot orders', tokens, lang],
    queryFn: () => request(listSpotOrders, { query: { lang, tokens: tokens.join(',') } }),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) =>
      state.status === 'success' && state.data?.some(({ status }) => status === 'paying') === true
        ? LOOK_EVERY
        : false,
  })
  useFocusOnTitle(orders.data === undefined ? undefined : 'read')
  if (orders.isError && orders.data === undefined)
    return (
      <Button look="plain" onClick={() => void orders.refetch()}>
        {t('common_retry')}
      </Button>
    )
  if (orders.data === undefined) return <Skeleton lines={5} label={t('common_loading')} />
  if (orders.data.length === 0) return <NoOrders />
  return (
    <ul className={styles.orders}>
      {orders.data.map(order => (
        <li key={order.order_token}>
          <OrderRow order={order} />
        </li>
      ))}
    </ul>
  )
}

function OrderRow({ order }: { readonly order: SpotOrderRow }): ReactElement {
  const count = useCount()
  const { date } = useDates()
  const { reservation_from: from } = order
  return (
    <>
      <p className={styles.name}>{order.product_name}</p>
      <p>{`${date(from)} ${timeOf(from)} · ${count('common_tickets', order.quantity)}`}</p>
      <OrderWay order={order} />
    </>
  )
}

/** Where an order leads: its tickets, its payment, or nowhere. */
function OrderWay({ order }: { readonly order: SpotOrderRow }): ReactElement {
  const t = useText()
  const navigate = useNavigate()
  const { order_token: token, reservation_token: reservationToken, status } = order
  const pay = (): void => {
    useSession.setState({ spotOrderToken: token, savedSpotOrder: null, spotPayment: null })
    navigate(spotPayment())
  }
  if (reservationToken !== undefined)
    return (
      <p className={styles.ways}>
        <a href={addressOf(ticketPage(reservationToken))} className={buttonLook()}>
          <Icon name="ticket" /> {t('spot_fields_show')}
        </a>
        <Link to={spotFields(reservationToken)} className={buttonLook('quiet')}>
          {t('spot_fields_mail_title')}
        </Link>
      </p>
    )
  if (status === 'ended') return <p className={styles.soft}>{t('spot_inquiry_ended')}</p>
  return (
    <div className={styles.ways}>
      {status === 'paying' && <output>{t('spot_inquiry_paying')}</output>}
      <Button look="plain" onClick={pay}>
        {t('spot_continue')}
      </Button>
    </div>
  )
}
