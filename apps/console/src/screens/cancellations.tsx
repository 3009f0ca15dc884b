import {
  type CancellationListed,
  type CancellationRead,
  listCancellationsCall,
  readCancellationCall,
  retryCancellationCall,
} from '@kippu/contract/console/cancellations'
import type { Me } from '@kippu/contract/console/sign-in'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import { callStaff } from '../api'
import { CALENDAR_WORDS, ITEM_WORDS, LETTER_WORDS, OUTCOME_WORDS } from '../calendar/calendar-words'
import { daysText } from '../calendar/days-text'
import { ActForm, Ended } from '../desk/act-form'
import { useAct } from '../desk/use-act'
import { refusalText } from '../fact-words'
import { momentText } from '../formats'
import { learnWords, useLanguage } from '../language'
import { mayDo } from '../session/me'
import { Dialog } from '../ui/dialog'
import { Link } from '../ui/link'
import { Loaded } from '../ui/said'
import { ScreenOf } from '../ui/screen'
import { Table } from '../ui/table'
import { NotFoundScreen } from './not-found'

learnWords(CALENDAR_WORDS)

/** How often it is looked at while workers are at it, in ms. */
const AGAIN_MS = 5_000

interface CancellationsProps {
  readonly me: Me
  readonly site: string
  /** That of one of them; all without it. */
  readonly number: string | undefined
}

export function CancellationsScreen({ me, site, number }: CancellationsProps): ReactNode {
  if (number === undefined) return <All site={site} />
  return /^\d{1,9}$/.test(number) ? <One {...{ me, site, number }} /> : <NotFoundScreen />
}

