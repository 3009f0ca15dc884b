import { type Me, signOut } from '@kippu/contract/console/sign-in'
import type { Permission } from '@kippu/domain/staff/permission'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef, type ReactNode } from 'react'

import { callStaff } from './api'
import { INSIDE_WORDS } from './inside-words'
import { keep, readKept } from './kept'
import { learnWords, useLanguage, type Word } from './language'
import { navigate, segmentsOf, usePath } from './router'
import { DoorListScreen } from './screens/door-list'
import { MineScreen } from './screens/mine'
import { NotFoundScreen } from './screens/not-found'
import { OrderScreen } from './screens/order'
import { SearchScreen } from './screens/search'
import { StaffScreen } from './screens/staff'
import { TodayScreen } from './screens/today'
import { mayDo } from './session/me'
import { useSlashLeadsTo } from './slash-key'
import { Link } from './ui/link'

learnWords(INSIDE_WORDS)

const SITE_KEPT_AS = 'console-site'

const CalendarScreen = lazy(async () => ({
  default: (await import('./screens/calendar')).CalendarScreen,
}))
const CancellationsScreen = lazy(async () => ({
  default: (await import('./screens/cancellations')).CancellationsScreen,
}))
const ApprovalsScreen = lazy(async () => ({
  default: (await import('./screens/approvals')).ApprovalsScreen,
}))

const WordsScreen = lazy(async () => ({ default: (await import('./screens/words')).WordsScreen }))

const SettingsScreen = lazy(async () => ({ default: (await import('./screens/settings')).SettingsScreen }))
const HouseScreen = lazy(async () => ({ default: (await import('./screens/house')).HouseScreen }))
const ProductsScreen = lazy(async () => ({ default: (await import('./screens/products')).ProductsScreen }))
const CouponsScreen = lazy(async () => ({ default: (await import('./screens/coupons')).CouponsScreen }))
const MembersScreen = lazy(async () => ({ default: (await import('./screens/members')).MembersScreen }))
const NoticesScreen = lazy(async () => ({ default: (await import('./screens/notices')).NoticesScreen }))
const RulesScreen = lazy(async () => ({ default: (await import('./screens/rules')).RulesScreen }))
const SheetsScreen = lazy(async () => ({ default: (await import('./screens/sheets')).SheetsScreen }))

/** Everything behind the sign-in: the frame with its rooms, and the screen of the address. */
export function Inside({ me }: { readonly me: Me }): ReactNode {
  const path = usePath()
  const segments = segmentsOf(path)
  const [first, siteKey] = segments
  const [home] = me.sites
  const last = me.sites.find(({ key }) => key === readKept(SITE_KEPT_AS)) ?? home
  const site = first === 'sites' ? me.sites.find(({ key }) => key === siteKey) : last
  useEffect(() => {
    if (first === undefined) navigate(site === undefined ? '/me' : homeOf(me, site.key), { replace: true })
    // Rooms without a site, and the next day, begin where somebody was.
    if (first === 'sites' && site !== undefined) keep(SITE_KEPT_AS, site.key)
  }, [first, me, site])
  useSlashLeadsTo(site !== undefined && mayDo(me, 'orders:read') ? `/sites/${site.key}/orders` : undefined)
  return (
    <>
      <Head me={me} site={site?.key} path={path} />
      <main id="content" className="page" tabIndex={-1}>
        <Suspense fallback={<LoadingWords />}>
          <Screen key={path} me={me} segments={segments} />
        </Suspense>
      </main>
    </>
  )
}

function LoadingWords() {
  const { say } = useLanguage()
  return <p className="quiet">{say('loading')}</p>
}

/** The list of people is that of all sites. */
function mayManageStaff(me: Me): boolean {
  return me.is_everywhere && mayDo(me, 'staff:write')
}

/** The first room of a site that somebody may enter. */
function homeOf(me: Me, site: string): string {
  if (mayDo(me, 'orders:read')) return `/sites/${site}/today`
  if (mayDo(me, 'stock:read')) return `/sites/${site}/calendar`
  return mayDo(me, 'sites:write') ? `/sites/${site}/house` : '/me'
}

