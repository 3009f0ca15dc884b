import { DefaultQueryCompiler, sql } from 'kysely'
import pg from 'pg'
import * as v from 'valibot'
import { vi } from 'vitest'

import { claimPort } from '../../../../tools/start/claim-ports.ts'
import { JOBS } from '../../src/platform/jobs/jobs.ts'
import { createMailWorker } from '../../src/mail/mail-worker.ts'
import { createFirstTry } from '../../src/mail/smtp-first-try.ts'
import { insertDay, type OtherDay } from '../shop/other-days.ts'
import { createTestDatabase } from '../database.ts'
import { createShop, type Shop } from '../shop/shop.ts'
import { startProviders } from '../payment-methods/simulators.ts'
import { insertPaidAndFree, type SmallCatalogue } from '../small-catalogue.ts'
import { createCard } from '../stripe-simulator.ts'
import { wordsOfRaw } from '../raw-mail.ts'
import { startMailSink } from './mail-sink.ts'

export type Kind = 'free' | 'card'

/** What one purchase or change of time did, step by step. */
export interface Costed {
  /** The texts that each step sent to the database, transactions' ends among them. */
  readonly statements: Readonly<Record<string, readonly string[]>>
  /** The texts of those that have values and are not prepared: the database parses and plans them anew each time. */
  readonly unprepared: readonly string[]
  /** Parts of statements whose texts were compiled with them: what is the same in each is compiled before. */
  readonly compiled: number
  /** The names of the jobs that it left to a worker. */
  readonly jobs: readonly string[]
  /** Byte for byte. */
  readonly mails: Readonly<Record<string, string>>
}

interface Purchase extends Costed {
  readonly reservation: string
}

/** A store whose every statement is seen, and whose buyers come one after the other, so that none shares another's. */
export interface CostedShop extends Pick<Shop, 'db'> {
  /** A whole purchase, from the order to the page of the tickets, with the mails and what the provider tells. */
  buy(kind: Kind, tickets: number): Promise<Purchase>
  /** Moves what was bought to another day, of the same price or, by card, of a higher one. */
  move(kind: Kind, reservation: string): Promise<Costed>
  /** The process of the database that serves the store. */
  backend(): Promise<number>
  /** A connection that is not the store's. */
  readonly own: pg.Client
  close(): Promise<void>
}

/** Marks the store's connections: the database ignores it beside the name that they have. */
const MARK = 'fallback_application_name=the-store'
/** More places than are bought. */
const CAPACITY = 100_000

export async function openCostedShop(): Promise<CostedShop> {
  const sent = vi.spyOn(pg.Client.prototype, 'query')
  const compiled = vi.spyOn(DefaultQueryCompiler.prototype, 'compileQuery')
  const sink = await startMailSink()
  const database = await createTestDatabase('seeded')
  const port = await claimPort()
  const origin = `http://localhost:${port}`
  const providers = await startProviders({ storeUrl: origin })
  const shop = await createShop({
    database: { ...database, url: `${database.url}?${MARK}` },
    variables: {
      ...providers.variables,
      PORT: String(port),
      SMTP_URL: sink.smtpUrl,
      MAIL_FROM: 'tickets@kippu.example',
      // One connection, and so one process of the database.
      DB_POOL_SIZE: '1',
    },
    replace: deps => ({ firstTry: createFirstTry(deps) }),
  })
  await shop.app.listen({ port, host: '127.0.0.1' })
  const worker = createMailWorker(shop.deps)
  const own = new pg.Client({ connectionString: database.url })
  await own.connect()
  const catalogues = await insertPaidAndFree(shop.db, { capacities: [CAPACITY] })
  const otherDay = (catalogue: SmallCatalogue, price: number): Promise<OtherDay> =>
    insertDay({ db: shop.db, catalogue }, '2026-12-02', price, 0)
  const days = { card: await otherDay(catalogues.paid, 3500), free: await otherDay(catalogues.free, 0) }
  await own.query(
    `insert into payment_methods (site_key, channel, method, position, discount_amount)
     values ('demo', 'web', 'stripe', 1, 0) on conflict do nothing`,
  )

  const call = async (method: 'GET' | 'POST', path: string, body?: object): Promise<unknown> => {
    const answer = await shop.call(method, `/api/v1/${path}`, body)
    if (answer.status >= 300)
      throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }

  /** Notes what each step sends to the database. */
  const watchSteps = () => {
    const statements: Record<string, readonly string[]> = {}
    const unprepared: string[] = []
    compiled.mockClear()
    const step = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
      sent.mockClear()
      const done = await work()
      statements[name] = textsOf(sent)
      unprepared.push(...unpreparedOf(sent))
      return done
    }
    return { statements, unprepared, step, parts: () => partsOf(compiled.mock.calls) }
  }

  const send = async ({ name, data }: { readonly name: string; readonly data: unknown }): Promise<void> => {
    if (name === 'send-completion-mail') await worker.handlers[name]?.(JOBS[name].read(data))
    else if (name === 'send-change-mail') await worker.handlers[name]?.(JOBS[name].read(data))
    else throw new Error(`${name} sends no mail`)
  }

  /** From the payment to the page of the tickets. */
  const pay = async (
    kind: Kind,
    path: string,
    step: ReturnType<typeof watchSteps>['step'],
  ): Promise<{ readonly reservation: string; readonly jobs: readonly string[]; readonly letter: string }> => {
    const payment =
      kind === 'free'
        ? { payment_method_type: 'free' }
        : { payment_method_type: 'stripe', payment_method: await createCard(providers.url, '1112') }
    // What the provider tells comes after its answer, as it does when both are far away.
    await providers.holdNotices(true)
    const { reservation_token: reservation } = v.parse(
      v.object({ reservation_token: v.string() }),
      await step('checkout', () => call('POST', path, payment)),
    )
    await step('events', async () => {
      await providers.holdNotices(false)
      await providers.untilHeard()
    })
    const jobs = await takeJobs(own)
    const letter = await step('mail', () =>
      sink.mailDuring(async () => {
        for (const job of jobs) await send(job)
      }),
    )
    mails += 1
    await step('tickets', () => call('GET', `reservations/${reservation}/tickets`))
    if (sink.count() !== mails) throw new Error(`${sink.count()} mails instead of ${mails}`)
    return { reservation, jobs: jobs.map(({ name }) => name), letter }
  }

  let buyers = 0
  let mails = 0
  const buy: CostedShop['buy'] = async (kind, tickets) => {
    buyers += 1
    const catalogue = kind === 'free' ? catalogues.free : catalogues.paid
    const { statements, unprepared, step, parts } = watchSteps()
    const { order_token: order } = v.parse(
      v.object({ order_token: v.string() }),
      await step('order', () =>
        call('POST', 'orders', {
          lang: 'ja',
          product_uuid: catalogue.productUuid,
          time_span_id: catalogue.spans[0],
          quantity: tickets,
          option_values: [{ option_value_id: catalogue.adult, quantity: tickets }],
        }),
      ),
    )
    const contents = [
      { key: 'fullname', value: 'Kippu Taro' },
      { key: 'email', value: `buyer-${String(buyers).padStart(4, '0')}@gmail.com` },
    ]
    const link = await step('form', () =>
      sink.mailDuring(() => call('POST', `ordermails/${order}`, { contents })),
    )
    mails += 1
    await step('link', () => call('GET', `ordermails/${mailTokenIn(link)}`))
    const { reservation, jobs, letter } = await pay(kind, `orders/checkout/${order}`, step)
    return { statements, unprepared, compiled: parts(), jobs, mails: { link, tickets: letter }, reservation }
  }

  const move: CostedShop['move'] = async (kind, token) => {
    const { statements, unprepared, step, parts } = watchSteps()
    const { timechange_token: change } = v.parse(
      v.object({ timechange_token: v.string() }),
      await step('change', () =>
        call('POST', 'timechanges', { reservation_token: token, time_span_id: days[kind].span, lang: 'ja' }),
      ),
    )
    await step('page', () => call('GET', `timechanges/${change}`))
    const { jobs, letter } = await pay(kind, `timechanges/checkout/${change}`, step)
    return { statements, unprepared, compiled: parts(), jobs, mails: { tickets: letter } }
  }

  return {
    db: shop.db,
    buy,
    move,
    own,
    backend: async () => {
      const { rows } = await shop.db.read(read =>
        sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(read),
      )
      return theOnly(rows).pid
    },
    close: async () => {
      await own.end()
      worker.stop()
      shop.deps.firstTry.close()
      await shop.close()
      await providers.close()
      await sink.stop()
      sent.mockRestore()
      compiled.mockRestore()
    },
  }
}