function All({ site }: { readonly site: string }) {
  const { say, lang } = useLanguage()
  const all = useQuery({
    queryKey: ['cancellations', site],
    queryFn: () => callStaff(listCancellationsCall, { params: { site } }),
  })
  return (
    <ScreenOf title={say('cancellations')} lead={say('cancellationsLead')}>
      <Loaded query={all}>
        {({ cancellations }) =>
          cancellations.length === 0 ? (
            <p className="quiet">{say('noCancellations')}</p>
          ) : (
            <ul className="cards">
              {cancellations.map(one => (
                <li key={one.id}>
                  <Link href={`/sites/${site}/cancellations/${one.id}`}>
                    <strong>{daysText(lang, one)}</strong>
                    <span>{say(one.moves_until === null ? 'offerRefund' : 'offerMove')}</span>
                    <Counts of={one} />
                    <span className="quiet">
                      {one.by}, {momentText(lang, one.at)}
                    </span>
                    <span className="quiet">{one.reason}</span>
                  </Link>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </ScreenOf>
  )
}

function Counts({ of }: { readonly of: CancellationListed }) {
  const { pick, say } = useLanguage()
  return (
    <>
      {Object.entries(of.counts).map(([state, count]) => (
        <span key={state} className={isForPerson(state) ? 'mark mark-bad' : 'mark'}>
          {pick(ITEM_WORDS[state] ?? { ja: state, en: state })} {count}
        </span>
      ))}
      <span className="quiet">{say(of.ended_at === null ? 'atWork' : 'allDone')}</span>
    </>
  )
}

const isForPerson = (state: string): boolean => state === 'failed' || state === 'needs_person'

interface OneProps extends CancellationsProps {
  readonly number: string
}

function One({ me, site, number }: OneProps) {
  const { say, lang } = useLanguage()
  const params = { site, cancellation: number }
  const [isOpen, setOpen] = useState(false)
  const progress = useQuery({
    queryKey: ['cancellation', site, number],
    queryFn: () => callStaff(readCancellationCall, { params }),
    refetchInterval: AGAIN_MS,
  })
  const retrying = useAct(key => callStaff(retryCancellationCall, { params }, key))
  const { data: again } = retrying.acting
  return (
    <ScreenOf title={`${say('cancellation')} ${number}`}>
      <p>
        <Link href={`/sites/${site}/cancellations`}>{say('back')}</Link>
      </p>
      <Loaded query={progress}>
        {data => (
          <>
            <dl className="facts">
              <div>
                <dt>{say('date')}</dt>
                <dd>{daysText(lang, data)}</dd>
              </div>
              <div>
                <dt>{say('cancelOffer')}</dt>
                <dd>
                  {data.moves_until === null
                    ? say('offerRefund')
                    : `${say('offerMove')} (${momentText(lang, data.moves_until)})`}
                </dd>
              </div>
              <div>
                <dt>{say('state')}</dt>
                <dd>
                  <Counts of={data} />
                </dd>
              </div>
              <div>
                <dt>{say('lettersSent')}</dt>
                <dd>{data.letters}</dd>
              </div>
              <div>
                <dt>{say('reason')}</dt>
                <dd>
                  {data.reason} ({data.by}, {momentText(lang, data.at)})
                </dd>
              </div>
            </dl>
            {data.items.some(({ state }) => isForPerson(state)) && mayDo(me, 'visits:cancel') ? (
              <p>
                <button type="button" onClick={() => setOpen(true)}>
                  {say('retry')}
                </button>
              </p>
            ) : null}
            <Items items={data.items} site={site} isLinked={mayDo(me, 'orders:read')} />
            {isOpen ? (
              <Dialog title={say('retryTitle')} onClose={() => setOpen(false)}>
                {again === undefined ? (
                  <ActForm act={retrying} label={say('doRetry')} onClose={() => setOpen(false)}>
                    <p>
                      <strong>{retryText(lang, data)}</strong>
                    </p>
                  </ActForm>
                ) : (
                  <Ended onClose={() => setOpen(false)}>
                    {lang === 'ja'
                      ? `予約${again.items}件、返金${again.refunds}件をもう一度処理します。`
                      : `Tried again: ${again.items} reservations, ${again.refunds} refunds.`}
                  </Ended>
                )}
              </Dialog>
            ) : null}
          </>
        )}
      </Loaded>
    </ScreenOf>
  )
}

function retryText(lang: 'ja' | 'en', { items }: CancellationRead): string {
  const count = items.filter(({ state }) => isForPerson(state)).length
  return lang === 'ja'
    ? `人の判断が必要な予約${count}件を、もう一度処理します。メールを受け取った購入者に、同じメールは届きません。`
    : `Looks again at ${count} ${count === 1 ? 'reservation that needs' : 'reservations that need'} a person. Nobody gets the same letter twice.`
}

interface ItemsProps {
  readonly items: CancellationRead['items']
  readonly site: string
  readonly isLinked: boolean
}

function Items({ items, site, isLinked }: ItemsProps) {
  const { say, pick, lang } = useLanguage()
  const outcomeText = (code: string): string => {
    const said = OUTCOME_WORDS[code]
    return said === undefined ? refusalText(lang, code) : pick(said)
  }
  return (
    <Table label={say('visitList')}>
      <thead>
        <tr>
          <th scope="col">{say('reservation')}</th>
          <th scope="col">{say('state')}</th>
          <th scope="col">{say('outcome')}</th>
          <th scope="col">{say('letter')}</th>
        </tr>
      </thead>
      <tbody>
        {items.map(({ reservation_number: number, state, code, letter }) => (
          <tr key={number}>
            <th scope="row" translate="no">
              {isLinked ? <Link href={`/sites/${site}/orders/${number}`}>{number}</Link> : number}
            </th>
            <td>
              <span className={isForPerson(state) ? 'mark mark-bad' : undefined}>
                {pick(ITEM_WORDS[state] ?? { ja: state, en: state })}
              </span>
            </td>
            {/* While it is on its way back, the outcome says what it will be. */}
            <td>{code === null || state === 'refunding' ? null : outcomeText(code)}</td>
            <td>{letter === null ? '–' : pick(LETTER_WORDS[letter] ?? { ja: letter, en: letter })}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
