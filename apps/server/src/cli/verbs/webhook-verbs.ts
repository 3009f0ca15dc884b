import { jstIso } from '@kippu/domain/jst-date'

import {
  addEndpoint,
  BOTH_HOURS,
  type ListedEndpoint,
  type ListedTry,
  listEndpoints,
  listTries,
  redeliver,
  removeEndpoint,
  rotateSecret,
  sendTest,
} from '../../platform/webhooks/endpoints.ts'
import { isWebhookEvent, WEBHOOK_EVENTS } from '../../platform/webhooks/event-types.ts'
import { chosenSite } from '../parse/chosen-site.ts'
import { type CommandArguments, type CommandDeps, type Report, UsageError } from '../command.ts'
import { askFirst } from '../ask-first.ts'
import { refusedReport } from '../refused-report.ts'
import { type Columns, counted, listed } from '../texts/table.ts'

export type WebhookVerb = (
  deps: CommandDeps,
  words: readonly string[],
  typed: CommandArguments,
) => Promise<Report>

/** The events of a site that third parties are told (docs/webhooks.md). */
export const WEBHOOK_VERBS: ReadonlyMap<string, WebhookVerb> = new Map([
  ['add', addReport],
  ['list', listReport],
  ['rotate', rotateReport],
  ['remove', removeReport],
  ['log', logReport],
  ['redeliver', redeliverReport],
  ['test', testReport],
])

async function addReport(
  deps: CommandDeps,
  [site, url = '', ...more]: readonly string[],
  typed: CommandArguments,
): Promise<Report> {
  const siteKey = chosenSite(deps, site)
  if (more.length > 0) throw new UsageError('webhooks add takes a site and an address')
  const added = await addEndpoint(deps, { siteKey, url: addressOf(deps, url), events: eventsOf(typed) })
  return { text: `Endpoint ${added.id}. Its secret, which is told once:\n${added.secret}`, json: added }
}

function addressOf({ env }: CommandDeps, url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  const protocols = env.production ? ['https:'] : ['https:', 'http:']
  if (parsed === undefined || !protocols.includes(parsed.protocol))
    throw new UsageError('an address begins with https://')
  if (parsed.username !== '' || parsed.password !== '')
    throw new UsageError('an address has no password in it')
  return parsed.href
}

function eventsOf(typed: CommandArguments) {
  const named = typed.text('events')?.split(',') ?? [...WEBHOOK_EVENTS]
  const events = named.filter(isWebhookEvent)
  if (events.length < named.length) throw new UsageError(`events are ${WEBHOOK_EVENTS.join(', ')}`)
  return events
}

async function listReport(deps: CommandDeps, [site, ...more]: readonly string[]): Promise<Report> {
  const siteKey = chosenSite(deps, site)
  if (more.length > 0) throw new UsageError('webhooks list takes a site')
  const found = await listEndpoints(deps, { siteKey })
  if (found.length === 0) return { text: 'The site tells nobody.', json: [] }
  return { text: listed(COLUMNS, found), json: found }
}

const COLUMNS: Columns<ListedEndpoint> = {
  ID: ({ id }) => id,
  ADDRESS: ({ url }) => url,
  EVENTS: ({ events }) => events.join(', '),
  WAITING: ({ waiting }) => String(waiting),
  DELIVERED: ({ delivered }) => String(delivered),
  'GIVEN UP': ({ dead }) => String(dead),
}

async function rotateReport(deps: CommandDeps, words: readonly string[]): Promise<Report> {
  const rotated = await rotateSecret(deps, endpointOf(deps, words))
  if (rotated === undefined) return unknownReport()
  if (rotated === 'too soon')
    return refusedReport(
      `two secrets sign already: rotate again ${BOTH_HOURS} hours after the last time, or remove the endpoint and add it anew`,
    )
  return {
    text: `The new secret, which is told once:\n${rotated.secret}\nFor ${BOTH_HOURS} hours messages are signed with both.`,
    json: rotated,
  }
}

async function removeReport(
  deps: CommandDeps,
  words: readonly string[],
  typed: CommandArguments,
): Promise<Report> {
  const named = endpointOf(deps, words)
  return askFirst(typed, {
    plan: async () => {
      const all = await listEndpoints(deps, { siteKey: named.siteKey })
      const found = all.find(({ id }) => id === named.id)
      if (found === undefined) return unknownReport()
      const { url, waiting } = found
      return {
        text: `${url} is told nothing any more, nor ${counted(waiting, 'event')} that ${waiting === 1 ? 'waits' : 'wait'}. Its secret is gone.`,
        json: { ...named, url, waiting },
      }
    },
    word: named.id.slice(0, 8),
    run: async () =>
      (await removeEndpoint(deps, named))
        ? { text: `Endpoint ${named.id} is told nothing any more.`, json: named }
        : unknownReport(),
  })
}

const MOST_LOGGED = 50

async function logReport(deps: CommandDeps, words: readonly string[]): Promise<Report> {
  const named = endpointOf(deps, words)
  const tries = await listTries(deps, { ...named, most: MOST_LOGGED })
  if (tries.length === 0) return { text: 'Nothing was sent yet.', json: [] }
  return { text: listed(TRY_COLUMNS, tries), json: tries }
}

const TRY_COLUMNS: Columns<ListedTry> = {
  AT: ({ at }) => jstIso(at.getTime()),
  EVENT: ({ event }) => event,
  TYPE: ({ type }) => type,
  NOW: ({ state }) => state,
  TRIES: ({ tries }) => String(tries),
  ANSWER: ({ fault, status }) => fault ?? `status ${status}`,
}

async function redeliverReport(deps: CommandDeps, words: readonly string[]): Promise<Report> {
  const [site, id, event = '', ...more] = words
  if (more.length > 0 || !(event === 'dead' || UUID.test(event)))
    throw new UsageError('webhooks redeliver takes a site, an endpoint, and an event or the word dead')
  const count = await redeliver(deps, { ...endpointOf(deps, [site ?? '', id ?? '']), event })
  return count === 0
    ? refusedReport('there is nothing to deliver again', 'not_found')
    : { text: `${count} will be delivered again.`, json: { count } }
}

async function testReport(deps: CommandDeps, words: readonly string[]): Promise<Report> {
  const named = endpointOf(deps, words)
  return (await sendTest(deps, named))
    ? { text: 'An event webhook.test is on its way: see webhooks log.', json: named }
    : unknownReport()
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

function endpointOf(
  deps: CommandDeps,
  [site, id = '', ...more]: readonly string[],
): { readonly siteKey: string; readonly id: string } {
  const siteKey = chosenSite(deps, site)
  if (!UUID.test(id) || more.length > 0) throw new UsageError('name a site and the id of an endpoint')
  return { siteKey, id }
}

function unknownReport(): Report {
  return refusedReport('the site has no such endpoint', 'not_found')
}
