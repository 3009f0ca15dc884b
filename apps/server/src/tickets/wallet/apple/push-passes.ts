import type { JobOf } from '../../../platform/jobs/jobs.ts'
import { walletsOf } from '../accounts/wallet-accounts.ts'
import { deletePushTokens, findPushTokens } from '../passes/queries.ts'
import type { WalletDeps } from '../passes/wallet-deps.ts'
import type { PushClients } from './push-clients.ts'

/**
 * Tells each phone that has a pass of a reservation that something of it has changed. A phone that is not there any more is forgotten.
 * @throws where a phone could not be told: the job is repeated, and telling twice is harmless.
 */
export async function pushPasses(
  { db, env, log }: Pick<WalletDeps, 'db' | 'env' | 'log'>,
  clients: PushClients,
  { reservationId }: Pick<JobOf<'push-apple-passes'>, 'reservationId'>,
): Promise<void> {
  const phones = await db.read(read => findPushTokens(read, reservationId))
  const pushed = await Promise.all(
    phones.map(async ({ siteKey, pushToken }) => {
      const account = walletsOf(env.wallets, siteKey).apple
      // The venue gave its pass type up: nobody can be told.
      const result = account === null ? ('told' as const) : await clients.of(account).push(pushToken)
      return { siteKey, pushToken, result }
    }),
  )
  for (const { siteKey, pushToken, result } of pushed) {
    if (result === 'gone') await db.transaction(tx => deletePushTokens(tx, siteKey, [pushToken]))
  }
  const failed = pushed.flatMap(({ result }) => (typeof result === 'string' ? [] : [result.failed]))
  if (failed.length === 0) return
  log.warn({ phones: failed.length, reason: failed[0] }, 'phones could not be told of a changed pass')
  throw new Error(`phones could not be told: ${failed[0]}`)
}
