import {
  doHouseCall,
  type HouseAsking,
  type HouseRowShown,
  type HouseShown,
  readHouseCall,
} from '@kippu/contract/console/house'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import { callStaff } from '../api'
import { ActForm, Ended } from '../desk/act-form'
import { useAct } from '../desk/use-act'
import { momentText } from '../formats'
import { EditDialog } from '../house/edit-dialog'
import { FIELD_WORDS, GROUPS, HOUSE_WORDS } from '../house/house-words'
import { Offers } from '../house/offers'
import { TodayDialog } from '../house/today-dialog'
import { ValueText } from '../house/value-text'
import { useLanguage } from '../language'
import type { Me } from '@kippu/contract/console/sign-in'
import { Dialog } from '../ui/dialog'
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
            <Waiting me={me} site={site} asking={data.asking} />
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

function Waiting({ me, site, asking }: HouseProps & { readonly asking: readonly HouseAsking[] }) {
  const { pick, lang } = useLanguage()
  const [doing, setDoing] = useState<HouseAsking | null>(null)
  if (asking.length === 0 && doing === null) return null
  return (
    <section aria-labelledby="waiting">
      <h2 id="waiting">{pick(HOUSE_WORDS.waiting)}</h2>
      <ul className="rows">
        {asking.map(one => (
          <li key={one.id}>
            <span>
              {one.asked_by}: <FieldNames fields={one.fields} />
            </span>
            <span className="quiet">
              {one.decided_by !== null
                ? `${pick(HOUSE_WORDS.agreed)}: ${one.decided_by}`
                : one.waits_until === null
                  ? pick(HOUSE_WORDS.waits)
                  : `${pick(HOUSE_WORDS.aloneFrom)} ${momentText(lang, one.waits_until)}`}
            </span>
            {one.asked_by === me.name && (one.decided_by !== null || one.waits_until !== null) ? (
              <button type="button" className="primary" onClick={() => setDoing(one)}>
                {pick(HOUSE_WORDS.doNow)}
              </button>
            ) : null}
          </li>
        ))}
      </ul>
      {doing === null ? null : <DoDialog site={site} asking={doing} onClose={() => setDoing(null)} />}
    </section>
  )
}

function FieldNames({ fields }: { readonly fields: readonly string[] }) {
  const { pick } = useLanguage()
  return fields.map(field => pick(FIELD_WORDS[field] ?? { ja: field, en: field })).join(', ')
}

interface DoProps {
  readonly site: string
  readonly asking: HouseAsking
  readonly onClose: () => void
}

function DoDialog({ site, asking, onClose }: DoProps) {
  const { pick } = useLanguage()
  const doing = useAct(key =>
    callStaff(doHouseCall, { params: { site, approval: asking.id }, body: {} }, key),
  )
  return (
    <Dialog title={pick(HOUSE_WORDS.doNow)} onClose={onClose}>
      {doing.acting.data === undefined ? (
        <ActForm act={doing} label={pick(HOUSE_WORDS.doNow)} onClose={onClose}>
          <p>
            <strong>
              <FieldNames fields={asking.fields} />
            </strong>
          </p>
          <p>{pick(HOUSE_WORDS.doLead)}</p>
        </ActForm>
      ) : (
        <Ended onClose={onClose}>{pick(HOUSE_WORDS.saved)}</Ended>
      )}
    </Dialog>
  )
}
