import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { styleText } from 'node:util'
import { loadSites } from '@kippu/sites/load-sites'
import { isOfDemo } from '@kippu/demo/demo-sites-dir'
import { invitationFileOf, resellerKeyFileOf } from '@kippu/demo/invitation-file'
import { FALLBACK_KEY, type Site } from '@kippu/sites/site'
import { TEST_CARDS, testCardNumber } from '../../apps/simulators/src/core/test-cards.ts'
import { type StartSettings, statusPorts } from './start-settings.ts'
import { simulatorsOrigin, tokenSites } from './store-environment.ts'

/** Width of the longest name of a place, with a gap. */
const NAMES_WIDTH = 40

/** The summary that a person needs once the store is open, as lines for the terminal. */
export function startSummary(settings: StartSettings, databaseUrl: string): string {
  const places = [
    ...ownSites(settings),
    place('Store', `http://localhost:${settings.port}`),
    ...demoSites(settings),
    ...consoleDoor(settings),
    ...resellerDoor(settings),
    ...(settings.simulators
      ? [place('Mailbox', `${simulatorsOrigin(settings)}/mailbox`), ...membersPage(settings)]
      : []),
    ...statusPorts(settings).map((port, index) =>
      place(
        index === 0 ? 'Status of the worker' : `Status of web-${index}`,
        `http://localhost:${port}/metrics`,
      ),
    ),
    place('Database', databasePlace(settings, databaseUrl)),
  ]
  const cards = settings.simulators ? ['', ...cardLines()] : []
  return [
    '',
    `  ${styleText('bold', 'Kippu is open.')}`,
    '',
    ...places,
    ...cards,
    '',
    `  ${styleText('dim', 'Ctrl-C stops everything; the data stays.')}`,
    '',
  ].join('\n')
}

/** The console of the staff, by the owner's invitation until it is used. A production has a host of its own for it. */
function consoleDoor({ production, dataDir, port }: StartSettings): string[] {
  if (production) return []
  const file = invitationFileOf(dataDir)
  return existsSync(file)
    ? [place('Console: enrol as its owner, once', readFileSync(file, 'utf8'))]
    : [place('Console', `http://console.localhost:${port}`)]
}

/** The key of the demonstration's reseller, where one was asked for. */
function resellerDoor({ demoReseller, dataDir, port }: StartSettings): string[] {
  if (!demoReseller) return []
  const key = readFileSync(resellerKeyFileOf(dataDir), 'utf8')
  return [place('Calls of resellers', `http://localhost:${port}/octo`), place('Key of Yamanami Travel', key)]
}

function place(name: string, where: string): string {
  return `  ${name.padEnd(NAMES_WIDTH)}${styleText('cyan', where)}`
}

/** Links of the members of sites whose members come with a token. */
function membersPage(settings: StartSettings): string[] {
  return tokenSites(settings).length === 0
    ? []
    : [place('Members’ page', `${simulatorsOrigin(settings)}/membership`)]
}

/** The venues' own, before all demonstrations. A deployment pinned to a site has no others. */
function ownSites(settings: StartSettings): string[] {
  return placesOf(settings, site => !isOfDemo(site))
}

/** Each demonstration has its own host name, and the store's plain address shows the one for all hosts. */
function demoSites(settings: StartSettings): string[] {
  return placesOf(settings, site => isOfDemo(site) && site.key !== FALLBACK_KEY)
}

function placesOf({ port, pinned, sitesDirs }: StartSettings, isShown: (site: Site) => boolean): string[] {
  if (pinned) return []
  return loadSites(sitesDirs)
    .sites.filter(isShown)
    .map(({ key, name }) => place(name.en, `http://${key}.localhost:${port}`))
}

/** The address never includes the password. */
function databasePlace({ dataDir, databaseUrl }: StartSettings, url: string): string {
  const { hostname, port, pathname } = new URL(url)
  const address = `${hostname}${port === '' ? '' : `:${port}`}${pathname}`
  return databaseUrl === undefined
    ? `${path.relative(process.cwd(), path.join(dataDir, 'postgres'))} (PostgreSQL on ${address})`
    : address
}

function cardLines(): string[] {
  const lines = TEST_CARDS.map(
    ({ last4, en }) =>
      `  ${testCardNumber(last4).replaceAll(/(.{4})(?=.)/g, '$1 ')}   ${styleText('dim', en)}`,
  )
  return ['  Test cards, with any name, any future date and any security code:', ...lines]
}
