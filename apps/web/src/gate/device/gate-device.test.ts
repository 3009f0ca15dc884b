import { readDevice, reportScans, type ReportedScan, scanTicket as scanCall } from '@kippu/contract/gate'
import { jstIso } from '@kippu/domain/jst-date'
import { IDBDatabase, IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { claimOf, codeOf, HOUR, listsOf, signingKey, SITE } from '../../../test/gate-world.ts'
import { gateViewOf } from '../../../test/gate-view.ts'
import { ApiError } from '../../api/api-error.ts'
import { type GateDevice, openDevice } from './gate-device.ts'
import { useGate } from './gate-state.ts'
import { scanTicket, undo } from './scan-ticket.ts'

const KEY = signingKey()
const START = useGate.getInitialState()
/** A ticket of this hour. */
const nowClaim = (n: number) => {
  const hour = Math.floor(Date.now() / HOUR) * HOUR
  return claimOf(n, { from: hour - HOUR, to: hour + 2 * HOUR })
}

/** The store, by path; what throws is a network that is gone. */
type Answers = Record<string, (body: unknown, headers: Headers) => unknown>

let answers: Answers
let factory: IDBFactory
let device: GateDevice
let headersOf: { path: string; authorization: string | null }[]

const refused = (status: number, error: string) => Response.json({ error }, { status })

beforeEach(async () => {
  useGate.setState(START, true)
  headersOf = []
  answers = {
    'POST /api/v1/gate/devices': () =>
      Response.json(
        {
          device_key: 'dev_1',
          device: { device_name: 'Tablet', gate_name: 'North', site_name: 'Demo', lang: 'ja' },
        },
        { status: 201 },
      ),
    'GET /api/v1/gate/offline': () => listsOf(KEY, { as_of: jstIso(Date.now()) }),
    'POST /api/v1/gate/reports': body =>
      (body as { scans: ReportedScan[] }).scans.map(({ scan_id, status, reason }) => ({
        scan_id,
        status,
        reason,
      })),
  }
  vi.stubGlobal('reportError', (error: unknown) => {
    throw error
  })
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body, headers }: RequestInit) => {
    const path = new URL(url).pathname
    const sent = new Headers(headers)
    headersOf.push({ path, authorization: sent.get('authorization') })
    const answer = answers[`${method} ${path}`]
    if (answer === undefined) throw new TypeError('no connection')
    const given = await answer(typeof body === 'string' ? JSON.parse(body) : undefined, sent)
    return given instanceof Response ? given : Response.json(given)
  })
  factory = new IDBFactory()
  device = (await openDevice({ view: gateViewOf(SITE), lang: () => 'en', factory }))!
})

afterEach(() => vi.unstubAllGlobals())

const question = (code: string, scanId = crypto.randomUUID()) =>
  ({ scanId, direction: 'in', scanned: { code } }) as const

const keptScans = () => device.database.read(['scans'], ({ scans }) => scans.count())

const success = (scanId: string) => ({
  scan_id: scanId,
  status: 'success',
  reason: null,
  at: jstIso(Date.now()),
  tickets: [],
})

describe('a device', () => {
  test('is enrolled once, sends its key with every call of the gate, and is known after a reload', async () => {
    expect(useGate.getState().phase).toBe('unknown')
    await device.enrol('enr_1')
    expect(useGate.getState()).toMatchObject({ phase: 'enrolled', device: { gateName: 'North' } })
    expect(headersOf).toEqual([
      { path: '/api/v1/gate/devices', authorization: null },
      { path: '/api/v1/gate/offline', authorization: 'Bearer dev_1' },
    ])
    useGate.setState(START, true)
    await openDevice({ view: gateViewOf(SITE), lang: () => 'en', factory })
    expect(useGate.getState()).toMatchObject({ phase: 'enrolled', device: { key: 'dev_1' } })
  })

  test('that has a database which cannot be read says that it keeps nothing', async () => {
    const blind = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
      throw new DOMException('the disk is gone', 'UnknownError')
    })
    expect(await openDevice({ view: gateViewOf(SITE), lang: () => 'en', factory })).toBeNull()
    expect(useGate.getState().phase).toBe('no_storage')
    blind.mockRestore()
  })

  test('that the store does not know any longer is asked to be enrolled anew; what it had not reported is reported then', async () => {
    await device.enrol('enr_1')
    delete answers['POST /api/v1/gate/scans']
    const result = await scanTicket(device, question(codeOf(nowClaim(1), KEY)))
    expect(result).toMatchObject({ outcome: { kind: 'success' }, isOffline: true })
    for (const path of ['GET /api/v1/gate/offline', 'POST /api/v1/gate/reports'])
      answers[path] = () => refused(401, 'device not enrolled')
    await device.sync()
    expect(useGate.getState()).toMatchObject({ phase: 'lost', device: null, waiting: 1 })
    // Until then nobody is let in.
    answers['POST /api/v1/gate/scans'] = () => refused(401, 'device not enrolled')
    expect(await scanTicket(device, question(codeOf(nowClaim(2), KEY)))).toBeNull()

    const told: string[] = []
    answers['GET /api/v1/gate/offline'] = () => listsOf(KEY)
    answers['POST /api/v1/gate/reports'] = body =>
      (body as { scans: ReportedScan[] }).scans.map(({ scan_id, status, reason }) => {
        told.push(scan_id)
        return { scan_id, status, reason }
      })
    await device.enrol('enr_2')
    expect(told).toEqual([result?.question.scanId])
    expect(useGate.getState()).toMatchObject({ phase: 'enrolled', waiting: 0 })
  })

  test('that another tab has enrolled anew takes the new key', async () => {
    await device.enrol('enr_1')
    const other = await openDevice({ view: gateViewOf(SITE), lang: () => 'en', factory })
    answers['POST /api/v1/gate/devices'] = () =>
      Response.json(
        {
          device_key: 'dev_2',
          device: { device_name: 'Tablet', gate_name: 'South', site_name: 'Demo', lang: 'ja' },
        },
        { status: 201 },
      )
    await other?.enrol('enr_2')
    useGate.setState({ device: { key: 'dev_1', deviceName: 'Tablet', gateName: 'North' } })
    answers['GET /api/v1/gate/device'] = (_, headers) =>
      headers.get('authorization') === 'Bearer dev_2' ? {} : refused(401, 'device not enrolled')
    await expect(device.ask(readDevice, {})).rejects.toThrow(ApiError)
    expect(useGate.getState()).toMatchObject({ phase: 'enrolled', device: { key: 'dev_2' } })
  })
})