function Screen({ me, segments }: { readonly me: Me; readonly segments: readonly string[] }) {
  const [first, siteKey, room, thing, ...more] = segments
  if (more.length > 0) return <NotFoundScreen />
  if (first === 'me' && siteKey === undefined) return <MineScreen me={me} />
  if (first === 'staff' && siteKey === undefined && mayManageStaff(me)) return <StaffScreen me={me} />
  const site = me.sites.find(({ key }) => key === siteKey)
  if (first !== 'sites' || site === undefined) return first === undefined ? null : <NotFoundScreen />
  if (room === 'calendar' && mayDo(me, 'stock:read'))
    return <CalendarScreen me={me} site={site.key} shown={thing} />
  if (room === 'cancellations' && mayDo(me, 'visits:read'))
    return <CancellationsScreen me={me} site={site.key} number={thing} />
  if (room === 'house' && thing === 'settings' && mayDo(me, 'sites:write'))
    return <SettingsScreen me={me} site={site.key} />
  if (room === 'house' && thing === undefined && mayDo(me, 'sites:write'))
    return <HouseScreen me={me} site={site.key} />
  if (room === 'words' && thing === undefined && mayDo(me, 'words:write'))
    return <WordsScreen site={site.key} />
  if (room === 'products' && mayDo(me, 'catalogue:write'))
    return <ProductsScreen me={me} site={site.key} product={thing} />
  if (room === 'rules' && thing === undefined && mayDo(me, 'catalogue:write'))
    return <RulesScreen me={me} site={site.key} />
  if (room === 'sheets' && thing === undefined && mayDo(me, 'sheets:write'))
    return <SheetsScreen me={me} site={site.key} />
  if (room === 'coupons' && thing === undefined && mayDo(me, 'coupons:write'))
    return <CouponsScreen me={me} site={site.key} />
  if (room === 'members' && thing === undefined && mayDo(me, 'members:write'))
    return <MembersScreen site={site.key} />
  if (room === 'notices' && thing === undefined && mayDo(me, 'notices:write'))
    return <NoticesScreen site={site.key} />
  if (!mayDo(me, 'orders:read')) return <NotFoundScreen />
  if (room === 'orders')
    return thing === undefined ? (
      <SearchScreen me={me} site={site.key} />
    ) : (
      <OrderScreen me={me} site={site.key} order={thing} />
    )
  if (thing !== undefined) return <NotFoundScreen />
  if (room === 'approvals') return <ApprovalsScreen me={me} site={site.key} />
  if (room === 'today') return <TodayScreen site={site.key} />
  return room === 'door' ? <DoorListScreen me={me} site={site.key} /> : <NotFoundScreen />
}

interface Room {
  readonly word: Word
  readonly path: string
  /** Null: everybody. */
  readonly may: Permission | null
  readonly isOfSite: boolean
}

const roomOf = (word: Word, may: Permission): Room => ({ word, path: `/${word}`, may, isOfSite: true })

/** The desk, what is sold, the house and its people: each group stands together. */
const ROOMS: ReadonlyArray<readonly Room[]> = [
  [
    roomOf('today', 'orders:read'),
    roomOf('orders', 'orders:read'),
    roomOf('door', 'orders:read'),
    roomOf('approvals', 'refunds:write'),
  ],
  [
    roomOf('calendar', 'stock:read'),
    roomOf('rules', 'catalogue:write'),
    roomOf('products', 'catalogue:write'),
    roomOf('sheets', 'sheets:write'),
    roomOf('coupons', 'coupons:write'),
    roomOf('members', 'members:write'),
  ],
  [
    roomOf('notices', 'notices:write'),
    roomOf('words', 'words:write'),
    roomOf('house', 'sites:write'),
    { word: 'staff', path: '/staff', may: 'staff:write', isOfSite: false },
    { word: 'mine', path: '/me', may: null, isOfSite: false },
  ],
]

interface HeadProps {
  readonly me: Me
  readonly site: string | undefined
  readonly path: string
}

function Head({ me, site, path }: HeadProps) {
  const { say, pick, turn, lang } = useLanguage()
  const client = useQueryClient()
  const row = useRef<HTMLUListElement>(null)
  // On a phone the rooms are one row that is scrolled: the one that somebody is in is to be seen.
  useEffect(() => {
    const { current: list } = row
    const here = list?.querySelector('[aria-current]')?.parentElement
    if (list && here) list.scrollLeft = here.offsetLeft - (list.clientWidth - here.offsetWidth) / 2
  }, [path, lang])
  const turnAndRead = (): void => {
    turn()
    void client.invalidateQueries()
  }
  const leave = async (): Promise<void> => {
    await callStaff(signOut, {}).catch(() => undefined)
    // Nothing of what was read stays in the memory of the page.
    client.clear()
    location.assign('/')
  }
  const groups = ROOMS.map(group =>
    group.filter(
      ({ word, may, isOfSite }) =>
        (word === 'staff' ? mayManageStaff(me) : may === null || mayDo(me, may)) &&
        (!isOfSite || site !== undefined),
    ),
  )
  return (
    <header className="head">
      <a className="skip" href="#content">
        {say('skip')}
      </a>
      <p className="brand">
        Kippu <span>{say('console')}</span>
      </p>
      {me.sites.length > 1 ? (
        <label className="site">
          <span>{say('site')}</span>
          <select value={site ?? ''} onChange={event => navigate(homeOf(me, event.target.value))}>
            {me.sites.map(({ key, name_ja: ja, name_en: en }) => (
              <option key={key} value={key}>
                {pick({ ja, en })}
              </option>
            ))}
          </select>
        </label>
      ) : (
        <p className="site">{me.sites.map(({ name_ja: ja, name_en: en }) => pick({ ja, en }))}</p>
      )}
      <p className="who">
        <span>{me.name}</span>
        <button type="button" className="plain" lang={lang === 'ja' ? 'en' : 'ja'} onClick={turnAndRead}>
          {say('language')}
        </button>
        <button type="button" className="plain" onClick={() => void leave()}>
          {say('signOut')}
        </button>
      </p>
      <nav aria-label={say('console')}>
        <ul ref={row}>
          {groups.map(group =>
            group.map(({ word, path: of, isOfSite }, place) => {
              const href = isOfSite ? `/sites/${site}${of}` : of
              return (
                <li key={word} className={place === 0 ? 'first' : undefined}>
                  <Link href={href} aria-current={path.startsWith(href) ? 'page' : undefined}>
                    {say(word)}
                  </Link>
                </li>
              )
            }),
          )}
        </ul>
      </nav>
    </header>
  )
}
