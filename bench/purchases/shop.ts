import { readFileSync } from 'node:fs'
import path from 'node:path'

import { addDays, jstDateOf } from '@kippu/domain/jst-date'
import type { Database } from '@kippu/server/platform/db/database'
import * as v from 'valibot'

import type { SmallCatalogue } from '../../apps/server/test/small-catalogue.ts'
import { createDataDir, type Stack, startStack } from '../stack.ts'
import type { StopLater } from '../started.ts'
import { type MailSink, startMailSink } from './mail-sink.ts'
import { loadProgram, type MeasuredProgram } from './measured-program.ts'
import { observe, type Observed } from './observe.ts'
import { openOwnConnection, type OwnConnection } from './own-connection.ts'

/** A whole stack with something to sell: its own program, database, simulators and mail sink. */
export interface Shop extends Stack {
  readonly program: MeasuredProgram
  readonly catalogues: Catalogues
  readonly mails: MailSink
  readonly server: Observed
  readonly simulators: Observed
  /** First process of PostgreSQL. */
  readonly postmaster: number
  readonly databaseUrl: string
  /** Reads what only the buyer's mail says, and whether work is open. */
  readonly own: OwnConnection
  /** To another database of the same server, so that its commits are none of the store's. */
  readonly statistics: OwnConnection
  /** Makes the tokens that the store mails. */
  readonly mailTokenOf: (orderToken: string) => Promise<string>
  /** The token of a member of the site `boc`, as its club gives it. */
  readonly memberToken: string
}

interface Catalogues {
  /** Tickets of 3,200 yen of the site `demo`, and tickets that cost nothing. */
  readonly paid: SmallCatalogue
  readonly free: SmallCatalogue
  /** The catalogue of the site `boc`, whose members come with a token. */
  readonly members: SmallCatalogue
}

/** A coupon of the site `boc` that takes 500 yen off. */
export const COUPON = 'BENCH500'
const MEMBER = { site: 'boc', member: 'boc-1001', seconds: '86400' } as const

/** @param root folder of the program, with its packages installed and its pages built. */
export async function openShop(name: string, root: string, stopLater: StopLater): Promise<Shop> {
  const program = await loadProgram(root)
  const dataDir = createDataDir(stopLater)
  const mails = await startMailSink()
  stopLater(mails)
  await prepareDatabase(program, dataDir)
  const { variables, server, simulators } = await observe(root)
  const stack = await startStack(
    {
      name,
      root,
      dataDir,
      // Each buyer comes from an address of their own, as through a proxy, so all limits stay on. Each request is logged, as in production.
      environment: { ...variables, SMTP_URL: mails.url, TRUST_PROXY: 'loopback', LOG_LEVEL: 'info' },
    },
    stopLater,
  )
  const database = await program.startEmbeddedDatabase({ dataDir })
  stopLater(database)
  const own = await openOwnConnection(database.url)
  stopLater(own)
  const elsewhere = new URL(database.url)
  elsewhere.pathname = '/postgres'
  const statistics = await openOwnConnection(elsewhere.href)
  stopLater(statistics)
  return {
    ...stack,
    program,
    catalogues: await insertCatalogues(program, database.url),
    mails,
    server,
    simulators,
    postmaster: database.pid,
    databaseUrl: database.url,
    own,
    statistics,
    mailTokenOf: mailTokens(program, own, dataDir),
    memberToken: await memberTokenFrom(stack),
  }
}

/** Runs work with a connection of the program's own kind, which is closed afterwards. */
export async function withDatabase<T>(
  { program, databaseUrl }: Pick<Shop, 'program' | 'databaseUrl'>,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const db = program.openDatabase(databaseUrl, { poolSize: 1 })
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

/** Makes the database that `npm start` will find: it can count statements, and does not do so yet. */
async function prepareDatabase({ startEmbeddedDatabase }: MeasuredProgram, dataDir: string): Promise<void> {
  const database = await startEmbeddedDatabase({ dataDir })
  const connection = await openOwnConnection(database.url)
  for (const text of [
    `alter system set shared_preload_libraries = 'pg_stat_statements'`,
    `alter system set "pg_stat_statements.track" = 'none'`,
    `alter system set "pg_stat_statements.track_planning" = on`,
    'create extension pg_stat_statements',
  ])
    await connection.query({ text })
  await connection.stop()
  await database.stop()
}

function insertCatalogues(program: MeasuredProgram, databaseUrl: string): Promise<Catalogues> {
  const { insertSmallCatalogue, insertCoupon } = program
  // More places than any run can sell, in as many time spans as a busy week has.
  const capacities = Array.from({ length: 100 }, () => 1_000_000_000)
  const stock = { visitDate: addDays(jstDateOf(Date.now()), 7), capacities, setCapacities: capacities }
  return withDatabase({ program, databaseUrl }, async db => {
    const paid = await insertSmallCatalogue(db, stock)
    const free = await insertSmallCatalogue(db, stock)
    // A child costs 2,200 yen less than an adult.
    await db.transaction(tx =>
      tx
        .updateTable('product_days')
        .set({ base_price: 2200 })
        .where('product_id', '=', free.productId)
        .execute(),
    )
    const members = await insertSmallCatalogue(db, { ...stock, siteKey: MEMBER.site })
    await insertCoupon(db, { code: COUPON, site_key: MEMBER.site })
    return { paid, free, members }
  })
}

const idRows = v.tuple([v.object({ id: v.string() })])

/** The token of the mailed link, without taking the mail apart: the server derives it from the order's id. */
function mailTokens(
  { createTokens, hashToken }: MeasuredProgram,
  own: OwnConnection,
  dataDir: string,
): Shop['mailTokenOf'] {
  const tokens = createTokens(readFileSync(path.join(dataDir, 'secret-key'), 'utf8').trim())
  return async orderToken => {
    const rows = await own.query({
      name: 'order',
      text: 'select id::text from orders where token_hash = $1',
      values: [hashToken(orderToken)],
    })
    return tokens.derive('mail', `${v.parse(idRows, rows)[0].id}.1`)
  }
}

async function memberTokenFrom({ providers }: Stack): Promise<string> {
  const answer = await fetch(`${providers}/membership/api/token?${new URLSearchParams(MEMBER).toString()}`)
  return v.parse(v.object({ token: v.string() }), await answer.json()).token
}
