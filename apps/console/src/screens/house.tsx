import {
  doHouseCall,
  type HouseRowShown,
  type HouseShown,
  readHouseCall,
} from '@kippu/contract/console/house'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import { callStaff } from '../api'
import { momentText } from '../formats'
import { EditDialog } from '../house/edit-dialog'
import { FIELD_WORDS, GROUPS, HOUSE_WORDS } from '../house/house-words'
import { Offers } from '../house/offers'
import { TodayDialog } from '../house/today-dialog'
import { ValueText } from '../house/value-text'
import { Waiting } from '../house/waiting'
import { useLanguage } from '../language'
import type { Me } from '@kippu/contract/console/sign-in'
import { Link } from '../ui/link'
import { Loaded } from '../ui/said'
import { ScreenOf } from '../ui/screen'

interface HouseProps {
  readonly me: Me
  readonly site: string
}

type Open = 'today' | HouseRowShown | null

/** All that the house says of itself: each value, whose it is, since when and by whom. */
export function HouseScreen({ me, site }: HouseProps): ReactNode {
  const { say, pick } = useLanguage()
  const house = useQuery({
    queryKey: ['house', site],
    queryFn: () => callStaff(readHouseCall, { params: { site } }),
  })
  const [open, setOpen] = useState<Open>(null)
  return (
    <ScreenOf title={say('house')} lead={pick(HOUSE_WORDS.lead)}>
      <Loaded query={house}>
        {data => (
          <>
            <p className="row">
              {data.rows.some(({ field, value }) => field === 'visiting.hours' && value !== undefined) ? (
                <button type="button" className="primary" onClick={() => setOpen('today')}>
                  {pick(HOUSE_WORDS.today)}
                </button>
              ) : null}
              <a href={`${data.origin}/#/visiting`} target="_blank" rel="noreferrer">
                {pick(HOUSE_WORDS.seePage)}
              </a>
              <Link href={`/sites/${site}/house/settings`}>{pick(HOUSE_WORDS.settings)}</Link>
            </p>
            <Waiting
              me={me}
              asking={data.asking.map(one => ({ ...one, matter: namesOf(one.fields, pick) }))}
              put={(approval, key) => callStaff(doHouseCall, { params: { site, approval }, body: {} }, key)}
            />
            <Groups data={data} onEdit={setOpen} />
            <Offers site={site} />
            {open === 'today' ? (
              <TodayDialog me={me} site={site} rows={data.rows} onClose={() => setOpen(null)} />
            ) : open === null ? null : (
              <EditDialog site={site} row={open} onClose={() => setOpen(null)} />
            )}
          </>
        )}
      </Loaded>
    </ScreenOf>
  )
}

function Groups({
  data,
  onEdit,
}: {
  readonly data: HouseShown
  readonly onEdit: (row: HouseRowShown) => void
}) {
  const { pick } = useLanguage()
  return GROUPS.map(({ title, fields }) => (
    <section key={title.en} aria-label={pick(title)}>
      <h2>{pick(title)}</h2>
      <ul className="rows house">
        {fields.flatMap(field => {
          const row = data.rows.find(one => one.field === field)
          return row === undefined ? [] : [<Row key={field} row={row} onEdit={() => onEdit(row)} />]
        })}
      </ul>
    </section>
  ))
}

const SOURCE_WORDS = {
  database: HOUSE_WORDS.ofDatabase,
  folder: HOUSE_WORDS.ofFolder,
  product: HOUSE_WORDS.ofProduct,
} as const

function Row({ row, onEdit }: { readonly row: HouseRowShown; readonly onEdit: () => void }) {
  const { pick, lang } = useLanguage()
  const name = pick(FIELD_WORDS[row.field] ?? { ja: row.field, en: row.field })
  return (
    <li>
      <span className="house-name">{name}</span>
      <div className="house-value">
        <ValueText value={row.value} />
      </div>
      <span className="quiet">
        {pick(SOURCE_WORDS[row.source])}
        {row.changed === null ? null : ` · ${momentText(lang, row.changed.at)} ${row.changed.by}`}
      </span>
      <button type="button" aria-label={`${name}: ${pick(HOUSE_WORDS.edit)}`} onClick={onEdit}>
        {pick(HOUSE_WORDS.edit)}
      </button>
    </li>
  )
}

function namesOf(fields: readonly string[], pick: ReturnType<typeof useLanguage>['pick']): string {
  return fields.map(field => pick(FIELD_WORDS[field] ?? { ja: field, en: field })).join(', ')
}
