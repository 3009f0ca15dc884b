import { type OrderStoryAnswer, readContact, readStory } from '@kippu/contract/console/orders'
import type { Me } from '@kippu/contract/console/sign-in'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import { callStaff } from '../api'
import { SentLetterDialog } from '../desk/sent-letter'
import { channelText, factsShown, languageText, methodText } from '../fact-words'
import { exactText, momentText, yenText } from '../formats'
import { useLanguage } from '../language'
import { mayDo, useWeight } from '../session/me'
import { Link } from '../ui/link'
import { Loaded } from '../ui/said'
import { PasskeyFault } from '../ui/passkey-fault'
import { ScreenOf } from '../ui/screen'
import { Table } from '../ui/table'
import { VisitState } from '../ui/visit-state'
import { Acts } from '../desk/acts'
import { EVENT_WORDS, TICKET_WORDS } from '../shown-words'

interface OrderProps {
  readonly me: Me
  readonly site: string
  readonly order: string
}

export function OrderScreen({ me, site, order }: OrderProps): ReactNode {
  const { say } = useLanguage()
  const story = useQuery({
    queryKey: ['order', site, order],
    queryFn: () => callStaff(readStory, { params: { site, order } }),
  })
  return (
    <ScreenOf title={order}>
      <p>
        <Link href={`/sites/${site}/orders`}>{say('orders')}</Link>
      </p>
      <Loaded query={story}>{data => <Story me={me} site={site} order={order} story={data} />}</Loaded>
    </ScreenOf>
  )
}

function Story({ me, site, order, story }: OrderProps & { readonly story: OrderStoryAnswer }) {
  const { say, pick, lang } = useLanguage()
  return (
    <>
      <dl className="facts">
        <Fact name={say('state')}>
          <VisitState status={story.status} visit={story.visit} />
        </Fact>
        <Fact name={say('reservation')}>{story.reservation_number ?? say('unpaid')}</Fact>
        <Fact name={say('product')}>{story.product}</Fact>
        <Fact name={say('visit')}>{momentText(lang, story.starts_at)}</Fact>
        <Fact name={say('buyer')}>{story.name === '' ? say('none') : story.name}</Fact>
        <Contact me={me} site={site} order={order} masked={story.email} />
        <Fact name={say('lang')}>{languageText(lang, story.lang)}</Fact>
        <Fact name={say('channel')}>{channelText(lang, story.channel)}</Fact>
        {story.visit === null ? null : (
          <>
            <Fact name={say('left')}>{story.visit.tickets_left}</Fact>
            <Fact name={say('paid')}>{yenText(lang, story.visit.yen_kept)}</Fact>
          </>
        )}
        <Fact name={say('paidBy')}>
          {story.paid_by.length === 0
            ? say('none')
            : story.paid_by.map(({ method }) => methodText(lang, method)).join(', ')}
        </Fact>
        {story.coupons.map(({ code, discount }) => (
          <Fact key={code} name={say('coupon')}>
            {code} {yenText(lang, -discount)}
          </Fact>
        ))}
      </dl>
      {story.is_address_refused ? <p className="notice notice-bad">{say('addressRefused')}</p> : null}
      <Acts me={me} site={site} story={story} />
      <section aria-labelledby="tickets">
        <h2 id="tickets">{say('tickets')}</h2>
        <Tickets tickets={story.tickets} />
      </section>
      <section aria-labelledby="story">
        <h2 id="story">{say('story')}</h2>
        <ol className="story">
          {story.events.map((event, index) => (
            // Two events may be alike: their place in the story tells them apart.
            <li key={index}>
              <time dateTime={event.at}>{exactText(lang, event.at)}</time>
              <span>{wordsOfEvent(event.kind, pick)}</span>
              <Facts event={event} />
              <Letter {...{ me, site, order, event }} />
            </li>
          ))}
        </ol>
      </section>
    </>
  )
}

function wordsOfEvent(kind: string, pick: ReturnType<typeof useLanguage>['pick']): string {
  const said = EVENT_WORDS[kind]
  return said === undefined ? kind : pick(said)
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

type StoryEvent = OrderStoryAnswer['events'][number]

/** The way to a letter that was sent. The one that proves an address is a code, and nothing else. */
function Letter({ me, site, order, event: { kind, facts } }: OrderProps & { readonly event: StoryEvent }) {
  const { say } = useLanguage()
  const [isOpen, setOpen] = useState(false)
  const { mail, letter } = facts
  if (kind !== 'letter sent' || typeof mail !== 'string' || letter === 'confirmation') return null
  if (!mayDo(me, 'orders:contact')) return null
  return (
    <>
      <span className="facts-line">
        <button type="button" className="plain" onClick={() => setOpen(true)}>
          {say('readLetter')}
        </button>
      </span>
      {isOpen ? <SentLetterDialog {...{ site, order, mail }} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

/** The address is masked until somebody asks for it, which is written down. */
function Contact({ me, site, order, masked }: OrderProps & { readonly masked: string | null }) {
  const { say } = useLanguage()
  const client = useQueryClient()
  const weight = useWeight()
  const reading = useMutation({
    mutationFn: () => weight(() => callStaff(readContact, { params: { site, order } })),
    onSuccess: () => client.invalidateQueries({ queryKey: ['order', site, order] }),
  })
  return (
    <>
      <Fact name={say('email')}>
        {reading.data === undefined ? (
          <>
            <span>{masked ?? say('none')}</span>{' '}
            {mayDo(me, 'orders:contact') ? (
              <>
                <button type="button" disabled={reading.isPending} onClick={() => reading.mutate()}>
                  {say('showContact')}
                </button>
                <span className="hint">{say('contactLogged')}</span>
              </>
            ) : null}
            {reading.error === null ? null : <PasskeyFault error={reading.error} />}
          </>
        ) : (
          <span>{reading.data.email ?? say('none')}</span>
        )}
      </Fact>
      {reading.data === undefined ? null : (
        <Fact name={say('phone')}>{reading.data.phone ?? say('none')}</Fact>
      )}
    </>
  )
}

function Tickets({ tickets }: { readonly tickets: OrderStoryAnswer['tickets'] }) {
  const { say, pick, lang } = useLanguage()
  if (tickets.length === 0) return <p className="quiet">{say('noTickets')}</p>
  return (
    <Table label={say('tickets')}>
      <thead>
        <tr>
          <th scope="col">{say('ticket')}</th>
          <th scope="col">{say('kind')}</th>
          <th scope="col" className="figure">
            {say('price')}
          </th>
          <th scope="col">{say('state')}</th>
        </tr>
      </thead>
      <tbody>
        {tickets.map(({ number, name, price, state }) => (
          <tr key={number}>
            <th scope="row">{number}</th>
            <td>{name}</td>
            <td className="figure">{yenText(lang, price)}</td>
            <td>{pick(TICKET_WORDS[state] ?? { ja: state, en: state })}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function Facts({ event }: { readonly event: StoryEvent }) {
  const { lang } = useLanguage()
  const shown = factsShown(lang, event)
  if (shown.length === 0) return null
  return (
    <span className="facts-line">
      {shown.map(({ name, text }) => (
        <span key={name}>
          {name} {text}
        </span>
      ))}
    </span>
  )
}
