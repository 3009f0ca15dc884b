import { randomUUID } from 'node:crypto'

import { sql } from 'kysely'
import * as v from 'valibot'

import type { Database, Tx } from '../db/database.ts'
import { seal } from '../sealing.ts'
import { atSite, site, uuid } from '../staff/inputs.ts'
import { recordAction } from '../staff/record-action.ts'
import { type Act, staffVerb } from '../staff/staff-verb.ts'
import type { Tokens } from '../tokens.ts'
import { type ResellerEvent, WEBHOOK_EVENTS, type WebhookEvent } from './event-types.ts'
import { newSecret } from './signature.ts'

/** The purpose for which the keys that seal secrets are derived. */
export const SECRETS = 'secrets of webhooks'

export interface EndpointDeps {
  readonly db: Database
  readonly tokens: Tokens
}

interface NamedEndpoint {
  readonly siteKey: string
  readonly id: string
}

const named = { ...site, id: uuid }

export interface KnownEndpoint {
  readonly id: string
  /** Told once. */
  readonly secret: string
}

interface NewEndpoint {
  readonly siteKey: string
  readonly url: string
  readonly events: ReadonlyArray<WebhookEvent | ResellerEvent>
}

/** Has a third party told of what happens at a site from now on. */
export const addEndpoint = staffVerb({
  name: 'webhooks add',
  permission: 'keys:write',
  reach: 'site',
  input: v.object({ ...site, url: v.pipe(v.string(), v.url()), events: v.array(v.picklist(WEBHOOK_EVENTS)) }),
  run: insertEndpoint,
})

function insertEndpoint(deps: EndpointDeps, added: NewEndpoint, act: Act): Promise<KnownEndpoint> {
  const { url, events } = added
  // The rest of an address may be a secret of its receiver, and actions are never deleted.
  const { origin } = new URL(url)
  return deps.db.transaction(async tx => {
    const known = await writeEndpoint(tx, deps, added)
    await recordAction(tx, act, { subject: known.id, details: { origin, events } })
    return known
  })
}

/** {@link addEndpoint}, in a transaction of the caller. */
export async function writeEndpoint(
  tx: Tx,
  deps: Pick<EndpointDeps, 'tokens'>,
  { siteKey, url, events }: NewEndpoint,
): Promise<KnownEndpoint> {
  const id = randomUUID()
  const secret = newSecret()
  await tx
    .insertInto('webhook_endpoints')
    .values({ id, site_key: siteKey, url, events: [...events], secret: sealed(deps, id, secret) })
    .execute()
  return { id, secret }
}

/** For how long the secret before signs too. */
export const BOTH_HOURS = 24

/**
 * Gives an endpoint a new secret; both sign until receivers have had the time to take it over. `too soon` while a former one signs, of which
 * receivers would know nothing all at once; undefined for an unknown endpoint.
 */
export const rotateSecret = staffVerb({
  name: 'webhooks rotate',
  permission: 'keys:write',
  reach: 'site',
  input: v.object(named),
  run: writeSecret,
})

async function writeSecret(
  deps: EndpointDeps,
  { siteKey, id }: NamedEndpoint,
  act: Act,
): Promise<KnownEndpoint | 'too soon' | undefined> {
  const secret = newSecret()
  return deps.db.transaction(async tx => {
    const endpoint = await tx
      .selectFrom('webhook_endpoints')
      .select(sql<boolean>`coalesce(former_until > now(), false)`.as('signsWithBoth'))
      .where('id', '=', id)
      .where('site_key', '=', siteKey)
      .where('removed_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (endpoint === undefined) return undefined
    if (endpoint.signsWithBoth) return 'too soon'
    await tx
      .updateTable('webhook_endpoints')
      .set({
        former_secret: sql`secret`,
        former_until: sql`now() + make_interval(hours => ${BOTH_HOURS})`,
        secret: sealed(deps, id, secret),
      })
      .where('id', '=', id)
      .execute()
    await recordAction(tx, act, { subject: id })
    return { id, secret }
  })
}

/** Tells an endpoint nothing any more. False for an unknown one. */
export const removeEndpoint = staffVerb({
  name: 'webhooks remove',
  permission: 'keys:write',
  reach: 'site',
  input: v.object(named),
  run: endEndpoint,
})

function endEndpoint(
  { db }: Pick<EndpointDeps, 'db'>,
  { siteKey, id }: NamedEndpoint,
  act: Act,
): Promise<boolean> {
  return db.transaction(async tx => {
    if (!(await closeEndpoint(tx, { siteKey, id }))) return false
    await recordAction(tx, act, { subject: id })
    return true
  })
}

/** {@link removeEndpoint}, in a transaction of the caller. */
export async function closeEndpoint(tx: Tx, { siteKey, id }: NamedEndpoint): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('webhook_endpoints')
    .set({ removed_at: sql`now()` })
    .where('id', '=', id)
    .where('site_key', '=', siteKey)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return false
  await sql`update webhook_deliveries set state = 'dead', ended_at = now()
     where endpoint_id = ${id}::uuid and state = 'waiting'`.execute(tx)
  return true
}

