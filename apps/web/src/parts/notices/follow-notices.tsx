import type { FirstView } from '@kippu/contract/first-view'
import { getNotices, type ShownNotice } from '@kippu/contract/notices'
import { epochMsOf } from '@kippu/domain/jst-date'
import type { Language } from '@kippu/domain/language'
import { useEffect, useMemo, useState } from 'react'
import type { ReactElement } from 'react'
import { createRoot } from 'react-dom/client'

import { request } from '../../api/client.ts'
import { Words } from '../../i18n/texts.tsx'
import { tabStorage } from '../../session/storage.ts'
import { NoticeBand } from './notice-band.tsx'

/** Nobody is asked twice within this time, in ms: notices are for hours. */
const ASKED_EVERY = 60_000

/** The longest time that a browser can wait for, in ms. */
const LONGEST_WAIT = 2_147_483_647

/**
 * Takes over the band of the document: folds it, takes each notice off when its time is over, and asks for new ones when somebody comes
 * back to the tab or goes to another screen. A page that nobody looks at asks for nothing.
 */
export function followNotices(view: FirstView, lang: Language): () => void {
  const place = document.getElementById('notices')
  if (place === null) return () => undefined
  const root = createRoot(place)
  root.render(
    <Words lang={view.lang} texts={view.texts}>
      <FollowedNotices view={view} lang={lang} />
    </Words>,
  )
  return () => root.unmount()
}

interface Told {
  readonly notices: readonly ShownNotice[]
  /** How far the clock of the store is ahead of this device's, in ms: the latter may be wrong. */
  readonly ahead: number
  /** When, by the clock of the store, in ms since 1970. */
  readonly at: number
}

function FollowedNotices({
  view,
  lang,
}: {
  readonly view: FirstView
  readonly lang: Language
}): ReactElement {
  const [told, setTold] = useState(() => firstTold(view))
  const shown = useShown(told)
  const [folded, fold] = useFolded(view.site.key)
  useEffect(() => {
    const isOld = Math.abs(Date.now() - view.writtenAt) > ASKED_EVERY
    let askedAt = isOld || lang !== view.lang ? -Infinity : Date.now()
    const ask = async (): Promise<void> => {
      if (document.hidden || Math.abs(Date.now() - askedAt) < ASKED_EVERY) return
      askedAt = Date.now()
      let date = NaN
      const notices = await request(
        getNotices,
        { query: { lang } },
        { isBackground: true, onAnswer: headers => (date = Date.parse(headers.get('date') ?? '')) },
      )
      const now = Date.now()
      setTold(({ ahead: before }) => {
        const ahead = Number.isNaN(date) ? before : date - now
        return { notices, ahead, at: now + ahead }
      })
    }
    // Without an answer what is there stays: it is asked for again when somebody comes back.
    const askQuietly = (): void => void ask().catch(() => undefined)
    askQuietly()
    document.addEventListener('visibilitychange', askQuietly)
    window.addEventListener('hashchange', askQuietly)
    return () => {
      document.removeEventListener('visibilitychange', askQuietly)
      window.removeEventListener('hashchange', askQuietly)
    }
  }, [view, lang])
  return <NoticeBand notices={shown} folded={folded} onFold={fold} />
}

/**
 * The notices in the document. Where it is old, it was kept for a time without a connection, or this device's clock is
 * wrong: the store is asked at once, and until it answers that clock decides.
 */
function firstTold({ notices, writtenAt }: FirstView): Told {
  const now = Date.now()
  const ahead = Math.abs(now - writtenAt) > ASKED_EVERY ? 0 : writtenAt - now
  return { notices, ahead, at: now + ahead }
}

/** Those whose time is not over, up to the moment when the next one ends. */
function useShown({ notices, ahead, at }: Told): readonly ShownNotice[] {
  const [lookedAt, lookAt] = useState(at)
  const now = Math.max(at, lookedAt)
  const shown = notices.filter(({ shown_until }) => now < epochMsOf(shown_until))
  const next = Math.min(...shown.map(({ shown_until }) => epochMsOf(shown_until)))
  useEffect(() => {
    if (next === Infinity) return undefined
    const wait = Math.min(Math.max(0, next - ahead - Date.now()), LONGEST_WAIT)
    const timer = setTimeout(() => lookAt(Date.now() + ahead), wait)
    return () => clearTimeout(timer)
  }, [next, ahead, now])
  return shown
}

/** Which notices the visitor has folded, for this tab: a new one is open. */
function useFolded(siteKey: string): [ReadonlySet<number>, (id: number, isFolded: boolean) => void] {
  const key = `${siteKey}:folded-notices`
  const [folded, setFolded] = useState(() => new Set((tabStorage.getItem(key) ?? '').split(' ').map(Number)))
  return useMemo(
    () => [
      folded,
      (id, isFolded) => {
        if (folded.has(id) === isFolded) return
        const now = new Set(folded)
        if (isFolded) now.add(id)
        else now.delete(id)
        tabStorage.setItem(key, [...now].join(' '))
        setFolded(now)
      },
    ],
    [folded, key],
  )
}
