import { once } from 'node:events'
import { createServer, type RequestListener, Server as HttpServer, type ServerOptions } from 'node:http'
import { Server, type Socket } from 'node:net'

import type { FastifyInstance } from 'fastify'

/**
 * The end of a process that answers visitors. From `begin` on it is not ready, and each answer ends its connection, while
 * new connections are still accepted; `finish` closes the listeners (docs/decisions/0038-a-restart-nobody-notices.md).
 */
export interface Drain {
  hasBegun(): boolean
  begin(): void
  /** A server whose connections end with the drain. */
  createServer(options: DrainedOptions, listener: RequestListener): HttpServer
  /** Refuses new connections, and resolves when every request that was accepted is answered. */
  finish(): Promise<void>
}

export interface DrainedOptions extends ServerOptions {
  readonly keepAliveTimeout: number
  readonly requestTimeout: number
}

/** How often connections without a request are ended after the listeners are closed. In ms. */
const SWEEP_MS = 100
/** How long a connection that was accepted at the last moment may take to send its first request. In ms. */
const FIRST_REQUEST_MS = 1_000

export function createDrain(): Drain {
  let begun = false
  const servers: HttpServer[] = []
  /** Accepted, and no request has come yet. */
  const silent = new Set<Socket>()
  const endIdle = (): void => {
    for (const server of servers) server.closeIdleConnections()
  }
  return {
    hasBegun: () => begun,
    begin: () => {
      begun = true
    },
    createServer(options, listener) {
      const server = createServer(options, listener)
      server.on('connection', socket => {
        silent.add(socket)
        socket.once('close', () => silent.delete(socket))
      })
      server.on('request', ({ socket }) => silent.delete(socket))
      servers.push(server)
      return server
    },
    async finish() {
      begun = true
      const listening = servers.filter(server => server.listening)
      const closed = listening.map(server => once(server, 'close'))
      await atQuietTurn(endIdle)
      await atQuietTurn(() => listening.forEach(closeListener))
      const sweeping = setInterval(endIdle, SWEEP_MS)
      const endSilent = setTimeout(() => silent.forEach(socket => socket.destroy()), FIRST_REQUEST_MS)
      await Promise.all(closed)
      clearInterval(sweeping)
      clearTimeout(endSilent)
    },
  }
}

/** `close` of an HTTP server also ends connections, one after the other, before it closes the listener. */
function closeListener(server: HttpServer): void {
  Server.prototype.close.call(server)
}

/** Once the drain has begun, an answer ends its connection, also that to a request from before. */
export function endConnections(app: FastifyInstance, drain: Pick<Drain, 'hasBegun'>): void {
  app.addHook('onSend', (_request, reply, _payload, next) => {
    if (drain.hasBegun()) void reply.header('connection', 'close')
    next()
  })
}

/** A turn of the event loop this short has brought neither a connection nor a request. In ms. */
const QUIET_MS = 0.05
/** A process that is never quiet acts after this time all the same. In ms. */
const MOST_WAIT_MS = 2_000

/**
 * Acts right after a turn of the event loop that brought nothing. The kernel resets connections that wait to be accepted
 * when their listener is closed, and those with an unread request: right after such a turn there are none.
 */
function atQuietTurn(act: () => void): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const deadline = performance.now() + MOST_WAIT_MS
  const look = (before: number): void => {
    const now = performance.now()
    if (now - before > QUIET_MS && now < deadline) {
      setImmediate(look, now)
      return
    }
    act()
    resolve()
  }
  setImmediate(look, -Infinity)
  return promise
}
