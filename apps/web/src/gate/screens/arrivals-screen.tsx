import { readArrivals, type SlotArrivals } from '@kippu/contract/gate'
import { addDays, epochMsOf, jstDateOf } from '@kippu/domain/jst-date'
import { useState } from 'react'
import type { ReactElement } from 'react'

import { serverNow } from '../../api/server-clock.ts'
import type { GateDevice } from '../device/gate-device.ts'
import { Press } from '../parts/press.tsx'
import { useWords } from '../words/words.tsx'
import styles from './arrivals-screen.module.css'
import { SlotTime, useClock } from './slot-time.tsx'
import { useRead } from './use-read.ts'

const EVERY_MS = 5_000

interface ArrivalsScreenProps {
  readonly device: GateDevice
}

/** The visitors who have come and those who have not, for each time of today or tomorrow, as it is now. */
export function ArrivalsScreen({ device }: ArrivalsScreenProps): ReactElement {
  const { t, lang } = useWords()
  const clock = useClock()
  const [isTomorrow, setIsTomorrow] = useState(false)
  const date = addDays(jstDateOf(serverNow()), isTomorrow ? 1 : 0)
  const { answer, at, isMissed } = useRead({
    key: `${date} ${lang}`,
    everyMs: EVERY_MS,
    read: () => device.ask(readArrivals, { query: { date, lang } }),
  })
  return (
    <div className={styles.screen}>
      <div className={styles.head}>
        <h1>{t('gate_arrivals_title')}</h1>
        {at !== null && <p>{t('gate_as_of', { time: clock(at) })}</p>}
        <DaySwitch isTomorrow={isTomorrow} onTomorrow={setIsTomorrow} />
      </div>
      {isMissed && <output>{t('gate_needs_connection')}</output>}
      {answer === null && !isMissed && <output>{t('gate_loading')}</output>}
      {answer?.slots.length === 0 && <p>{t('gate_no_slots')}</p>}
      <ul className={styles.slots}>
        {answer?.slots.map(slot => (
          <li key={`${slot.product_type} ${slot.time_span_id}`} className={styles.slot}>
            <Slot slot={slot} />
          </li>
        ))}
      </ul>
      {answer !== null && answer.other_refusals.length > 0 && (
        <section>
          <h2>{t('gate_other_refusals')}</h2>
          <Refusals refusals={answer.other_refusals} />
        </section>
      )}
      {answer !== null && answer.undone > 0 && (
        <p className={styles.undone}>
          {t('gate_undone_entries')} <strong>{answer.undone}</strong>
        </p>
      )}
      {answer !== null && answer.wrongly_admitted > 0 && (
        <p className={styles.wrong}>
          {t('gate_wrongly_admitted')} <strong>{answer.wrongly_admitted}</strong>
        </p>
      )}
    </div>
  )
}

interface DaySwitchProps {
  readonly isTomorrow: boolean
  readonly onTomorrow: (isTomorrow: boolean) => void
}

export function DaySwitch({ isTomorrow, onTomorrow }: DaySwitchProps): ReactElement {
  const { t } = useWords()
  return (
    <fieldset aria-label={t('gate_date')} className={styles.days}>
      <Press aria-pressed={!isTomorrow} onClick={() => onTomorrow(false)}>
        {t('gate_today')}
      </Press>
      <Press aria-pressed={isTomorrow} onClick={() => onTomorrow(true)}>
        {t('gate_tomorrow')}
      </Press>
    </fieldset>
  )
}

function Slot({ slot }: { readonly slot: SlotArrivals }): ReactElement {
  const { t } = useWords()
  const isNow = epochMsOf(slot.from) <= serverNow() && serverNow() <= epochMsOf(slot.to)
  const share = slot.expected === 0 ? 0 : Math.min(1, slot.arrived / slot.expected)
  return (
    <div data-now={isNow} className={styles.inner}>
      <h2>
        <SlotTime slot={slot} />
      </h2>
      <p className={styles.product}>
        {slot.product_type === 'set' ? `${slot.product_name} · ${t('gate_set')}` : slot.product_name}
      </p>
      <dl className={styles.counts}>
        <Count label={t('gate_arrived')} count={slot.arrived} isLarge />
        <Count label={t('gate_expected')} count={slot.expected} isLarge />
        <Count label={t('gate_inside')} count={slot.inside} />
        {slot.no_shows !== null && <Count label={t('gate_no_shows')} count={slot.no_shows} />}
      </dl>
      {slot.channels.some(({ channel }) => channel !== 'web') && (
        <ul className={styles.channels} aria-label={t('gate_channels')}>
          {slot.channels.map(({ channel, expected, arrived }) => (
            <li key={channel}>{`${t(CHANNEL_NAMES[channel])} ${arrived} / ${expected}`}</li>
          ))}
        </ul>
      )}
      <span className={styles.bar} aria-hidden="true">
        <span style={{ inlineSize: `${share * 100}%` }} />
      </span>
      {slot.refusals.length > 0 && (
        <>
          <h3>{t('gate_refusals')}</h3>
          <Refusals refusals={slot.refusals} />
        </>
      )}
    </div>
  )
}

/** The staff's names for channels. */
const CHANNEL_NAMES = {
  web: 'gate_channel_web',
  pos: 'gate_channel_pos',
  kiosk: 'gate_channel_kiosk',
  OTA: 'gate_channel_ota',
  spot: 'gate_channel_spot',
} as const satisfies Record<SlotArrivals['channels'][number]['channel'], string>

interface CountProps {
  readonly label: string
  readonly count: number
  readonly isLarge?: boolean
}

function Count({ label, count, isLarge = false }: CountProps): ReactElement {
  return (
    <div data-large={isLarge}>
      <dt>{label}</dt>
      <dd>{count}</dd>
    </div>
  )
}

function Refusals({ refusals }: Pick<SlotArrivals, 'refusals'>): ReactElement {
  const { t } = useWords()
  return (
    <ul className={styles.refusals}>
      {refusals.map(({ reason, count }) => (
        <li key={reason}>
          <span>{t(`gate_reason_${reason}`)}</span> <strong>{count}</strong>
        </li>
      ))}
    </ul>
  )
}
