import { undisturbed } from '../undisturbed.ts'
import { type Books, checkBooks, untilSettled } from './books.ts'
import { buy, type Purchase } from './buy.ts'
import { type Connections, watchConnections } from './connections.ts'
import { runLoad } from './load.ts'
import { type ProfileSummary, summarise } from './profile.ts'
import type { Kind, Row } from './rows.ts'
import type { Shop } from './shop.ts'
import { countStatements, readStatements, type Statements, statementsBetween } from './statements.ts'
import { type Cost, costBetween, snapshot } from './usage.ts'

/** Seconds of each part of a measurement, at least. */
export interface Times {
  readonly warmUpSeconds: number
  /** Load before a window: longer than the store leaves a mail's second check, so that a window has as many as purchases. */
  readonly leadSeconds: number
  readonly windowSeconds: number
}

/** A stack with all that was ever bought from it. */
export interface MeasuredShop {
  readonly shop: Shop
  readonly purchases: Purchase[]
}

/** One row, measured once on one stack. */
export interface Measured extends Cost {
  /** ms from the first request to the tickets. */
  readonly p50: number
  readonly p99: number
  /** Seconds after the load had ended until every mail was sent and nothing was open. */
  readonly restSeconds: number
  /** The deadlocks of this stack since it began. */
  readonly deadlocks: number
  /** How often it was measured again because of neighbours. */
  readonly repeats: number
}

export function measure(measured: MeasuredShop, row: Row, times: Times): Promise<Measured> {
  return undisturbed(() => measureOnce(measured, row, times))
}

async function measureOnce(
  { shop, purchases }: MeasuredShop,
  { kind, buyers, delayMs }: Row,
  { leadSeconds, windowSeconds }: Times,
): Promise<Omit<Measured, 'repeats'>> {
  await shop.simulators.delayAnswers(delayMs)
  const { from, to, p50, p99 } = await runLoad({
    buyers,
    leadSeconds,
    windowSeconds,
    act: async () => void purchases.push(await buy(shop, kind)),
    look: () => snapshot(shop),
  })
  await shop.simulators.delayAnswers(0)
  const restSeconds = await untilSettled(shop, purchases)
  const { deadlocks } = await snapshot(shop)
  return { ...costBetween(from, to), p50: Math.round(p50), p99: Math.round(p99), restSeconds, deadlocks }
}

/** Buyers of a warm-up and of a profile. */
const MANY = 32

/** Buys without measuring: a new process and an empty table are slower than those of a day's sale. */
export async function warmUp({ shop, purchases }: MeasuredShop, kind: Kind, times: Times): Promise<void> {
  await runLoad({
    buyers: MANY,
    leadSeconds: times.warmUpSeconds,
    windowSeconds: 0,
    act: async () => void purchases.push(await buy(shop, kind)),
    look: async () => undefined,
  })
  await untilSettled(shop, purchases)
}

/** A window under V8's profiler, with statements counted: both slow it down, so only shares and counts are read from it. */
export interface Profiled extends ProfileSummary {
  readonly name: string
  readonly database: Statements
  readonly connections: Connections
}

interface ProfiledAct {
  readonly name: string
  readonly act: () => Promise<void>
  /** How many there were; by default, how many mails with tickets. */
  readonly count?: () => number
}

/** Profiles what {@link MANY} do again and again. */
export async function profile(
  shop: Shop,
  { name, act, count = () => shop.mails.count().tickets }: ProfiledAct,
  { leadSeconds, windowSeconds }: Pick<Times, 'leadSeconds' | 'windowSeconds'>,
): Promise<Profiled> {
  await countStatements(shop.statistics, true)
  let watch: ReturnType<typeof watchConnections> | undefined
  const look = async () => ({ statements: await readStatements(shop), acts: count() })
  const { from, to } = await runLoad({
    buyers: MANY,
    leadSeconds,
    windowSeconds,
    act,
    look: async () => {
      if (watch !== undefined) return { ...(await look()), cpu: await shop.server.stopProfile() }
      watch = watchConnections(shop.statistics)
      await shop.server.startProfile()
      return { ...(await look()), cpu: undefined }
    },
  })
  const connections = await watch?.stop()
  await countStatements(shop.statistics, false)
  if (to.cpu === undefined || connections === undefined) throw new Error('nothing was profiled')
  const acts = to.acts - from.acts
  return {
    name,
    ...summarise(to.cpu, acts),
    database: statementsBetween(from.statements, to.statements, acts),
    connections,
  }
}

/** At the end of all windows. @throws when anything is wrong. */
export function closeBooks({ shop, purchases }: MeasuredShop): Promise<Books> {
  return checkBooks(shop, purchases)
}
