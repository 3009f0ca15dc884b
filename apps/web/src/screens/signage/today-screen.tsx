import type { ShownNotice } from '@kippu/contract/notices'
import { formatDate } from '@kippu/domain/date-format'
import type { IsoDate } from '@kippu/domain/jst-date'
import { epochMsOf, jstDateOf, jstIso, timeOf } from '@kippu/domain/jst-date'
import { bcp47Of } from '@kippu/domain/language'
import { dayAt } from '@kippu/domain/stock/signage-state'
import type { ReactElement, ReactNode } from 'react'

import { useLanguage, useTemplate, useText, Words } from '../../i18n/texts.tsx'
import { useFirstView, useSetting, useSite } from '../../page/first-view-context.ts'
import { useSearchParams } from '../../page/router.tsx'
import { DisplayFrame } from '../../parts/display/display-frame.tsx'
import { TURN_MS } from '../../parts/display/use-feed.ts'
import { displayLanguages } from './display-languages.ts'
import { pagesOf, turnAt } from './pages.ts'
import { rowsOf, TimesPage } from './times-page.tsx'
import type { ShownProduct } from './times-page.tsx'
import styles from './today-screen.module.css'
import { type Today, useToday } from './use-today.ts'
import { useWindowRoom } from './use-window-room.ts'
import type { WindowRoom } from './use-window-room.ts'

/** In ms: an answer of this age says so. A call may fail before without a word. */
const STALE_MS = 150_000

/** Today's tickets on a display of the house: nobody operates it, and it is read from metres away. */
export function TodayScreen(): ReactElement {
  const { langs } = useFirstView()
  const [search] = useSearchParams()
  const setting = useSetting('Signage_Languages')
  const languages = displayLanguages(
    search.has('lang') ? undefined : setting,
    langs.map(({ id }) => id),
    useLanguage(),
  )
  const { state, now } = useToday({ languages, productUuid: search.get('product_uuid') })
  const { answer } = state
  const isStale = answer !== null && now - answer.answeredAt > STALE_MS
  const room = useWindowRoom(isStale)
  return (
    <DisplayFrame now={now}>
      {answer === null ? (
        <Sign now={now} date={jstDateOf(now)} room={room} hasMessage>
          <Message kind="soon" />
        </Sign>
      ) : (
        <KnownDay today={answer} now={now} room={room} isStale={isStale} />
      )}
    </DisplayFrame>
  )
}

interface KnownDayProps {
  readonly today: Today
  readonly now: number
  readonly room: WindowRoom
  readonly isStale: boolean
}

function KnownDay({ today, now, room, isStale }: KnownDayProps): ReactNode {
  const { days, answeredAt } = today
  const worded = days.map(({ info, notices, ...words }) => {
    const day = dayAt(info, now)
    const message = messageOf(day)
    return {
      ...words,
      ...day,
      message,
      notices: notices.filter(({ shown_until }) => now < epochMsOf(shown_until)),
      pages: message === null ? pagesOf(day.products, rowsOf, room) : [],
    }
  })
  // Notices have turns of their own, after the times.
  const timePages = Math.max(1, ...worded.map(day => day.pages.length))
  const pages = timePages + Math.max(...worded.map(day => day.notices.length))
  const turn = turnAt(now, { pages, languages: worded.length, turnMs: TURN_MS })
  const day = worded[turn.language]
  if (day === undefined) return null
  const notice = day.notices[turn.page - timePages]
  // A language with fewer pages shows its first one again.
  const own = Math.max(1, day.pages.length)
  const current = turn.page < timePages ? turn.page % own : own + turn.page - timePages
  const page = day.pages[current] ?? day.pages[0] ?? []
  return (
    <Words lang={day.lang} texts={day.texts}>
      <Sign
        now={now}
        date={day.date}
        room={room}
        staleSince={isStale && !day.isOver ? answeredAt : null}
        pages={{ count: own + day.notices.length, current }}
        hasMessage={notice !== undefined || day.message !== null}
      >
        {notice !== undefined && <SaidByTheHouse notice={notice} />}
        {notice === undefined && day.message !== null && <Message kind={day.message} />}
        {notice === undefined && day.message === null && (
          <TimesPage key={`${day.lang} ${turn.page}`} page={page} room={room} />
        )}
      </Sign>
    </Words>
  )
}

