import { EventEmitter } from 'node:events'
import { Socket } from 'node:net'

import type { Pool, PoolClient } from 'pg'

import { isOfStandby } from './sql-states.ts'

export interface AnswerWatch {
  /** How long a statement may wait for its answer, in ms: longer than the database lets it run. */
  readonly mostMs: number
  /** Called with the number of connections that were cut. */
  readonly onSilent: (connections: number) => void
}

const LOOK_EVERY_MS = 250
/** Hardly any statement takes so long: beside a connection that is silent, another one that waits is taken for silent too. */
const SUSPICIOUS_MS = 1_000

/**
 * Cuts connections on which a statement is not answered: a host that is gone, a firewall that forgot the connection, a
 * database that hangs. Those who wait are told that the connection ended, and the pool opens another one. With it go
 * those that were not answered since and are at rest or wait as well: what silenced one has probably silenced all, and
 * a new one costs milliseconds.
 */
export function watchAnswers(pool: Pool, { mostMs, onSilent }: AnswerWatch): { stop(): void } {
  /** When the first unanswered statement was sent. */
  const asked = new Map<PoolClient, number>()
  const atRest = new Set<PoolClient>()
  const answeredAt = new Map<PoolClient, number>()
  const open = new Set<PoolClient>()
  let lookedAt = performance.now()

  pool.on('connect', client => {
    open.add(client)
    noteQueries(client, () => {
      // One that has ended is never answered.
      if (open.has(client) && !asked.has(client)) asked.set(client, performance.now())
    })
    answeredAt.set(client, performance.now())
    client.on('drain', () => {
      asked.delete(client)
      answeredAt.set(client, performance.now())
    })
    client.once('end', () => {
      for (const clients of [open, asked, atRest, answeredAt]) clients.delete(client)
    })
  })
  pool.on('acquire', client => atRest.delete(client))
  // One that has ended is given back as well.
  pool.on('release', (_error, client) => open.has(client) && atRest.add(client))

  const timer = setInterval(() => {
    const now = performance.now()
    // If this process stood still, answers may lie in the sockets: they are read before the next look.
    const stoodStill = now - lookedAt > 4 * LOOK_EVERY_MS
    lookedAt = now
    const silent = stoodStill ? [] : [...asked].filter(([, since]) => now - since > mostMs)
    if (silent.length === 0) return
    const silentSince = Math.max(...silent.map(([, since]) => since))
    const waiting = [...asked].filter(([, since]) => now - since > SUSPICIOUS_MS).map(([client]) => client)
    const suspects = [...atRest, ...waiting].filter(client => (answeredAt.get(client) ?? 0) < silentSince)
    const cut = new Set([...silent.map(([client]) => client), ...suspects])
    onSilent(cut.size)
    for (const client of cut) socketOf(client).destroy()
  }, LOOK_EVERY_MS)
  timer.unref()

  return {
    stop: () => {
      clearInterval(timer)
      // A farewell to a database that is gone would keep the process alive.
      for (const client of open) socketOf(client).destroySoon()
    },
  }
}

function noteQueries(client: PoolClient, note: () => void): void {
  const query: unknown = Reflect.get(client, 'query')
  if (typeof query !== 'function') throw new Error('a connection without queries')
  Object.assign(client, {
    query: (...given: unknown[]): unknown => {
      note()
      return Reflect.apply(query, client, given)
    },
  })
}

/**
 * Cuts a connection at the first answer of a server that is not the primary, or not yet: the next one is opened by way
 * of the balancer, which knows where the primary is.
 */
export function leaveStandby(client: PoolClient): void {
  const connection = connectionOf(client)
  connection.on('errorMessage', (error: unknown) => {
    if (isOfStandby(error)) socketOf(client).destroy()
  })
}

function connectionOf(client: PoolClient): EventEmitter {
  const connection: unknown = Reflect.get(client, 'connection')
  if (!(connection instanceof EventEmitter)) throw new Error('a client without a connection')
  return connection
}

/** The driver has no word for cutting a connection without a goodbye. */
function socketOf(client: PoolClient): Socket {
  const socket: unknown = Reflect.get(connectionOf(client), 'stream')
  if (!(socket instanceof Socket)) throw new Error('a connection without a socket')
  return socket
}
