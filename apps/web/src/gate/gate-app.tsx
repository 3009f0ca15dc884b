import type { Direction } from '@kippu/domain/check-in/judge-entry'
import { useState, useSyncExternalStore } from 'react'
import type { ReactElement } from 'react'

import type { GateDevice } from './device/gate-device.ts'
import { useGate } from './device/gate-state.ts'
import { useWakeLock } from '../parts/ticket/use-wake-lock.ts'
import styles from './gate-app.module.css'
import { Press } from './parts/press.tsx'
import { useNow } from './parts/use-now.ts'
import { ArrivalsScreen } from './screens/arrivals-screen.tsx'
import { DeviceScreen } from './screens/device-screen.tsx'
import { DoorListScreen } from './screens/door-list-screen.tsx'
import { EnrolScreen } from './screens/enrol-screen.tsx'
import { ScanScreen } from './screens/scan-screen.tsx'
import { useMoment, useWords } from './words/words.tsx'

/** Lists of so long ago are shown with a warning, in ms. */
const OLD_AFTER_MS = 3 * 3_600_000
const HOUR_MS = 3_600_000

const TABS = ['scan', 'list', 'arrivals', 'device'] as const
type Tab = (typeof TABS)[number]

interface GateAppProps {
  readonly device: GateDevice | null
}

/** All of the staff's gate. A device that is not enrolled, or no longer, or anew, can do nothing else. */
export function GateApp({ device }: GateAppProps): ReactElement {
  const { t } = useWords()
  const phase = useGate(state => state.phase)
  const hasToken = useGate(state => state.token !== null)
  if (device === null || phase === 'no_storage')
    return (
      <main className={styles.notice}>
        <h1>{t('gate_title')}</h1>
        <p>{t('gate_no_storage')}</p>
      </main>
    )
  if (phase !== 'enrolled' || hasToken)
    return (
      <main className={styles.scroll}>
        <EnrolScreen device={device} />
      </main>
    )
  return <EnrolledGate device={device} />
}

function EnrolledGate({ device }: { readonly device: GateDevice }): ReactElement {
  const { t } = useWords()
  // Nobody unlocks a device between two people of a queue.
  useWakeLock(true)
  const tab = useTab()
  const conflicts = useGate(state => state.conflicts.length)
  const [direction, setDirection] = useState<Direction>('in')
  const turned = { device, direction, onDirection: setDirection }
  return (
    <div className={styles.app} data-tab={tab} data-direction={direction}>
      <StatusLine />
      <main className={tab === 'scan' ? styles.whole : styles.scroll}>
        {tab === 'scan' && <ScanScreen {...turned} />}
        {tab === 'list' && <DoorListScreen {...turned} />}
        {tab === 'arrivals' && <ArrivalsScreen device={device} />}
        {tab === 'device' && <DeviceScreen device={device} />}
      </main>
      <nav className={styles.tabs} aria-label={t('gate_tabs')}>
        {TABS.map(each => (
          <Press
            key={each}
            className={styles.tab ?? ''}
            aria-current={tab === each ? 'page' : undefined}
            onClick={() => openTab(each)}
          >
            <span>{t(`gate_tab_${each}`)}</span>
            {each === 'device' && conflicts > 0 && <span className={styles.badge}>{conflicts}</span>}
          </Press>
        ))}
      </nav>
    </div>
  )
}

/** Which gate this is, whether there is a connection, how old the lists are, and what has not been told: always in sight. */
function StatusLine(): ReactElement {
  const { t } = useWords()
  const moment = useMoment()
  const now = useNow()
  const device = useGate(state => state.device)
  const isConnected = useGate(state => state.isConnected)
  const lists = useGate(state => state.lists)
  const waiting = useGate(state => state.waiting)
  const age = lists === null ? 0 : now - lists.asOf
  return (
    <header className={styles.status}>
      <p className={styles.line}>
        <strong>{device?.gateName}</strong>
        <span className={styles.connection} data-connected={isConnected}>
          {t(isConnected ? 'gate_online' : 'gate_offline')}
        </span>
        <span>
          {lists === null ? t('gate_lists_none') : t('gate_lists_of', { time: moment(lists.asOf, now) })}
        </span>
        {waiting > 0 && <span>{t('gate_waiting', { count: waiting })}</span>}
      </p>
      {age > OLD_AFTER_MS && (
        <output className={styles.old}>{t('gate_lists_old', { count: Math.floor(age / HOUR_MS) })}</output>
      )}
    </header>
  )
}

function tabOf(hash: string): Tab {
  return TABS.find(tab => hash === `#${tab}`) ?? 'scan'
}

function openTab(tab: Tab): void {
  location.hash = tab
}

function useTab(): Tab {
  return useSyncExternalStore(
    listener => {
      window.addEventListener('hashchange', listener)
      return () => window.removeEventListener('hashchange', listener)
    },
    () => tabOf(location.hash),
  )
}
