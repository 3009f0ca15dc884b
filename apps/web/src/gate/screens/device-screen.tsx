import { isLanguage } from '@kippu/domain/language'
import { useState } from 'react'
import type { ReactElement } from 'react'

import { LANGUAGE_NAMES } from '../../i18n/language-names.ts'
import type { GateDevice } from '../device/gate-device.ts'
import { useGate } from '../device/gate-state.ts'
import type { KeptConflict } from '../offline/kept.ts'
import { clearConflicts } from '../offline/kept-scans.ts'
import { Press } from '../parts/press.tsx'
import { useNow } from '../parts/use-now.ts'
import { useMoment, useWords } from '../words/words.tsx'
import styles from './device-screen.module.css'

/**
 * The device itself: its name, its knowledge, the scans it has not told yet, and those that the store decided
 * otherwise.
 */
export function DeviceScreen({ device }: { readonly device: GateDevice }): ReactElement {
  const { t } = useWords()
  const moment = useMoment()
  const now = useNow()
  const known = useGate(state => state.device)
  const lists = useGate(state => state.lists)
  const waiting = useGate(state => state.waiting)
  const [busy, setBusy] = useState(false)
  return (
    <div className={styles.screen}>
      <h1>{t('gate_device_title')}</h1>
      <dl className={styles.facts}>
        <div>
          <dt>{t('gate_device_gate')}</dt>
          <dd>{known?.gateName}</dd>
        </div>
        <div>
          <dt>{t('gate_device_name')}</dt>
          <dd>{known?.deviceName}</dd>
        </div>
      </dl>
      <p>
        {[
          lists === null ? t('gate_lists_none') : t('gate_lists_of', { time: moment(lists.asOf, now) }),
          t('gate_waiting', { count: waiting }),
        ].join(' · ')}
      </p>
      <Press
        busy={busy}
        onClick={() => {
          setBusy(true)
          void device.sync().finally(() => setBusy(false))
        }}
      >
        {t('gate_report_now')}
      </Press>
      <LanguageChoice />
      <Conflicts device={device} />
    </div>
  )
}

/** Each language in its own letters, for the person who holds the device. */
export function LanguageChoice(): ReactElement {
  const { t, lang, view, choose } = useWords()
  return (
    <label className={styles.language}>
      <span>{t('gate_language')}</span>
      <select
        value={lang}
        onChange={({ target }) => {
          if (isLanguage(target.value)) choose(target.value)
        }}
      >
        {view.langs.map(each => (
          <option key={each} value={each}>
            {LANGUAGE_NAMES[each]}
          </option>
        ))}
      </select>
    </label>
  )
}

function Conflicts({ device }: { readonly device: GateDevice }): ReactElement {
  const { t } = useWords()
  const moment = useMoment()
  const now = useNow()
  const conflicts = useGate(state => state.conflicts)
  const words = useConflictWords()
  return (
    <section className={styles.conflicts}>
      <h2>{t('gate_conflicts_title')}</h2>
      {conflicts.length === 0 ? (
        <p>{t('gate_conflicts_none')}</p>
      ) : (
        <>
          <ul>
            {conflicts.map(conflict => (
              <li key={conflict.scanId}>
                <strong>
                  {`${moment(conflict.at, now)} ${t(`gate_${conflict.direction}`)} ${conflict.name}`}
                </strong>
                <p>{words(conflict)}</p>
              </li>
            ))}
          </ul>
          <Press onClick={() => void clearConflicts(device.database).then(device.refresh)}>
            {t('gate_conflicts_clear')}
          </Press>
        </>
      )}
    </section>
  )
}

function useConflictWords(): (conflict: KeptConflict) => string {
  const { t } = useWords()
  return ({ kind, status, storeReason }) => {
    switch (kind) {
      case 'not_undone':
        return t('gate_conflict_not_undone')
      case 'unread':
        return t('gate_conflict_unread')
      case 'decided':
        return status === 'success'
          ? t('gate_conflict_let_in', { reason: t(`gate_reason_${storeReason ?? 'unknown'}`) })
          : t('gate_conflict_sent_away')
    }
  }
}
