import { type DoorListRow, readArrivals, readDoorList } from '@kippu/contract/gate'
import type { Direction } from '@kippu/domain/check-in/judge-entry'
import { addDays, epochMsOf, jstDateOf } from '@kippu/domain/jst-date'
import { useState } from 'react'
import type { ReactElement } from 'react'

import { serverNow } from '../../api/server-clock.ts'
import type { GateDevice } from '../device/gate-device.ts'
import { shownOf, type ShownTicket } from '../device/scan-ticket.ts'
import { Entry } from '../parts/entry.tsx'
import { Press } from '../parts/press.tsx'
import { useNow } from '../parts/use-now.ts'
import { useMoment, useWords } from '../words/words.tsx'
import { DaySwitch } from './arrivals-screen.tsx'
import styles from './door-list-screen.module.css'
import { ResultPanel } from './result-panel.tsx'
import { DirectionSwitch } from './scan-screen.tsx'
import { useSlotTime } from './slot-time.tsx'
import { UndoButton } from './undo-button.tsx'
import { useRead } from './use-read.ts'
import { useScanning } from './use-scanning.ts'

const SLOTS_EVERY_MS = 60_000
const ROWS_EVERY_MS = 15_000

interface DoorListScreenProps {
  readonly device: GateDevice
  readonly direction: Direction
  readonly onDirection: (direction: Direction) => void
}

/** The visitors expected in a time span: found by name or number, and let in by hand where there is no code. */
export function DoorListScreen({ device, direction, onDirection }: DoorListScreenProps): ReactElement {
  const { t, lang } = useWords()
  const slotTime = useSlotTime()
  const [isTomorrow, setIsTomorrow] = useState(false)
  const [chosen, setChosen] = useState<number | null>(null)
  const [search, setSearch] = useState('')
  const date = addDays(jstDateOf(serverNow()), isTomorrow ? 1 : 0)
  const { answer, isMissed } = useRead({
    key: `${date} ${lang}`,
    everyMs: SLOTS_EVERY_MS,
    read: () => device.ask(readArrivals, { query: { date, lang } }),
  })
  const slots = answer?.slots ?? []
  // Without a choice the list is that of the present time, or of the next.
  const present = slots.find(({ to }) => epochMsOf(to) >= serverNow()) ?? slots.at(-1)
  const slot = slots.find(({ time_span_id: id }) => id === chosen) ?? present
  return (
    <div className={styles.screen}>
      <div className={styles.head}>
        <h1>{t('gate_list_title')}</h1>
        <DaySwitch isTomorrow={isTomorrow} onTomorrow={setIsTomorrow} />
        <DirectionSwitch direction={direction} onDirection={onDirection} />
      </div>
      {isMissed && <output>{t('gate_needs_connection')}</output>}
      {answer === null && !isMissed && <output>{t('gate_loading')}</output>}
      {answer?.slots.length === 0 && <p>{t('gate_no_slots')}</p>}
      {slot !== undefined && (
        <>
          <label className={styles.slot}>
            <span>{t('gate_list_slot')}</span>
            <select value={slot.time_span_id} onChange={event => setChosen(Number(event.target.value))}>
              {slots.map(each => (
                <option key={each.time_span_id} value={each.time_span_id}>
                  {`${slotTime(each)} · ${each.product_name} (${each.arrived}/${each.expected})`}
                </option>
              ))}
            </select>
          </label>
          <Entry
            label={t('gate_list_search')}
            action={t('gate_list_find')}
            mayBeEmpty
            isSearch
            onText={setSearch}
          />
          <Rows
            key={`${slot.time_span_id} ${search}`}
            device={device}
            timeSpanId={slot.time_span_id}
            search={search}
            direction={direction}
          />
        </>
      )}
    </div>
  )
}

interface RowsProps {
  readonly device: GateDevice
  readonly timeSpanId: number
  readonly search: string
  readonly direction: Direction
}

function Rows({ device, timeSpanId, search, direction }: RowsProps): ReactElement {
  const { t, lang } = useWords()
  const scanning = useScanning(device, direction)
  const [pages, setPages] = useState(1)
  /** Raised with every entry, so that the list shows it at once. */
  const [change, setChange] = useState(0)
  const { answer, isMissed } = useRead({
    key: `${timeSpanId} ${search} ${lang} ${pages} ${change}`,
    everyMs: ROWS_EVERY_MS,
    read: () => readPages(device, { timeSpanId, search, lang, pages }),
  })
  const [shown, setShown] = useState(answer)
  if (answer !== null && answer !== shown) setShown(answer)
  const { result } = scanning
  return (
    <>
      {result !== null && (
        <div className={styles.result}>
          <ResultPanel
            result={result}
            onNext={() => {
              scanning.next()
              setChange(change + 1)
            }}
            onAgain={scanning.askAgain}
          >
            {result.outcome.kind === 'success' && (
              <UndoButton
                device={device}
                result={result}
                look="on-colour"
                onDone={() => {
                  scanning.next()
                  setChange(change + 1)
                }}
              />
            )}
          </ResultPanel>
        </div>
      )}
      {isMissed && <output>{t('gate_needs_connection')}</output>}
      {shown === null && !isMissed && <output>{t('gate_loading')}</output>}
      {shown?.rows.length === 0 && <p>{t('gate_list_none')}</p>}
      <ul className={styles.rows}>
        {shown?.rows.map(row => (
          <li key={row.reservation_number}>
            <Reservation
              row={row}
              direction={direction}
              busy={scanning.isChecking}
              onAdmit={ids => scanning.ask({ reservationNumber: row.reservation_number, ids })}
            />
          </li>
        ))}
      </ul>
      {shown?.hasMore === true && <Press onClick={() => setPages(pages + 1)}>{t('gate_list_more')}</Press>}
    </>
  )
}

