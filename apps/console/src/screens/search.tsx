import { searchOrders } from '@kippu/contract/console/orders'
import type { Me } from '@kippu/contract/console/sign-in'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, lazy, Suspense, useRef, useState, type ReactNode } from 'react'

import { callStaff } from '../api'
import { momentText, yenText } from '../formats'
import { useLanguage } from '../language'
import { mayDo } from '../session/me'
import { useSlashKey } from '../slash-key'
import { Field } from '../ui/field'
import { Link } from '../ui/link'
import { Loaded } from '../ui/said'
import { ScreenOf } from '../ui/screen'
import { VisitState } from '../ui/visit-state'

const LEAST_TYPED = 2
const MOST_TYPED = 200

const GuestsDialog = lazy(async () => ({ default: (await import('../desk/guests')).GuestsDialog }))

interface SearchProps {
  readonly me: Me
  readonly site: string
}

export function SearchScreen({ me, site }: SearchProps): ReactNode {
  const { say } = useLanguage()
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState('')
  const [isShort, setShort] = useState(false)
  const [isIssuing, setIssuing] = useState(false)
  const [isSlashOn, turnSlash] = useSlashKey()
  const field = useRef<HTMLInputElement>(null)
  const send = (event: FormEvent): void => {
    event.preventDefault()
    const words = typed.trim()
    setShort(words.length < LEAST_TYPED)
    if (words.length >= LEAST_TYPED) setAsked(words)
  }
  return (
    <ScreenOf title={say('orders')} first={field}>
      <search>
        <form className="search" onSubmit={send}>
          <Field
            ref={field}
            label={say('searchLabel')}
            type="search"
            value={typed}
            maxLength={MOST_TYPED}
            autoComplete="off"
            onChange={event => setTyped(event.target.value)}
            fault={isShort ? say('searchShort') : undefined}
          />
          <button type="submit" className="primary">
            {say('searchButton')}
          </button>
        </form>
        <label className="check">
          <input type="checkbox" checked={isSlashOn} onChange={event => turnSlash(event.target.checked)} />
          {say('slashKey')}
        </label>
      </search>
      {asked === '' ? null : <Found site={site} typed={asked} />}
      {mayDo(me, 'tickets:issue') ? (
        <p className="row">
          <button type="button" onClick={() => setIssuing(true)}>
            {say('actGuests')}
          </button>
        </p>
      ) : null}
      {isIssuing ? (
        <Suspense fallback={<output className="quiet">{say('loading')}</output>}>
          <GuestsDialog site={site} onClose={() => setIssuing(false)} />
        </Suspense>
      ) : null}
    </ScreenOf>
  )
}

function Found({ site, typed }: { readonly site: string; readonly typed: string }) {
  const { say, lang } = useLanguage()
  const found = useQuery({
    queryKey: ['orders', site, typed],
    queryFn: () => callStaff(searchOrders, { params: { site }, body: { typed } }),
    refetchOnWindowFocus: false,
  })
  return (
    <Loaded query={found}>
      {({ orders, has_more: hasMore }) => (
        <section aria-label={say('orders')}>
          <output>{orders.length === 0 ? say('searchNothing') : `${orders.length} ${say('found')}`}</output>
          {hasMore ? <p className="quiet">{say('searchMore')}</p> : null}
          <ul className="cards">
            {orders.map(order => (
              <li key={order.order_id}>
                <Link href={`/sites/${site}/orders/${order.reservation_number ?? order.order_id}`}>
                  <strong>{order.name === '' ? say('none') : order.name}</strong>
                  <VisitState status={order.status} visit={order.visit} />
                  <span>{momentText(lang, order.starts_at)}</span>
                  <span>
                    {order.quantity} × {order.product}
                  </span>
                  <span>{yenText(lang, order.price)}</span>
                  <span className="quiet">{order.reservation_number ?? say('unpaid')}</span>
                  <span className="quiet">{order.email}</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </Loaded>
  )
}
