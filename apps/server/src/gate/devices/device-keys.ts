import { sql } from 'kysely'

import type { Deps } from '../../platform/deps.ts'
import { createShortCache } from '../../platform/short-cache.ts'
import { hashToken, isTokenOf } from '../../platform/tokens.ts'

/** A device of the staff that makes a call. */
export interface GateDeviceContext {
  readonly deviceId: string
  readonly gateId: string
  readonly siteKey: string
}

/** Which device a key belongs to; undefined for one that is revoked, of another site, or of a closed gate. */
export interface DeviceKeys {
  find(siteKey: string, key: string): Promise<GateDeviceContext | undefined>
  /** The device to which a key belonged when it was looked up last, by this process; undefined before. Nothing is permitted by it. */
  lastKnown(siteKey: string, key: string): string | undefined
}

/** So long a revoked device, or one of a closed gate, may go on in a process that has just seen it; it must be less than 5 s. In ms. */
const MOST_AGE_MS = 2_000
/** A device that calls all the time is written down as seen this often. */
const SEEN_EVERY = sql`interval '1 minute'`

export function createDeviceKeys({ db, clock }: Pick<Deps, 'db' | 'clock'>): DeviceKeys {
  const known = createShortCache<GateDeviceContext | undefined>(clock, MOST_AGE_MS)
  // When each enrolled device was last noted: there are no more entries than rows.
  const last = new Map<string, string>()
  return {
    find: async (siteKey, key) => {
      if (!isTokenOf('device', key)) return undefined
      const hash = hashToken(key)
      const name = nameOf(siteKey, hash)
      return known.read(name, async () => {
        const device = await load(db, siteKey, hash)
        if (device === undefined) last.delete(name)
        else last.set(name, device.deviceId)
        return device
      })
    },
    lastKnown: (siteKey, key) =>
      isTokenOf('device', key) ? last.get(nameOf(siteKey, hashToken(key))) : undefined,
  }
}

function nameOf(siteKey: string, keyHash: Buffer): string {
  return `${siteKey} ${keyHash.toString('hex')}`
}

async function load(
  db: Deps['db'],
  siteKey: string,
  keyHash: Buffer,
): Promise<GateDeviceContext | undefined> {
  const found = await db.read(read =>
    read
      .selectFrom('gate_devices as device')
      .innerJoin('gates', 'gates.id', 'device.gate_id')
      .select(['device.id', 'device.gate_id as gateId'])
      .select(
        sql<boolean>`(device.last_seen_at is null or device.last_seen_at <= now() - ${SEEN_EVERY})`.as(
          'isToBeNoted',
        ),
      )
      .where('device.key_hash', '=', keyHash)
      .where('device.site_key', '=', siteKey)
      .where('device.revoked_at', 'is', null)
      .where('gates.closed_at', 'is', null)
      .executeTakeFirst(),
  )
  if (found === undefined) return undefined
  if (found.isToBeNoted) await noteSeen(db, found.id)
  return { deviceId: found.id, gateId: found.gateId, siteKey }
}

/** When many processes note it at once, one does. */
async function noteSeen(db: Deps['db'], deviceId: string): Promise<void> {
  await db.transaction(tx =>
    tx
      .updateTable('gate_devices')
      .set({ last_seen_at: sql<Date>`now()` })
      .where('id', '=', deviceId)
      .where(sql<boolean>`(last_seen_at is null or last_seen_at <= now() - ${SEEN_EVERY})`)
      .execute(),
  )
}