describe('a scan', () => {
  beforeEach(() => device.enrol('enr_1'))

  test('is answered by the store, and remembered for the moment when there is no connection', async () => {
    const code = codeOf(nowClaim(1), KEY)
    answers[`POST ${scanCall.path}`] = body => success((body as { scan_id: string }).scan_id)
    expect(await scanTicket(device, question(code))).toMatchObject({
      outcome: { kind: 'success' },
      isOffline: false,
    })
    await vi.waitFor(async () => expect(await keptScans()).toBe(1))
    delete answers[`POST ${scanCall.path}`]
    expect(await scanTicket(device, question(code))).toMatchObject({
      outcome: { kind: 'refused', reason: 'already_in' },
      isOffline: true,
    })
  })

  test.each([
    ['no connection', undefined],
    ['a busy store', () => refused(503, 'busy')],
    ['a page of the network that asks to log in', () => new Response('<html>', { status: 200 })],
  ])('is decided here after %s', async (_, answer) => {
    if (answer === undefined) delete answers[`POST ${scanCall.path}`]
    else answers[`POST ${scanCall.path}`] = answer
    const result = await scanTicket(device, question(codeOf(nowClaim(1), KEY)))
    expect(result).toMatchObject({ outcome: { kind: 'success' }, isOffline: true })
    expect(useGate.getState().isConnected).toBe(false)
  })

  test('that the store leaves without an answer is decided here after two seconds, under the same id', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    answers[`POST ${scanCall.path}`] = () => new Promise(() => undefined)
    const asked = question(codeOf(nowClaim(1), KEY))
    const answer = scanTicket(device, asked)
    await vi.advanceTimersByTimeAsync(1_999)
    const isDecided = vi.fn<() => void>()
    void answer.then(isDecided)
    expect(isDecided).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    vi.useRealTimers()
    expect(await answer).toMatchObject({ isOffline: true, question: { scanId: asked.scanId } })
    const told = vi.fn<(scans: readonly ReportedScan[]) => void>()
    answers[`POST ${reportScans.path}`] = body => {
      const { scans } = body as { scans: ReportedScan[] }
      told(scans)
      return scans.map(({ scan_id, status, reason }) => ({ scan_id, status, reason }))
    }
    await device.sync()
    expect(told).toHaveBeenCalledExactlyOnceWith([expect.objectContaining({ scan_id: asked.scanId })])
  })

  test('of a code that only the store knows is answered later, if the answer comes after all', async () => {
    let give: (answer: unknown) => void = () => undefined
    answers[`POST ${scanCall.path}`] = () => new Promise(resolve => (give = resolve))
    useGate.setState({ isConnected: false })
    const later = vi.fn<(result: unknown) => void>()
    const asked = question('ABCD EFGH')
    expect(await scanTicket(device, asked, later)).toMatchObject({
      outcome: { kind: 'needs_store', because: 'short' },
    })
    give(success(asked.scanId))
    await vi.waitFor(() =>
      expect(later).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ isOffline: false })),
    )
  })

  test('is undone by the store, or here and told later', async () => {
    const code = codeOf(nowClaim(1), KEY)
    answers[`POST ${scanCall.path}`] = body => success((body as { scan_id: string }).scan_id)
    const result = await scanTicket(device, question(code))
    const path = `POST /api/v1/gate/scans/${result!.question.scanId}/undo`
    answers[path] = () => refused(400, 'scan can no longer be undone')
    expect(await undo(device, result!, 'wrong door')).toBe('late')
    delete answers[path]
    await vi.waitFor(async () => expect(await undo(device, result!, 'wrong door')).toBe('kept'))
    answers[path] = () => ({ undone: true })
    await device.sync()
    await vi.waitFor(() => expect(useGate.getState().waiting).toBe(0))
    delete answers[`POST ${scanCall.path}`]
    expect(await scanTicket(device, question(code))).toMatchObject({ outcome: { kind: 'success' } })
  })
})
