import { jstDateOf } from '@kippu/domain/jst-date'
import { systemClock } from '@kippu/server/platform/clock'
import { type Database, openDatabase } from '@kippu/server/platform/db/database'
import { FOR_WHOLE_TABLES } from '@kippu/server/platform/db/patience'
import { createLog } from '@kippu/server/platform/http/request-log'
import { createJobWriter } from '@kippu/server/platform/jobs/queue'
import { createTokens } from '@kippu/server/platform/tokens'
import { reasonOf } from '@kippu/server/start/run-server'
import { checkDatabase } from '@kippu/server/start/checks/check-database'
import { readEnv } from '@kippu/server/start/environment/read-env'

import { invitationFileOf, resellerKeyFileOf } from './invitation-file.ts'
import { findLastDays, lastOfNinety } from './last-days.ts'
import { inviteOwner } from './staff.ts'

/** Prepares the store's database as the store does, and gives the demonstration its catalogue. */
async function fill(): Promise<void> {
  const env = readEnv()
  await checkDatabase(env.databaseUrl)
  const db = openDatabase(env.databaseUrl, {
    poolSize: 1,
    patience: FOR_WHOLE_TABLES,
    prepared: env.dbPrepared,
  })
  try {
    if (!(await hasNinetyDays(db))) {
      // Most starts of a day need none of this.
      const [{ knownSites }, { migrate }, { createJobQueue }, { seed }, { fillDemo }] = await Promise.all([
        import('@kippu/server/platform/http/known-sites'),
        import('@kippu/server/platform/db/migrate'),
        import('@kippu/server/platform/jobs/pg-boss-queue'),
        import('@kippu/server/sites/seed/seed'),
        import('./fill-demo.ts'),
      ])
      const sites = knownSites(env)
      await migrate(env.databaseUrl)
      // An invitation goes by mail before the store has opened its queue for the first time.
      const queue = await createJobQueue({ databaseUrl: env.databaseUrl, log: createLog('warn') })
      await queue.stop()
      await seed(db, sites)
      await fillDemo({ db, clock: systemClock }, sites)
    }
    const { consoleHost, dataDir } = env
    const deps = {
      db,
      clock: systemClock,
      tokens: createTokens(env.secretKey, env.formerSecretKeys),
      jobs: createJobWriter(),
    }
    if (consoleHost !== null)
      await inviteOwner(deps, { consoleHost, invitationFile: invitationFileOf(dataDir) })
    if (process.env['DEMO_RESELLER'] === 'on') {
      const { letResellerIn } = await import('./reseller.ts')
      await letResellerIn(deps, resellerKeyFileOf(dataDir))
    }
  } finally {
    await db.close()
  }
}

/** Whether there is nothing to do; a database without tables has none. */
async function hasNinetyDays(db: Database): Promise<boolean> {
  const until = lastOfNinety(jstDateOf(systemClock.now()))
  const last = await findLastDays(db).catch(() => new Map())
  return last.size > 0 && [...last.values()].every(day => day !== null && day >= until)
}

try {
  await fill()
} catch (error) {
  process.stderr.write(`${reasonOf(error)}\n`)
  process.exitCode = 1
}