export interface ListedEndpoint {
  readonly id: string
  readonly url: string
  readonly events: readonly string[]
  readonly waiting: number
  readonly delivered: number
  readonly dead: number
}

/** The endpoints of a site, the oldest first. */
export const listEndpoints = staffVerb({
  name: 'webhooks list',
  permission: 'sites:write',
  reach: 'site',
  input: atSite,
  run: selectEndpoints,
})

async function selectEndpoints(
  { db }: Pick<EndpointDeps, 'db'>,
  { siteKey }: Pick<NamedEndpoint, 'siteKey'>,
): Promise<readonly ListedEndpoint[]> {
  const { rows } = await db.read(read =>
    sql<ListedEndpoint>`
    select e.id, e.url, e.events,
           count(*) filter (where d.state = 'waiting')::integer as waiting,
           count(*) filter (where d.state = 'delivered')::integer as delivered,
           count(*) filter (where d.state = 'dead')::integer as dead
      from webhook_endpoints e left join webhook_deliveries d on d.endpoint_id = e.id
     where e.site_key = ${siteKey} and e.removed_at is null group by e.id order by e.created_at, e.id`.execute(
      read,
    ),
  )
  return rows
}

export interface ListedTry {
  readonly at: Date
  readonly event: string
  readonly type: string
  readonly state: string
  readonly tries: number
  readonly status: number | null
  readonly fault: string | null
}

/** The newest tries of an endpoint, the newest first. */
export const listTries = staffVerb({
  name: 'webhooks log',
  permission: 'sites:write',
  reach: 'site',
  input: v.object({ ...named, most: v.number() }),
  run: selectTries,
})

async function selectTries(
  { db }: Pick<EndpointDeps, 'db'>,
  { siteKey, id, most }: NamedEndpoint & { readonly most: number },
): Promise<readonly ListedTry[]> {
  const { rows } = await db.read(read =>
    sql<ListedTry>`
    select t.at, v.uid as event, v.type, d.state, d.tries, t.status, t.fault
      from webhook_tries t join webhook_events v on v.id = t.event_id
      join webhook_deliveries d on d.endpoint_id = t.endpoint_id and d.event_id = t.event_id
     where t.endpoint_id = ${id}::uuid and v.site_key = ${siteKey} order by t.id desc limit ${most}`.execute(
      read,
    ),
  )
  return rows
}

/** Delivers an event once more, or with the word `dead` all that were given up. Returns how many. */
export const redeliver = staffVerb({
  name: 'webhooks redeliver',
  permission: 'sites:write',
  reach: 'site',
  input: v.object({ ...named, event: v.string() }),
  run: sendAgain,
})

function sendAgain(
  { db }: Pick<EndpointDeps, 'db'>,
  { siteKey, id, event }: NamedEndpoint & { readonly event: string },
  act: Act,
): Promise<number> {
  return db.transaction(async tx => {
    const { numAffectedRows = 0n } = await sql`
      update webhook_deliveries d set state = 'waiting', ended_at = null, tries = 0, next_at = now()
        from webhook_events v, webhook_endpoints e
       where d.endpoint_id = ${id}::uuid and v.id = d.event_id and e.id = d.endpoint_id and e.site_key = ${siteKey}
         and e.removed_at is null and d.state <> 'waiting'
         and case when ${event} = 'dead' then d.state = 'dead' else v.uid::text = ${event} end`.execute(tx)
    const count = Number(numAffectedRows)
    if (count > 0) await recordAction(tx, act, { subject: id, details: { event, count } })
    return count
  })
}

/** Sends an endpoint an event about nothing. False for an unknown one. */
export const sendTest = staffVerb({
  name: 'webhooks test',
  permission: 'sites:write',
  reach: 'site',
  input: v.object(named),
  run: tellNothing,
})

function tellNothing(
  { db }: Pick<EndpointDeps, 'db'>,
  { siteKey, id }: NamedEndpoint,
  act: Act,
): Promise<boolean> {
  return db.transaction(async tx => {
    const { rows } = await sql`
      with told as (
        insert into webhook_events (site_key, type, reservation_id, data)
        select site_key, 'webhook.test', gen_random_uuid(), '{}' from webhook_endpoints
         where id = ${id}::uuid and site_key = ${siteKey} and removed_at is null
        returning id, reservation_id
      )
      insert into webhook_deliveries (endpoint_id, event_id, reservation_id)
      select ${id}::uuid, id, reservation_id from told returning event_id`.execute(tx)
    if (rows.length > 0) await recordAction(tx, act, { subject: id })
    return rows.length > 0
  })
}

function sealed({ tokens }: Pick<EndpointDeps, 'tokens'>, id: string, secret: string): Buffer {
  return seal(tokens.seedsOf(SECRETS), id, secret)
}
