import { setTimeout as delay } from 'node:timers/promises'

import { sql } from 'kysely'

import {
  makeWalletCertificates,
  PASS_TYPE_ID,
  TEAM_ID,
} from '../../../simulators/src/apple-wallet/certificates.ts'
import type { StoreAnswer } from '../shop/orders.ts'
import { type AlertRig, until } from './alert-rig.ts'
import { beginOrder } from './alert-steps.ts'

/** What breaks the store of the drill; most answer how it is mended. */

type Mend = () => Promise<unknown>

export const LOCK_SPANS = 'select from time_spans for update'

export const askPage = (rig: AlertRig): Promise<StoreAnswer> =>
  rig.shop.call('GET', `/api/v1/orders/ord_${'x'.repeat(32)}?lang=ja`)

/** The session of somebody who looked at something in `psql`, and went home. */
export const leaveSessionOpen = async (rig: AlertRig, statement: string): Promise<Mend> => {
  const client = await rig.session()
  await client.query('begin')
  await client.query(statement)
  return () => client.end().catch(() => undefined)
}

export const stopWorker = async (rig: AlertRig): Promise<Mend> => {
  await rig.stop('kippu-worker')
  return () => rig.start('kippu-worker')
}

export const cutMail = async (rig: AlertRig): Promise<Mend> => {
  rig.post.cut()
  return async () => rig.post.heal()
}

export const armed = async (rig: AlertRig, faults: readonly object[]): Promise<Mend> => {
  for (const fault of faults) await rig.providers.arm({ provider: 'stripe', value: 1_000, ...fault })
  return () => rig.providers.disarm()
}

const IN_DOUBT = "logs | grep -c 'written without an answer'"

/** The network is gone in the middle of a commit: the database has written an order, and says so to nobody. */
export const loseAnswerOfOrder = async (rig: AlertRig): Promise<Mend> => {
  const before = await rig.shell(IN_DOUBT)
  const letGo = await leaveSessionOpen(rig, LOCK_SPANS)
  const ordered = beginOrder(rig).catch(() => undefined)
  await until(() => someWaitForLocks(rig))
  rig.network.silence()
  await letGo()
  return async () => {
    await ordered
    rig.network.heal()
    // Nobody knows of it, so it is ended.
    await until(async () => (await rig.shell(IN_DOUBT)) !== before)
  }
}

async function someWaitForLocks(rig: AlertRig): Promise<boolean> {
  const { rows } = await rig.db.read(read =>
    sql`select from pg_stat_activity where wait_event_type = 'Lock' and query like '%time_spans%'`.execute(
      read,
    ),
  )
  return rows.length > 0
}

const VISITORS = 30
/** Whoever is told `busy` presses again. */
const AGAIN_AFTER_MS = 500

/** Visitors order, one after the other, while somebody corrects capacities by hand. */
export const openSale = async (rig: AlertRig): Promise<Mend> => {
  const letGo = await leaveSessionOpen(rig, LOCK_SPANS)
  let isOver = false
  const visits = Array.from({ length: VISITORS }, async () => {
    while (!isOver) {
      await beginOrder(rig).catch(() => undefined)
      await delay(AGAIN_AFTER_MS)
    }
  })
  return async () => {
    isOver = true
    await letGo()
    await Promise.all(visits)
  }
}

const DAY_MS = 86_400_000

/** The worker has a certificate of Apple's that nobody has renewed. */
export const endPassType = async (rig: AlertRig): Promise<Mend> => {
  const { pass, intermediate } = await makeWalletCertificates({
    notAfter: new Date(Date.now() + 20 * DAY_MS),
  })
  const restart = async (variables: Readonly<Record<string, string>>): Promise<void> => {
    rig.mistake(variables)
    await rig.stop('kippu-worker')
    await rig.start('kippu-worker')
  }
  await restart({
    APPLE_WALLET_PASS_TYPE_ID: PASS_TYPE_ID,
    APPLE_WALLET_TEAM_ID: TEAM_ID,
    APPLE_WALLET_CERTIFICATE: pass.certificate,
    APPLE_WALLET_KEY: pass.key,
    APPLE_WALLET_WWDR: intermediate,
  })
  return () => restart({})
}
