import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { deflateSync } from 'node:zlib'

import type pg from 'pg'
import * as v from 'valibot'

import type { CostedShop } from './costed-shop.ts'

/** The processor's time of this thread and those of mails, and of a process of the database, in ms or in pieces of work. Waiting costs none. */
export interface ProcessorTime {
  readonly store: number
  readonly database: number
}

/** Only Linux tells what another process or thread used, in parts of a millisecond. */
export const IS_DATABASE_SEEN = process.platform === 'linux'

/** The processor's time of some work of the store, in pieces of {@link doFixedWork}: what is slow on a machine is slow for both. */
export async function piecesOf(shop: CostedShop, work: () => Promise<void>): Promise<ProcessorTime> {
  const ownPid = await pidOf(shop.own)
  const fixedWork = (): Promise<ProcessorTime> => timeOf(ownPid, () => doFixedWork(shop.own))
  const before = await fixedWork()
  const used = await timeOf(await shop.backend(), work)
  const after = await fixedWork()
  return {
    store: (2 * used.store) / (before.store + after.store),
    database: (2 * used.database) / (before.database + after.database),
  }
}

async function timeOf(databasePid: number, work: () => Promise<void>): Promise<ProcessorTime> {
  const before = { thread: process.threadCpuUsage(), mailsNs: mailsNs(), databaseNs: usedNs(databasePid) }
  await work()
  const { user, system } = process.threadCpuUsage(before.thread)
  return {
    store: (user + system) / 1e3 + (mailsNs() - before.mailsNs) / 1e6,
    database: (usedNs(databasePid) - before.databaseNs) / 1e6,
  }
}

function usedNs(task: number | string): number {
  return IS_DATABASE_SEEN ? Number(readFileSync(`/proc/${task}/schedstat`, 'utf8').split(' ', 1)[0]) : 0
}

/** Threads have names on Linux. */
function mailsNs(): number {
  if (!IS_DATABASE_SEEN) return 0
  return readdirSync('/proc/self/task')
    .filter(task => readFileSync(`/proc/self/task/${task}/comm`, 'utf8') === 'mails\n')
    .reduce((sum, task) => sum + usedNs(`self/task/${task}`), 0)
}

async function pidOf(connection: pg.Client): Promise<number> {
  const { rows } = await connection.query('select pg_backend_pid() as pid')
  return v.parse(v.tuple([v.object({ pid: v.number() })]), rows)[0].pid
}

const TIMES = 16
const RECORD = Array.from({ length: 200 }, (_, index) => ({
  id: index,
  code: String(index * 7919),
  price: 3200,
}))
const PICTURE = Buffer.from(Array.from({ length: 60_000 }, (_, index) => (index * index) >> 7))

/**
 * It resembles purchases and has no code of the store: words are read, written, hashed, packed and put into a file; the database makes rows,
 * sorts and hashes them. Its parts are small and wait between them, as those of purchases do, so that other programs get in as often.
 */
export async function doFixedWork(connection: pg.Client): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'kippu-work-'))
  let record = JSON.stringify(RECORD)
  for (let times = 0; times < TIMES; times += 1) {
    record = JSON.stringify(JSON.parse(record))
    createHash('sha256').update(record).digest()
    deflateSync(PICTURE)
    writeFileSync(path.join(folder, 'file'), PICTURE.toString('base64'))
    await connection.query(
      `select count(distinct jsonb_build_object('key', hash) ->> 'key')
         from (select md5(number::text) as hash from generate_series(1, 400) as number order by 1) as rows`,
    )
  }
  rmSync(folder, { recursive: true })
}
