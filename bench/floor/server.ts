import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'

import pg from 'pg'
import * as v from 'valibot'

import { SCHEMA, STATEMENTS } from './statements.ts'
import { createMailer } from './mailer.ts'

/**
 * The least that a free purchase could cost on this machine: bare `node:http` and `pg`, as many statements and mails as a purchase of the store has for
 * one buyer alone, each prepared, none shared. It validates nothing, limits nothing and repeats nothing.
 */
const env = v.parse(
  v.object({ DATABASE_URL: v.string(), SMTP_URL: v.string(), PORT: v.string(), MAIL_BYTES: v.string() }),
  process.env,
)
const pool = new pg.Pool({ connectionString: env.DATABASE_URL, max: 10 })
await pool.query(SCHEMA)
const mailer = createMailer(new URL(env.SMTP_URL), Number(env.MAIL_BYTES))

const run = async (name: keyof typeof STATEMENTS, values: readonly unknown[]): Promise<void> => {
  const { rowCount } = await pool.query({ name, text: STATEMENTS[name], values: [...values] })
  if (rowCount === 0) throw new Error(`${name} found nothing`)
}

const answers = JSON.stringify([{ key: 'fullname', value: 'Kippu Taro' }])

const STEPS: Readonly<Record<string, (id: string, address: string) => Promise<unknown>>> = {
  order: async () => {
    const id = randomUUID()
    await run('order', [id, createHash('sha256').update(id).digest(), 1 + Math.floor(Math.random() * 100)])
    return { id }
  },
  form: async (id, address) => {
    await run('read', [id])
    await run('form', [id, answers, address, randomBytes(32), randomUUID()])
    await mailer.send('confirmation', address)
    await run('mailed', [id])
    return {}
  },
  link: async id => {
    await run('read', [id])
    await run('prove', [id])
    return {}
  },
  checkout: async (id, address) => {
    await run('read', [id])
    const reservation = randomUUID()
    const tickets = [randomBytes(32), randomBytes(32)]
    await run('pay', [id, reservation, randomBytes(32), randomUUID().slice(0, 10), tickets, randomUUID()])
    void mailTickets(reservation, address)
    return { reservation }
  },
  tickets: async id => {
    await run('tickets', [id])
    return [1, 2]
  },
}

async function mailTickets(reservation: string, address: string): Promise<void> {
  await run('letter', [reservation])
  await mailer.send('completion', address)
  await run('done', [reservation])
}

createServer((request, response) => {
  void handle(request).then(
    answer => response.end(JSON.stringify(answer)),
    (error: unknown) => response.writeHead(500).end(String(error)),
  )
}).listen(Number(env.PORT), '127.0.0.1')

const body = v.object({ id: v.optional(v.string(), ''), address: v.optional(v.string(), '') })

async function handle(request: IncomingMessage): Promise<unknown> {
  let text = ''
  for await (const part of request) text += String(part)
  const { id, address } = v.parse(body, text === '' ? {} : JSON.parse(text))
  const step = STEPS[request.url?.slice(1) ?? '']
  return step === undefined ? {} : step(id, address)
}
