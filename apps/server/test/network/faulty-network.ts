import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** What becomes of what is sent over a connection. */
type Passage = 'whole' | 'asked' | 'nothing'

/** A network between a program and a server, which fails when a test says so. */
export interface FaultyNetwork {
  readonly port: number
  /** Open connections say nothing any more, in neither direction, and stay open; new ones work. As after a failover of a host. */
  forget(): void
  /** As {@link forget}, but what is sent still arrives: only its answers are lost. */
  loseAnswers(): void
  /** Nothing passes any more, on new connections neither. */
  silence(): void
  /** All connections are reset, and new ones too until {@link heal}. */
  cut(): void
  /** Each piece of data takes this much longer, in ms. */
  slow(ms: number): void
  /** New connections lead to another port of this machine, if one is given; open ones say nothing any more. */
  move(port?: number): void
  /** New connections work again. */
  heal(): void
  close(): Promise<void>
}

interface Line {
  readonly near: Socket
  readonly far: Socket
  passage: Passage
}

/** After this time a server notices that nobody answers any more: its keep-alive takes longer. */
const KEPT_ALIVE_MS = 10_000

/** Passes on to a port of this machine. */
export async function startFaultyNetwork(serverPort: number): Promise<FaultyNetwork> {
  const lines = new Set<Line>()
  let target = serverPort
  let ofNew: Passage | 'reset' = 'whole'
  let slowness = 0

  /** One direction. What comes while it is silent is lost, the end of it too: a host that is gone says no goodbye. */
  const pass = (from: Socket, to: Socket, mayPass: () => boolean): void => {
    let before: Promise<unknown> = Promise.resolve()
    const later = (act: () => void): void => {
      before = before.then(() => (slowness > 0 ? delay(slowness) : undefined)).then(() => mayPass() && act())
    }
    from.on('data', (data: Buffer) => later(() => to.write(data)))
    from.on('end', () => later(() => to.end()))
    from.on('error', () => mayPass() && to.destroy())
    from.on('close', () => later(() => to.end()))
  }

  const server = createServer({ noDelay: true, allowHalfOpen: true }, near => {
    if (ofNew === 'reset') {
      near.resetAndDestroy()
      return
    }
    const far = connect({ port: target, host: '127.0.0.1', noDelay: true, allowHalfOpen: true })
    const line: Line = { near, far, passage: ofNew }
    lines.add(line)
    far.on('close', () => near.destroyed && lines.delete(line))
    near.on('close', () => far.destroyed && lines.delete(line))
    pass(near, far, () => line.passage !== 'nothing')
    pass(far, near, () => line.passage === 'whole')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the network has no port')

  const allow = (passage: Passage): void => {
    for (const line of lines) {
      line.passage = passage
      setTimeout(() => line.far.resetAndDestroy(), KEPT_ALIVE_MS).unref()
    }
  }
  const drop = (): void => {
    for (const { near, far } of lines) {
      near.resetAndDestroy()
      far.destroy()
    }
    lines.clear()
  }
  return {
    port: address.port,
    forget: () => allow('nothing'),
    loseAnswers: () => allow('asked'),
    silence: () => {
      allow('nothing')
      ofNew = 'nothing'
    },
    cut: () => {
      ofNew = 'reset'
      drop()
    },
    slow: ms => {
      slowness = ms
    },
    move: (port = target) => {
      allow('nothing')
      target = port
    },
    heal: () => {
      ofNew = 'whole'
      slowness = 0
    },
    close: async () => {
      drop()
      server.close()
      await once(server, 'close')
    },
  }
}
