import { systemClock } from '@kippu/server/platform/clock'
import { openDatabase } from '@kippu/server/platform/db/database'
import { FOR_WHOLE_TABLES } from '@kippu/server/platform/db/patience'
import { createTokens } from '@kippu/server/platform/tokens'
import { readEnv } from '@kippu/server/start/environment/read-env'
import { reasonOf } from '@kippu/server/start/run-server'

import { chargeAtStripe } from './charge-past.ts'
import { fillPastMonth } from './past-month.ts'

/** The site whose past is filled: the one that the first page of the demonstration shows. */
const SITE = 'demo'

/** Gives the demonstration its past month, once its store and its simulators are there. */
async function fill(): Promise<void> {
  const env = readEnv()
  const db = openDatabase(env.databaseUrl, {
    poolSize: 1,
    patience: FOR_WHOLE_TABLES,
    prepared: env.dbPrepared,
  })
  try {
    const tokens = createTokens(env.secretKey, env.formerSecretKeys)
    const charge = await chargeAtStripe(process.env['STRIPE_API_URL'] ?? '')
    await fillPastMonth({ db, clock: systemClock, tokens, charge }, SITE)
  } finally {
    await db.close()
  }
}

try {
  await fill()
} catch (error) {
  process.stderr.write(`${reasonOf(error)}\n`)
  process.exitCode = 1
}
