import { isDeepStrictEqual } from 'node:util'

import { jstIso } from '@kippu/domain/jst-date'
import { sql } from 'kysely'
import * as v from 'valibot'

import { systemClock } from '../../src/platform/clock.ts'
import { OWNER } from '../owner.ts'
import { addDevice } from '../../src/gate/devices/add-device.ts'
import { addGate } from '../../src/gate/devices/add-gate.ts'
import { enrolDevice } from '../../src/gate/devices/enrol-device.ts'
import { createTokens, hashToken } from '../../src/platform/tokens.ts'
import type { StoreAnswer } from '../shop/orders.ts'
import { proveOrder } from '../prove-order.ts'
import { type CrashRig, SECRET_KEY } from './crash-rig.ts'
import { shopOverHttp } from './shop-over-http.ts'
import { byStaff } from '../../src/platform/staff/staff-verb.ts'

/** A visit of two tickets: the first goes in again and again, and is undone; of the second an offline gate tells. */
interface Visit {
  readonly token: string
  readonly reservationId: string
  readonly codes: readonly string[]
  /** What was asked, the oldest first. */
  readonly asked: Asked[]
}

interface Asked {
  readonly what: 'scan' | 'check in' | 'undo' | 'report'
  readonly path: string
  readonly body: object
  /** Of the scan that it is about. */
  readonly scanId: string
  /** Undefined while nobody has heard one. */
  answer: StoreAnswer | undefined
}

export interface GateCrowd {
  /** Everybody is busy until the store is gone, and none of them is afterwards. @param then is told once so many answers were heard. */
  isBusy(answers: number, then: () => void): Promise<void>
  /** What was asked is asked again; each line names what should not be. */
  findWrongs(): Promise<string[]>
  /** Answers that were heard so far, by what was asked. */
  heard(): Readonly<Record<Asked['what'], number>>
}

const bought = v.object({ reservation_token: v.string() })
const tickets = v.array(v.object({ code: v.string(), signed_code: v.string() }))

