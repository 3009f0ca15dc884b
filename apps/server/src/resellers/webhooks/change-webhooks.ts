import type { octoAddWebhook } from '@kippu/contract/octo/octo-calls'
import type { OctoAnswer, OctoReceived } from '@kippu/contract/octo/octo-call'
import { OCTO_CAPABILITIES, octoWebhook, type OctoWebhook } from '@kippu/contract/octo/octo-shapes'
import { type RawBuilder, sql } from 'kysely'
import * as v from 'valibot'

import type { Read, Tx } from '../../platform/db/database.ts'
import type { Deps } from '../../platform/deps.ts'
import { closeEndpoint, writeEndpoint } from '../../platform/webhooks/endpoints.ts'
import type { Reseller } from '../keys/reseller.ts'
import type { Offers } from '../offers/offers.ts'
import { badRequest, OctoRefusal, unprocessable } from '../octo-refusal.ts'
import type { OctoContext } from '../serve-octo.ts'
import { compareAvailability } from './watch-availability.ts'

interface WebhookDeps extends Pick<Deps, 'db' | 'clock' | 'tokens' | 'env'> {
  readonly offers: Offers
}

/** More than any reseller needs; each is a message for every change. */
const MOST = 20

/** Tells a reseller of what happens from now on, by the sender of all webhooks, which reaches public addresses alone. */
export async function addWebhook(
  deps: WebhookDeps,
  { url, event }: OctoReceived<typeof octoAddWebhook>['body'],
  { reseller, capabilities }: OctoContext,
): Promise<OctoAnswer<typeof octoAddWebhook> | OctoRefusal> {
  const { protocol, username, password, href } = new URL(url)
  if (protocol !== 'https:' && (deps.env.production || protocol !== 'http:'))
    return badRequest('url begins with https://')
  if (username !== '' || password !== '')
    return badRequest('url has no password in it: each message is signed with the secret of this answer')
  const { id: resellerId, siteKey } = reseller
  return deps.db.transaction(async tx => {
    // One at a time, so that none is above the bound.
    await sql`select from resellers where id = ${resellerId} for no key update`.execute(tx)
    if ((await listWebhooks(tx, resellerId)).length >= MOST)
      return unprocessable(`There are ${MOST} webhooks: delete one first`)
    const { id, secret } = await writeEndpoint(tx, deps, { siteKey, url: href, events: [event] })
    await tx
      .insertInto('reseller_webhooks')
      .values({
        site_key: siteKey,
        endpoint_id: id,
        reseller_id: resellerId,
        capabilities: OCTO_CAPABILITIES.filter(one => capabilities.has(one)),
      })
      .execute()
    if (event === 'availability_update') await compareAvailability(tx, deps, { endpointId: id, reseller })
    const [added] = await listWebhooks(tx, resellerId, sql`e.id = ${id}`)
    if (added === undefined) throw new Error('a webhook was not written')
    return { ...added, secret }
  })
}

const events = v.pipe(v.array(octoWebhook.entries.event), v.length(1))

/** Those of a reseller that are told, the oldest first. */
export async function listWebhooks(
  read: Read,
  resellerId: string,
  condition: RawBuilder<boolean> = sql`true`,
): Promise<OctoWebhook[]> {
  const { rows } = await sql<{ id: string; url: string; events: unknown; capabilities: unknown }>`
    select e.id, e.url, e.events, w.capabilities
      from reseller_webhooks w join webhook_endpoints e on e.id = w.endpoint_id and e.removed_at is null
     where w.reseller_id = ${resellerId} and ${condition} order by e.created_at, e.id`.execute(read)
  return rows.map(row => ({
    id: row.id,
    event: v.parse(events, row.events)[0] ?? 'booking_update',
    url: row.url,
    retryOnError: true,
    useContactLanguage: false,
    headers: {},
    capabilities: v.parse(octoWebhook.entries.capabilities, row.capabilities),
  }))
}

/** One of another reseller is as one that does not exist. */
export async function removeWebhook(
  { db }: Pick<Deps, 'db'>,
  id: string,
  { reseller }: OctoContext,
): Promise<OctoWebhook | OctoRefusal> {
  return db.transaction(async tx => {
    const [found] = await listWebhooks(tx, reseller.id, sql`e.id::text = ${id}`)
    const isRemoved = found !== undefined && (await closeWebhook(tx, reseller.siteKey, id))
    return isRemoved ? found : new OctoRefusal('NOT_FOUND', 'There is no such webhook of this key')
  })
}

async function closeWebhook(tx: Tx, siteKey: string, id: string): Promise<boolean> {
  await tx.deleteFrom('reseller_told_days').where('endpoint_id', '=', id).execute()
  return closeEndpoint(tx, { siteKey, id })
}

/** A reseller whose key is revoked is told nothing more. */
export async function closeWebhooks(
  tx: Tx,
  { id, siteKey }: Pick<Reseller, 'id' | 'siteKey'>,
): Promise<void> {
  for (const webhook of await listWebhooks(tx, id)) await closeWebhook(tx, siteKey, webhook.id)
}
