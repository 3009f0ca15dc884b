import { readDoorParties } from '@kippu/contract/console/orders'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'

import { callStaff } from '../api'
import { timeText, todayInJapan } from '../formats'
import { useLanguage } from '../language'
import { DayField } from '../ui/day-field'
import { Field } from '../ui/field'
import { Link } from '../ui/link'
import { Loaded } from '../ui/said'
import { ScreenOf } from '../ui/screen'
import { Table } from '../ui/table'

export function DoorListScreen({ site }: { readonly site: string }): ReactNode {
  const { say, lang } = useLanguage()
  const [date, setDate] = useState(todayInJapan)
  const [part, setPart] = useState('')
  const list = useQuery({
    queryKey: ['door', site, date],
    queryFn: () => callStaff(readDoorParties, { params: { site }, query: { date } }),
  })
  const wanted = part.normalize('NFKC').trim().toLowerCase()
  return (
    <ScreenOf title={say('door')} lead={say('doorLead')}>
      <div className="fields">
        <DayField day={date} onDay={setDate} />
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
    </ScreenOf>
  )
}