interface Pages {
  readonly timeSpanId: number
  readonly search: string
  readonly lang: string
  readonly pages: number
}

async function readPages(
  device: GateDevice,
  { timeSpanId, search, lang, pages }: Pages,
): Promise<{ readonly rows: readonly DoorListRow[]; readonly hasMore: boolean }> {
  const rows: DoorListRow[] = []
  for (let page = 0; page < pages; page += 1) {
    const after = rows.at(-1)?.reservation_number
    const answer = await device.ask(readDoorList, {
      query: {
        time_span_id: String(timeSpanId),
        ...(search !== '' && { q: search }),
        ...(after !== undefined && { after }),
        lang,
      },
    })
    rows.push(...answer.rows)
    if (!answer.has_more) return { rows, hasMore: false }
  }
  return { rows, hasMore: true }
}

interface ReservationProps {
  readonly row: DoorListRow
  readonly direction: Direction
  readonly busy: boolean
  readonly onAdmit: (ids: readonly number[]) => void
}

/** A party: those who are not in yet are chosen, and can be taken out of it. */
function Reservation({ row, direction, busy, onAdmit }: ReservationProps): ReactElement {
  const { t } = useWords()
  const tickets = row.tickets.map(ticket => ({ id: ticket.id, ticket: shownOf(ticket) }))
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const able = tickets.filter(({ ticket }) => isAble(ticket, direction))
  const ids = able.filter(({ id }) => !left.has(id)).map(({ id }) => id)
  const toggle = (id: number): void => {
    const next = new Set(left)
    if (!next.delete(id)) next.add(id)
    setLeft(next)
  }
  return (
    <article className={styles.reservation}>
      <h2>{row.buyer_name === '' ? t('gate_list_no_name') : row.buyer_name}</h2>
      <p className={styles.number} translate="no">
        {row.reservation_number}
      </p>
      <ul className={styles.tickets}>
        {tickets.map(({ id, ticket }) => (
          <li key={id}>
            {isAble(ticket, direction) ? (
              <label className={styles.choice}>
                <input type="checkbox" checked={!left.has(id)} onChange={() => toggle(id)} />
                <TicketWords ticket={ticket} />
              </label>
            ) : (
              <p className={styles.choice}>
                <TicketWords ticket={ticket} />
              </p>
            )}
          </li>
        ))}
      </ul>
      {able.length > 0 && (
        <Press
          look="strong"
          busy={busy}
          aria-disabled={ids.length === 0}
          onClick={() => ids.length > 0 && onAdmit(ids)}
        >
          {t(direction === 'in' ? 'gate_list_admit' : 'gate_list_let_out', { count: ids.length })}
        </Press>
      )}
    </article>
  )
}

function isInside({ lastInAt, lastOutAt }: ShownTicket): boolean {
  return lastInAt !== null && (lastOutAt === null || lastOutAt < lastInAt)
}

/** The changes that a press may make; the store decides by its rules. */
function isAble(ticket: ShownTicket, direction: Direction): boolean {
  return direction === 'out' ? isInside(ticket) : ticket.status === 'success'
}

function TicketWords({ ticket }: { readonly ticket: ShownTicket }): ReactElement {
  const { t } = useWords()
  const moment = useMoment()
  const now = useNow()
  const { lastInAt, lastOutAt, reason } = ticket
  return (
    <span className={styles.words}>
      <strong>{ticket.isSet ? `${t('gate_set')} ${ticket.productName}` : ticket.kindName}</strong>
      {ticket.needsProof && <span className={styles.proof}>{t('gate_proof')}</span>}
      {lastInAt === null ? (
        <span>{reason === null ? t('gate_list_not_yet') : t(`gate_reason_${reason}`)}</span>
      ) : (
        <span>
          {lastOutAt !== null && lastOutAt >= lastInAt
            ? t('gate_fact_out', { time: moment(lastOutAt, now) })
            : t('gate_fact_in', { time: moment(lastInAt, now) })}
        </span>
      )}
    </span>
  )
}
