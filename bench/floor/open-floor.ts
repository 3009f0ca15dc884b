import path from 'node:path'

import * as v from 'valibot'

import { claimPort } from '../../tools/start/claim-ports.ts'
import { startProgram } from '../../tools/start/program.ts'
import { ROOT } from '../../tools/start/root.ts'
import { findProcesses, parentOf, usedMs } from '../../tools/test/cpu-time.ts'
import { send } from '../purchases/http-client.ts'
import type { Shop } from '../purchases/shop.ts'
import type { StopLater } from '../started.ts'
import { untilReady } from '../ready.ts'

/** The floor beside a shop: on its PostgreSQL, with its mail server. */
export interface Floor {
  readonly buy: () => Promise<void>
  /** The time that its server has used since it began, in ms of one core. */
  readonly serverMs: () => number
}

const FILE = 'bench/floor/server.ts'
/** A mail of the store in the mean: a link, and one with tickets and pictures. */
const MAIL_BYTES = 20_000

export async function openFloor(
  { statistics, databaseUrl, mails }: Pick<Shop, 'statistics' | 'databaseUrl' | 'mails'>,
  stopLater: StopLater,
): Promise<Floor> {
  await statistics.query({ text: 'create database floor' })
  const database = new URL(databaseUrl)
  database.pathname = '/floor'
  const port = await claimPort()
  const program = startProgram({
    name: 'The floor',
    file: FILE,
    environment: {
      PATH: process.env['PATH'],
      PORT: String(port),
      DATABASE_URL: database.href,
      SMTP_URL: mails.url,
      MAIL_BYTES: String(MAIL_BYTES),
    },
  })
  stopLater(program)
  const origin = `http://127.0.0.1:${port}`
  await untilReady(origin, program)
  const [server] = findProcesses(path.join(ROOT, FILE)).filter(pid => parentOf(pid) === process.pid)
  if (server === undefined) throw new Error('the floor has no process')
  const call = async (step: string, body: object): Promise<unknown> => {
    const { status, text } = await send({ method: 'POST', url: `${origin}/${step}`, body })
    if (status !== 200) throw new Error(`${step} of the floor answered ${status}: ${text}`)
    return JSON.parse(text)
  }
  let buyers = 0
  return {
    serverMs: () => usedMs(server),
    buy: async () => {
      buyers += 1
      const address = `floor-${buyers}@gmail.com`
      const { id } = v.parse(v.object({ id: v.string() }), await call('order', {}))
      await call('form', { id, address })
      await call('link', { id })
      const { reservation } = v.parse(
        v.object({ reservation: v.string() }),
        await call('checkout', { id, address }),
      )
      await call('tickets', { id: reservation })
    },
  }
}