/** Visits whose time has come, and a device of the staff. @param count of visits. */
export async function createGateCrowd(rig: CrashRig, count: number): Promise<GateCrowd> {
  const { call } = shopOverHttp(rig.origin)
  const deps = { db: rig.db, tokens: createTokens(SECRET_KEY) }
  const gateId = await addGate(byStaff(OWNER, { ...deps, clock: systemClock }), {
    siteKey: 'demo',
    name: 'Door',
  })
  if (gateId === null) throw new Error('there is a gate of this name')
  const { enrolmentToken } = await addDevice(byStaff(OWNER, { ...deps, clock: systemClock }), {
    siteKey: 'demo',
    gateId,
    name: 'Tablet',
  })
  const device = await enrolDevice(deps, { siteKey: 'demo', token: enrolmentToken })
  if (device === undefined) throw new Error('the device was not enrolled')
  const poster = deps.tokens.derive('gate', gateId)
  const askDevice = async (path: string, body: object): Promise<StoreAnswer> => {
    const answer = await fetch(`${rig.origin}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${device.key}` },
      body: JSON.stringify(body),
    })
    const text = await answer.text()
    return { status: answer.status, body: text === '' ? {} : JSON.parse(text) }
  }
  const visits: Visit[] = []
  for (let index = 0; index < count; index += 1) visits.push(await buy(rig, index))
  await rig.db.transaction(async tx => {
    await sql`update time_spans set starts_at = now() - interval '1 day' + id * interval '1 second', ends_at = now() + interval '5 hours'
               where id = any(${[...rig.catalogue.spans]})`.execute(tx)
  })
  for (const visit of visits) {
    const { body } = await call('GET', `/api/v1/reservations/${visit.token}/tickets`)
    Object.assign(visit, { codes: v.parse(tickets, body).map(ticket => ticket.signed_code) })
  }

  let left = 0
  let tell = (): void => undefined
  const askOf = ({ what, path, body }: Asked): Promise<StoreAnswer> =>
    what === 'check in' ? call('POST', path, body) : askDevice(path, body)
  /** False: the store is gone. */
  const ask = async (visit: Visit, asked: Omit<Asked, 'answer'>): Promise<boolean> => {
    const one: Asked = { ...asked, answer: undefined }
    visit.asked.push(one)
    const answer = await askOf(one).catch(() => undefined)
    if (answer?.status !== 200) return false
    one.answer = answer
    left -= 1
    if (left === 0) tell()
    return true
  }

  const isBusyWith = async (visit: Visit, index: number): Promise<void> => {
    const [first = '', second = ''] = visit.codes
    for (let round = index; ; round += 1) {
      const [entry, other, told] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
      const scan = (scanId: string): Omit<Asked, 'answer'> => ({
        what: 'scan',
        scanId,
        path: '/api/v1/gate/scans',
        body: { scan_id: scanId, direction: 'in', code: first },
      })
      const alone: Omit<Asked, 'answer'> = {
        what: 'check in',
        scanId: entry,
        path: `/api/v1/tickets/${visit.token}/1/checkin`,
        body: { type: 'gate', mode: 'read_qr', gate_code: poster, scan_id: entry },
      }
      const isThere =
        (await ask(visit, round % 2 === 0 ? scan(entry) : alone)) &&
        (await ask(visit, scan(other))) &&
        (await ask(visit, {
          what: 'undo',
          scanId: entry,
          path: `/api/v1/gate/scans/${entry}/undo`,
          body: { reason: 'wrong person' },
        })) &&
        (await ask(visit, {
          what: 'report',
          scanId: told,
          path: '/api/v1/gate/reports',
          body: {
            scans: [
              {
                scan_id: told,
                direction: 'in',
                at: jstIso(systemClock.now()),
                code: second,
                status: round % 3 === 2 ? 'used' : 'success',
                reason: round % 3 === 2 ? 'already_in' : null,
                undone_reason: null,
              },
            ],
          },
        }))
      if (!isThere) return
    }
  }

  const wrongsOf = async (visit: Visit): Promise<string[]> => {
    const wrongs: string[] = []
    for (const asked of visit.asked) {
      const again = await askOf(asked)
      if (again.status !== 200)
        wrongs.push(`${asked.what}, again: ${again.status} ${JSON.stringify(again.body)}`)
      const [before, now] = [asked.answer, again].map(answer => answer && saidOf(answer))
      if (before !== undefined && !isDeepStrictEqual(before, now))
        wrongs.push(`${asked.what}: ${JSON.stringify(before)}, and again ${JSON.stringify(now)}`)
      asked.answer = again
    }
    const scans = new Set(visit.asked.filter(({ what }) => what !== 'undo').map(({ scanId }) => scanId))
    const { rows } = await rig.db.read(read =>
      sql<{ scanId: string; ticket: number | null; isUndone: boolean; fault: string | null }>`
        select scan_id as "scanId", ticket_id as ticket, undone_at is not null as "isUndone", fault
          from check_ins where reservation_id = ${visit.reservationId}::uuid
        union all
        select scan_id, null, false, status from gate_refusals where scan_id = any(${[...scans]}::uuid[])`.execute(
        read,
      ),
    )
    const own = rows.filter(({ scanId }) => scans.has(scanId))
    if (own.length !== scans.size) wrongs.push(`${own.length} rows of ${scans.size} scans`)
    if (new Set(own.map(({ scanId }) => scanId)).size !== scans.size)
      wrongs.push('a scan is kept twice, or not')
    const states = await rig.db.read(read =>
      read
        .selectFrom('tickets')
        .select(['id', 'used_at'])
        .where('reservation_id', '=', visit.reservationId)
        .execute(),
    )
    for (const { id, used_at: usedAt } of states) {
      const standing = rows.filter(({ ticket, isUndone }) => ticket === id && !isUndone)
      const right = standing.filter(({ fault }) => fault === null)
      if (right.length > 1) wrongs.push(`ticket ${id} entered ${right.length} times`)
      if ((usedAt !== null) !== standing.length > 0)
        wrongs.push(
          `ticket ${id} has ${standing.length} entries, and is ${usedAt === null ? 'not ' : ''}used`,
        )
    }
    // So that all can enter again.
    for (const { what, scanId, answer } of visit.asked)
      if ((what === 'scan' || what === 'check in') && answer?.body['status'] === 'success')
        await askDevice(`/api/v1/gate/scans/${scanId}/undo`, { reason: 'wrong person' })
    visit.asked.length = 0
    return wrongs
  }

  const counts = { scan: 0, 'check in': 0, undo: 0, report: 0 }
  return {
    isBusy: async (answers, then) => {
      left = answers
      tell = then
      await Promise.all(visits.map(isBusyWith))
      for (const { what, answer } of visits.flatMap(visit => visit.asked)) if (answer) counts[what] += 1
    },
    findWrongs: async () => (await Promise.all(visits.map(wrongsOf))).flat(),
    heard: () => ({ ...counts }),
  }
}

/** What an answer says of the scan; when a ticket was last seen before is said once. */
function saidOf({ body }: StoreAnswer): unknown {
  if (Array.isArray(body)) return body
  const { status, reason, at, checked_in_at: checkedInAt, undone } = body
  return { status, reason, at, checkedInAt: status === 'success' ? checkedInAt : null, undone }
}

async function buy(rig: CrashRig, index: number): Promise<Visit> {
  const { call } = shopOverHttp(rig.origin)
  const { catalogue } = rig
  const order = await call('POST', '/api/v1/orders', {
    lang: 'ja',
    product_uuid: catalogue.productUuid,
    time_span_id: catalogue.spans[Math.floor(index / 2)],
    quantity: 2,
    option_values: [{ option_value_id: catalogue.adult, quantity: 2 }],
  })
  const orderToken = v.parse(v.string(), order.body['order_token'])
  await rig.db.transaction(async tx => {
    const { id } = await tx
      .selectFrom('orders')
      .select('id')
      .where('token_hash', '=', hashToken(orderToken))
      .executeTakeFirstOrThrow()
    await proveOrder(tx, id)
  })
  const paid = await call('POST', `/api/v1/orders/checkout/${orderToken}`, {
    payment_method_type: 'stripe_secure',
    payment_method: await rig.stripe.card('1112'),
  })
  const { reservation_token: token } = v.parse(bought, paid.body)
  const { id } = await rig.db.read(read =>
    read
      .selectFrom('reservations')
      .select('id')
      .where('token_hash', '=', hashToken(token))
      .executeTakeFirstOrThrow(),
  )
  return { token, reservationId: id, codes: [], asked: [] }
}
