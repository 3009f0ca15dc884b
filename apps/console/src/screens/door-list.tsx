import { readDoorParties } from '@kippu/contract/console/orders'
import type { Me } from '@kippu/contract/console/sign-in'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState, type ReactNode } from 'react'

import { callStaff } from '../api'
import { timeText } from '../formats'
import { useLanguage } from '../language'
import { mayDo } from '../session/me'
import { DayField } from '../ui/day-field'
import { Field } from '../ui/field'
import { Link } from '../ui/link'
import { Loaded } from '../ui/said'
import { ScreenOf } from '../ui/screen'
import { Table } from '../ui/table'
import { useToday } from '../use-today'

const MoveSomeDialog = lazy(async () => ({ default: (await import('../desk/move-some')).MoveSomeDialog }))

interface DoorListProps {
  readonly me: Me
  readonly site: string
}

export function DoorListScreen({ me, site }: DoorListProps): ReactNode {
  const { say, lang } = useLanguage()
  const own = useToday()
  const [day, setDay] = useState<string | null>(null)
  const date = day ?? own
  const [part, setPart] = useState('')
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [isMoving, setMoving] = useState(false)
  const mayMove = mayDo(me, 'orders:write')
  const list = useQuery({
    queryKey: ['door', site, date],
    queryFn: () => callStaff(readDoorParties, { params: { site }, query: { date } }),
  })
  const wanted = part.normalize('NFKC').trim().toLowerCase()
  return (
    <ScreenOf title={say('door')} lead={say('doorLead')}>
      <div className="fields">
        <DayField
          day={date}
          onDay={next => {
            setDay(next)
            setChosen([])
          }}
        />
        <Field
          label={say('filter')}
          type="search"
          value={part}
          onChange={event => setPart(event.target.value)}
        />
      </div>
      <Loaded query={list}>
        {({ parties }) => {
          const shown = parties.filter(({ name, reservation_number: number }) =>
            `${name} ${number}`.normalize('NFKC').toLowerCase().includes(wanted),
          )
          if (shown.length === 0) return <output>{say('doorNothing')}</output>
          return (
            <Table label={say('door')}>
              <thead>
                <tr>
                  {mayMove ? <th scope="col">{say('choose')}</th> : null}
                  <th scope="col">{say('time')}</th>
                  <th scope="col">{say('name')}</th>
                  <th scope="col" className="figure">
                    {say('entered')}
                  </th>
                  <th scope="col">{say('people')}</th>
                  <th scope="col">{say('reservation')}</th>
                  <th scope="col">{say('product')}</th>
                </tr>
              </thead>
              <tbody>
                {shown.map(party => (
                  <tr key={`${party.reservation_number} ${party.starts_at} ${party.product}`}>
                    {mayMove ? (
                      <td>
                        <Choose
                          party={party.reservation_number}
                          name={party.name}
                          chosen={chosen}
                          onChosen={setChosen}
                        />
                      </td>
                    ) : null}
                    <td>{timeText(lang, party.starts_at)}</td>
                    <th scope="row">{party.name}</th>
                    <td className="figure">
                      {party.entered} / {party.kinds.reduce((sum, { count }) => sum + count, 0)}
                    </td>
                    <td>{party.kinds.map(({ name, count }) => `${name} ${count}`).join(', ')}</td>
                    <td>
                      <Link href={`/sites/${site}/orders/${party.reservation_number}`}>
                        {party.reservation_number}
                      </Link>
                    </td>
                    <td>{party.product}</td>
                  </tr>
                ))}
              </tbody>
            </Table>
          )
        }}
      </Loaded>
      {mayMove ? (
        <p className="row chosen">
          <button type="button" disabled={chosen.length === 0} onClick={() => setMoving(true)}>
            {say('actMoveSome')} ({chosen.length})
          </button>
        </p>
      ) : null}
      {isMoving ? (
        <Suspense fallback={<output className="quiet">{say('loading')}</output>}>
          <MoveSomeDialog
            site={site}
            orders={chosen}
            onClose={() => {
              setMoving(false)
              setChosen([])
            }}
          />
        </Suspense>
      ) : null}
    </ScreenOf>
  )
}

interface ChooseProps {
  readonly party: string
  readonly name: string
  readonly chosen: readonly string[]
  readonly onChosen: (chosen: readonly string[]) => void
}

function Choose({ party, name, chosen, onChosen }: ChooseProps) {
  const { say } = useLanguage()
  return (
    <input
      type="checkbox"
      aria-label={`${say('choose')} ${name} ${party}`}
      checked={chosen.includes(party)}
      onChange={({ target: { checked } }) =>
        onChosen(checked ? [...chosen, party] : chosen.filter(one => one !== party))
      }
    />
  )
}
