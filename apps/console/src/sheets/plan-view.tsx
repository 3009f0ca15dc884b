import type { SheetChange, SheetPlan } from '@kippu/contract/console/sheets'
import type { ReactNode } from 'react'

import { dayText } from '../formats'
import { PART_WORDS } from '../house/house-words'
import { useLanguage } from '../language'
import { Link } from '../ui/link'
import { Table } from '../ui/table'
import { type Kinds, placeIn, rowText, sheetName } from './sheet-names'

interface PlanProps {
  readonly kinds: Kinds
  readonly plan: SheetPlan
  /** The plan as it was seen before it changed: a row that is another one now shows both. */
  readonly former?: SheetPlan | undefined
  /** The site, for those who may look at its orders. */
  readonly ordersAt: string | null
}

/** An import, or taking one back, in rows, and the tickets that they touch. */
export function PlanView({ kinds, plan, former, ordersAt }: PlanProps): ReactNode {
  const { say, lang } = useLanguage()
  const changed = plan.sheets.filter(
    ({ changes, kept, by_hand: byHand }) => changes.length + kept.length + byHand.length > 0,
  )
  return (
    <>
      <Table label={say('importRows')}>
        <thead>
          <tr>
            <th scope="col">{say('sheetName')}</th>
            {(['rowsAdded', 'rowsChanged', 'rowsRemoved', 'rowsSame', 'rowsByHand', 'rowsKept'] as const).map(
              word => (
                <th key={word} scope="col" className="figure">
                  {say(word)}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {plan.sheets.map(one => (
            <tr key={one.sheet}>
              <th scope="row">{sheetName(kinds, lang, one.sheet)}</th>
              <td className="figure">{one.added}</td>
              <td className="figure">{one.changed}</td>
              <td className="figure">{one.removed}</td>
              <td className="figure">{one.same}</td>
              <td className="figure">{one.by_hand_count}</td>
              <td className="figure">{one.kept_count}</td>
            </tr>
          ))}
        </tbody>
      </Table>
      {changed.map(one => (
        <SheetRows
          key={one.sheet}
          name={sheetName(kinds, lang, one.sheet)}
          sheet={one}
          former={former?.sheets.find(({ sheet }) => sheet === one.sheet)}
        />
      ))}
      <Touched plan={plan} ordersAt={ordersAt} />
      <Told kinds={kinds} plan={plan} />
    </>
  )
}

type SheetOf = SheetPlan['sheets'][number]

const KIND_WORDS = { added: 'rowsAdded', changed: 'rowsChanged', removed: 'rowsRemoved' } as const

/** So many rows are shown at once; the others are a press away, and the way to go on stays in sight. */
const FEW = 10

interface SheetRowsProps {
  readonly name: string
  readonly sheet: SheetOf
  readonly former: SheetOf | undefined
}

interface Row {
  readonly change: SheetChange
  /** As it was seen, where it is another one now. */
  readonly other: { readonly saw: SheetChange | undefined } | null
}

function SheetRows({ name, sheet, former }: SheetRowsProps) {
  const { say } = useLanguage()
  const { changes, kept, kept_count: keptCount, by_hand: byHand, by_hand_count: byHandCount } = sheet
  const more = sheet.added + sheet.changed + sheet.removed - changes.length
  const seen = new Map(former?.changes.map(change => [change.row, change]))
  const rows = changes
    .map((change): Row => {
      const saw = seen.get(change.row)
      const isOther = former !== undefined && JSON.stringify(saw) !== JSON.stringify(change)
      return { change, other: isOther ? { saw } : null }
    })
    .toSorted((a, b) => Number(b.other !== null) - Number(a.other !== null))
  const rest = rows.slice(FEW)
  return (
    <section aria-label={name}>
      <h3>{name}</h3>
      {rows.length === 0 ? null : <Rows name={name} rows={rows.slice(0, FEW)} />}
      {rest.length === 0 ? null : (
        <details>
          <summary>
            {say('showMore')} ({rest.length})
          </summary>
          <Rows name={name} rows={rest} />
        </details>
      )}
      <More count={more} />
      <Stays word="staysByHand" rows={byHand} count={byHandCount} />
      <Stays word="staysBecause" rows={kept} count={keptCount} />
    </section>
  )
}

function Rows({ name, rows }: Pick<SheetRowsProps, 'name'> & { readonly rows: readonly Row[] }) {
  const { say } = useLanguage()
  return (
    <Table label={`${name}: ${say('becomes')}`}>
      <thead>
        <tr>
          <th scope="col">{say('row')}</th>
          <th scope="col">{say('becomes')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ change, other }) => (
          <tr key={change.row}>
            <th scope="row">
              {placeIn(change.row)}
              <span className={change.kind === 'removed' ? 'mark mark-bad' : 'mark'}>
                {say(KIND_WORDS[change.kind])}
              </span>
            </th>
            <td>
              <Cells change={change} />
              {other === null ? null : (
                <div className="notice notice-bad">
                  {say('youSaw')}: {other.saw === undefined ? '–' : <Cells change={other.saw} />}
                </div>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function Stays({
  word,
  rows,
  count,
}: {
  readonly word: 'staysByHand' | 'staysBecause'
  readonly rows: SheetOf['kept']
  readonly count: number
}) {
  const { say } = useLanguage()
  return count === 0 ? null : (
    <>
      <h4>{say(word)}</h4>
      <ul className="rows">
        {rows.map(({ row, why }) => (
          <li key={row}>
            <span>{placeIn(row)}</span>
            <span className="quiet">{why}</span>
          </li>
        ))}
      </ul>
      <More count={count - rows.length} />
    </>
  )
}

function Cells({ change: { kind, cells } }: { readonly change: SheetChange }) {
  const { say } = useLanguage()
  const shown = (cell: SheetChange['cells'][number]['before']) =>
    cell === null || cell === '' ? say('emptyCell') : String(cell)
  return (
    <ul>
      {cells.map(({ column, before, after, is_secret: isSecret }) => (
        <li key={column}>
          <span className="quiet">{column}</span>{' '}
          {isSecret ? (
            say('isAnother')
          ) : kind === 'added' ? (
            shown(after)
          ) : (
            <>
              {shown(before)} → <strong>{shown(after)}</strong>
            </>
          )}
        </li>
      ))}
    </ul>
  )
}

export function More({ count }: { readonly count: number }): ReactNode {
  const { say } = useLanguage()
  return count > 0 ? (
    <p className="quiet">
      {say('andMore')} {count}
    </p>
  ) : null
}

function Touched({ plan, ordersAt }: Pick<PlanProps, 'plan' | 'ordersAt'>) {
  const { say, lang } = useLanguage()
  const { tickets, reservations, reservation_count: count, unpaid_orders: unpaid } = plan
  if (tickets.length + unpaid.length === 0) return <p className="quiet">{say('touchedNothing')}</p>
  return (
    <section aria-labelledby="touched">
      <h3 id="touched">{say('touchedTitle')}</h3>
      <Table label={say('touchedTickets')}>
        <thead>
          <tr>
            <th scope="col">{say('date')}</th>
            <th scope="col">{say('product')}</th>
            <th scope="col" className="figure">
              {say('touchedTickets')}
            </th>
            <th scope="col" className="figure">
              {say('touchedUnpaid')}
            </th>
          </tr>
        </thead>
        <tbody>
          {daysOf(plan).map(({ date, product, sold, open }) => (
            <tr key={`${date} ${product}`}>
              <th scope="row">{dayText(lang, date)}</th>
              <td>{product}</td>
              <td className="figure">{sold}</td>
              <td className="figure">{open}</td>
            </tr>
          ))}
        </tbody>
      </Table>
      {count === 0 ? null : (
        <p>
          {say('touchedReservations')} ({count}):{' '}
          {reservations.map(number => (
            <span key={number}>
              {ordersAt === null ? (
                number
              ) : (
                <Link href={`/sites/${ordersAt}/orders/${number}`}>{number}</Link>
              )}{' '}
            </span>
          ))}
          {count > reservations.length ? '…' : null}
        </p>
      )}
    </section>
  )
}

function daysOf({ tickets, unpaid_orders: unpaid }: SheetPlan) {
  const days = new Map(
    tickets.map(day => [`${day.date} ${day.product}`, { ...day, sold: day.count, open: 0 }]),
  )
  for (const day of unpaid) {
    const key = `${day.date} ${day.product}`
    days.set(key, { sold: 0, ...day, ...days.get(key), open: day.count })
  }
  return [...days.values()]
}

/** More that somebody should know beside it. */
function Told({ kinds, plan }: Pick<PlanProps, 'kinds' | 'plan'>) {
  const { say, lang, pick } = useLanguage()
  const { stopped, promises, missing_words: missing, missing_words_count: missingCount } = plan
  return (
    <>
      {stopped.length === 0 ? null : (
        <p className="notice">
          {say('addedStopped')}{' '}
          {stopped.map(({ date, product }) => `${dayText(lang, date)} ${product}`).join(', ')}
        </p>
      )}
      {promises.length === 0 ? null : (
        <p className="notice">
          {say('promisesEntry')}: {promises.join(', ')}
        </p>
      )}
      {missing.length === 0 ? null : (
        <details>
          <summary>
            {say('missingWords')} ({missingCount})
          </summary>
          <ul className="rows">
            {missing.map(({ row, languages }) => (
              <li key={row}>
                <span>{rowText(kinds, lang, row)}</span>
                <span className="quiet">
                  {languages.map(one => pick(PART_WORDS[one] ?? { ja: one, en: one })).join(', ')}
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}