/** Signs of a text that fits at the size of a message; a longer one is as small as the times. */
const SHORT = 60

function SaidByTheHouse({
  notice: { severity, lang, text },
}: {
  readonly notice: ShownNotice
}): ReactElement {
  const t = useText()
  return (
    <div className={styles.message} data-severity={severity}>
      <p className={styles.severity}>{t(`notice_${severity}`)}</p>
      <p className={text.length > SHORT ? styles.long : styles.said} lang={bcp47Of(lang)}>
        {text}
      </p>
    </div>
  )
}

type MessageKind = 'soon' | 'none' | 'all_sold_out'

/** The message about the whole day, instead of times. */
function messageOf({
  isOver,
  products,
}: {
  readonly isOver: boolean
  readonly products: readonly ShownProduct[]
}): MessageKind | null {
  if (isOver) return 'soon'
  if (products.some(({ state }) => state === 'normal' || state === 'few')) return null
  return products.some(({ state }) => state === 'sold_out') ? 'all_sold_out' : 'none'
}

function Message({ kind }: { readonly kind: MessageKind }): ReactElement {
  const t = useText()
  return (
    <div className={styles.message}>
      <p className={styles.said}>{t(`signage_${kind}`)}</p>
      {kind !== 'soon' && <p className={styles.thanks}>{t('signage_thanks')}</p>}
    </div>
  )
}

interface SignProps {
  readonly now: number
  readonly date: IsoDate
  readonly room: WindowRoom
  /** When what is shown was told; null while it is new. */
  readonly staleSince?: number | null
  readonly pages?: { readonly count: number; readonly current: number }
  readonly hasMessage?: boolean
  readonly children: ReactNode
}

/** Logo, day and clock above, and below how old everything is and which page this is. */
function Sign({
  now,
  date,
  room,
  staleSince = null,
  pages,
  hasMessage = false,
  children,
}: SignProps): ReactElement {
  const t = useText()
  const lang = useLanguage()
  const { headerLogo, heroImage, name } = useSite()
  const format = useTemplate('signage_date_format')
  // A wide page has no line to spare: there it stands in place of the title.
  const isAside = room.isWide && staleSince !== null
  return (
    <div className={styles.sign} lang={bcp47Of(lang)} data-wide={room.isWide} data-message={hasMessage}>
      <img className={styles.hero} src={heroImage} alt="" />
      <header className={styles.head}>
        <img
          className={styles.logo}
          src={headerLogo.white}
          width={headerLogo.width}
          height={headerLogo.height}
          alt={name}
        />
        <h1 className={isAside ? 'visually-hidden' : styles.title}>{t('signage_title')}</h1>
        {isAside && <Stale since={staleSince} now={now} />}
        <p className={styles.date}>
          <time dateTime={date}>{formatDate(date, format, lang)}</time>
        </p>
        <p className={styles.clock}>{timeOf(jstIso(now))}</p>
      </header>
      <div className={styles.body}>{children}</div>
      {staleSince !== null && !isAside && <Stale since={staleSince} now={now} />}
      {pages !== undefined && pages.count > 1 && (
        <div className={styles.pages} aria-hidden="true">
          {Array.from({ length: pages.count }, (_, index) => (
            <span key={index} data-current={index === pages.current} />
          ))}
        </div>
      )}
    </div>
  )
}

function Stale({ since, now }: { readonly since: number; readonly now: number }): ReactElement {
  const t = useText()
  const minutes = Math.floor((now - since) / 60_000)
  const age =
    minutes < 60
      ? t('signage_age_minutes', { count: minutes })
      : t('signage_age_hours', { count: Math.floor(minutes / 60) })
  return <p className={styles.stale}>{t('signage_as_of', { time: timeOf(jstIso(since)), age })}</p>
}