const marked = v.object({
  connectionParameters: v.object({ fallback_application_name: v.literal('the-store') }),
})
const query = v.tupleWithRest(
  [
    v.union([
      v.string(),
      v.pipe(
        v.object({ text: v.string() }),
        v.transform(({ text }) => text),
      ),
    ]),
  ],
  v.unknown(),
)

interface Sent {
  readonly mock: { readonly calls: readonly unknown[]; readonly contexts: readonly unknown[] }
}

/** What the store has sent; the test's own statements are not among it. */
function textsOf(sent: Sent): string[] {
  return callsOf(sent).map(call => v.parse(query, call)[0])
}

function callsOf({ mock }: Sent): readonly unknown[] {
  return mock.calls.filter((_, index) => v.is(marked, mock.contexts[index]))
}

const named = v.looseTuple([v.object({ name: v.string() })])
const withoutValues = v.union([
  v.strictTuple([v.string()]),
  v.looseTuple([v.string(), v.pipe(v.array(v.unknown()), v.length(0))]),
])

/** The texts of those that have values and no name: the database parses and plans them each time. */
function unpreparedOf(sent: Sent): string[] {
  return callsOf(sent)
    .filter(call => !v.is(named, call) && !v.is(withoutValues, call))
    .map(call => v.parse(query, call)[0])
}

/** Parts of SQL among the nodes of statements. */
function partsOf(node: unknown): number {
  if (typeof node !== 'object' || node === null) return 0
  const inside = Object.values(node).reduce<number>((sum, one) => sum + partsOf(one), 0)
  return 'kind' in node && node.kind === 'RawNode' ? inside + 1 : inside
}

const jobRows = v.array(v.object({ name: v.string(), data: v.unknown() }))

/** The jobs that wait and may begin; nobody takes them again. */
async function takeJobs(own: pg.Client): Promise<v.InferOutput<typeof jobRows>> {
  const { rows } = await own.query(
    `delete from jobs.job where state = 'created' and start_after <= now() returning name, data`,
  )
  return v.parse(jobRows, rows)
}

/** @throws when there is another number of them. */
function theOnly<T>(all: readonly T[]): T {
  const [first, ...others] = all
  if (first === undefined || others.length > 0) throw new Error(`${all.length} instead of one`)
  return first
}

function mailTokenIn(mail: string): string {
  const found = /mail_token=([\w-]+)/.exec(wordsOfRaw(mail))?.[1]
  if (found === undefined) throw new Error('a mail without its link')
  return found
}
