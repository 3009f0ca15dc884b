// @vitest-environment node
import { randomUUID } from 'node:crypto'

import { addDays, epochMsOf, jstIso } from '@kippu/domain/jst-date'
import { ROTATION_MS, SIGNED_PREFIX } from '@kippu/domain/check-in/signed-code'
import fc from 'fast-check'
import { IDBFactory } from 'fake-indexeddb'
import { describe, expect, test } from 'vitest'

import {
  claimOf,
  codeOf,
  HOUR,
  listsOf,
  noConnection,
  OPENING,
  signingKey,
  SITE,
  storeAtTheOtherEnd,
  uidOf,
} from '../../../test/gate-world.ts'
import { IS_WHOLE_PROOF, rounds, seedOf } from '../../../../../tools/test/proof-choice.ts'
import { decideOffline, type OfflineDecision } from './decide-offline.ts'
import { type GateDatabase, openGateDatabase } from './gate-database.ts'
import { pastOf } from './judge-offline.ts'
import { keepLists, readLists } from './kept-lists.ts'
import { countWaiting, keepAnswered, readConflicts, undoKept } from './kept-scans.ts'
import { syncGate } from './sync-gate.ts'

const KEY = signingKey()
const AT_TEN = OPENING + 2 * HOUR

async function open(changes: Parameters<typeof listsOf>[1] = {}, factory = new IDBFactory()) {
  const database = await openGateDatabase(factory)
  const answer = listsOf(KEY, changes)
  await keepLists(database, { answer, lang: 'en', isWhole: true, askedAt: OPENING })
  return { database, factory, answer }
}

const scan = (
  database: GateDatabase,
  code: string,
  more: { now?: number; out?: boolean; scanId?: string } = {},
) =>
  decideOffline(database, {
    scanId: more.scanId ?? randomUUID(),
    code,
    direction: more.out === true ? 'out' : 'in',
    now: more.now ?? AT_TEN,
  })

const outcomeOf = (decision: OfflineDecision): string => {
  if (decision.kind !== 'decided') return decision.kind
  return decision.judgement.status === 'success' ? 'success' : decision.judgement.reason
}

const sync = (database: GateDatabase, calls: ReturnType<typeof storeAtTheOtherEnd>['calls'], now = AT_TEN) =>
  syncGate({ database, calls, storeNow: () => now, deviceNow: () => now }, { siteKey: SITE, lang: 'en' })

describe('a gate without a connection', () => {
  test('admits a signed ticket once, and says who it is for', async () => {
    const { database } = await open()
    const child = codeOf(claimOf(1, { optionValueId: 12 }), KEY)
    const first = await scan(database, child)
    expect(first).toMatchObject({
      judgement: { status: 'success' },
      ticket: { kindName: 'Child', productName: 'Digital Forest', needsProof: true },
    })
    const second = await scan(database, child, { now: AT_TEN + 60_000 })
    expect(second).toMatchObject({
      judgement: { status: 'used', reason: 'already_in' },
      ticket: { past: { lastInAt: AT_TEN } },
    })
  })

  test('gives the same scan the same answer', async () => {
    const { database } = await open()
    const code = codeOf(claimOf(1), KEY)
    const scanId = randomUUID()
    const first = await scan(database, code, { scanId })
    expect(await scan(database, code, { scanId, now: AT_TEN + 5_000 })).toEqual(first)
    expect(await countWaiting(database)).toBe(1)
  })

  test.each([
    ['too_early', claimOf(1, { from: AT_TEN + 1_000 }), {}],
    ['success', claimOf(1, { from: AT_TEN + 60_000 }), { early_minutes: 1 }],
    ['too_late', claimOf(1, { to: AT_TEN - 1_000 }), {}],
    ['success', claimOf(1, { to: AT_TEN }), {}],
    ['unknown', claimOf(1, { productId: 9 }), {}],
    ['forged', claimOf(1, { keyNumber: 2 }), {}],
    ['expired_code', claimOf(1), { rotating: true }],
    ['success', claimOf(1, { issuedAt: AT_TEN - ROTATION_MS }), { rotating: true }],
    ['expired_code', claimOf(1, { issuedAt: AT_TEN - 4 * ROTATION_MS }), { rotating: true }],
    ['older_code', claimOf(1, { version: 1 }), { tickets: [listed({ version: 2 })] }],
    ['success', claimOf(1, { version: 3 }), { tickets: [listed({ version: 2 })] }],
    ['revoked', claimOf(1), { tickets: [listed({ revoked: true })] }],
    ['already_in', claimOf(1), { tickets: [listed({ last_in_at: '2026-12-01T09:30:00+09:00' })] }],
  ])('%s: %o with %o', async (outcome, claim, changes) => {
    const { database } = await open(changes)
    expect(outcomeOf(await scan(database, codeOf(claim, KEY)))).toBe(outcome)
  })

  test.each([
    [`tkt_${'a'.repeat(24)}`, 'plain'],
    [`party:tkt_${'a'.repeat(24)}.abcdef`, 'party'],
    ['ABCD-EFGH', 'short'],
  ])('%s needs the store, and nothing is kept of it', async (code, kind) => {
    const { database } = await open()
    expect(await scan(database, code)).toEqual({ kind: 'needs_store', code: kind })
    expect(await countWaiting(database)).toBe(0)
  })

  test('that never had the lists decides nothing', async () => {
    const database = await openGateDatabase(new IDBFactory())
    expect(await scan(database, codeOf(claimOf(1), KEY))).toEqual({ kind: 'no_lists' })
  })

  test('decides until the end of the day after its lists, and nothing from then on', async () => {
    const { database, answer } = await open()
    const pass = codeOf(claimOf(1, { to: OPENING + 240 * HOUR }), KEY)
    const [today] = answer.as_of.split('T')
    const end = epochMsOf(`${addDays(today ?? '', 2)}T00:00:00+09:00`)
    expect(await scan(database, pass, { now: end })).toEqual({ kind: 'no_lists' })
    expect(outcomeOf(await scan(database, pass, { now: end - 1_000 }))).toBe('success')
  })

  test('lets out who is inside, and in again where the product permits it', async () => {
    const [product] = listsOf(KEY).products
    const { database } = await open({ products: [{ ...product!, reentry_minutes: 30 }] })
    const code = codeOf(claimOf(1), KEY)
    const outcomes = [
      await scan(database, code, { out: true }),
      await scan(database, code),
      await scan(database, code, { out: true, now: AT_TEN + 60_000 }),
      await scan(database, code, { now: AT_TEN + 120_000 }),
    ]
    expect(outcomes.map(outcomeOf)).toEqual(['not_inside', 'success', 'success', 'success'])
  })

  test('two tabs never let one ticket in twice', async () => {
    const { database, factory } = await open()
    const other = await openGateDatabase(factory)
    const code = codeOf(claimOf(1), KEY)
    const both = await Promise.all([scan(database, code), scan(other, code)])
    expect(both.map(outcomeOf).toSorted()).toEqual(['already_in', 'success'])
  })

  test('what is undone can enter again, also where the lists had the entry', async () => {
    const { database } = await open()
    const code = codeOf(claimOf(1), KEY)
    const scanId = randomUUID()
    await keepAnswered(database, {
      scanId,
      siteKey: SITE,
      uid: uidOf(1),
      name: 'Adult',
      direction: 'in',
      // The store writes whole seconds.
      at: AT_TEN + 400,
      answeredAt: AT_TEN,
    })
    expect(outcomeOf(await scan(database, code))).toBe('already_in')
    const answer = listsOf(KEY, { tickets: [listed({ last_in_at: jstIso(AT_TEN) })] })
    await keepLists(database, { answer, lang: 'en', isWhole: false, askedAt: AT_TEN - 1 })
    await undoKept(database, { scanId, reason: 'wrong door', isTold: false })
    expect(outcomeOf(await scan(database, code))).toBe('success')
  })

  test('forgets what the store had answered before the lists were asked for, and nothing else', async () => {
    const { database } = await open()
    const code = codeOf(claimOf(1), KEY)
    const entry = { siteKey: SITE, uid: uidOf(1), name: '', direction: 'in', at: AT_TEN } as const
    await keepAnswered(database, { ...entry, scanId: randomUUID(), answeredAt: AT_TEN })
    const lists = { answer: listsOf(KEY), lang: 'en', isWhole: false }
    await keepLists(database, { ...lists, askedAt: AT_TEN })
    expect(outcomeOf(await scan(database, code))).toBe('already_in')
    await keepLists(database, { ...lists, askedAt: AT_TEN + 1 })
    expect(outcomeOf(await scan(database, code))).toBe('success')
    expect(await countWaiting(database)).toBe(2)
  })

  test('whole lists replace what was known of tickets, and later ones add to it', async () => {
    const { database } = await open({ tickets: [listed({ revoked: true })] })
    const code = codeOf(claimOf(1), KEY)
    const kept = { answer: listsOf(KEY), lang: 'en' }
    await keepLists(database, { ...kept, isWhole: false, askedAt: AT_TEN })
    expect(outcomeOf(await scan(database, code))).toBe('revoked')
    await keepLists(database, { ...kept, isWhole: true, askedAt: AT_TEN + 1 })
    expect(outcomeOf(await scan(database, code))).toBe('success')
  })

  test('what was undone after the store had it stays until the store is told', async () => {
    const { database } = await open()
    const scanId = randomUUID()
    const entry = { siteKey: SITE, uid: uidOf(1), name: '', direction: 'in', at: AT_TEN } as const
    await keepAnswered(database, { ...entry, scanId, answeredAt: AT_TEN })
    await undoKept(database, { scanId, reason: 'wrong door', isTold: false })
    await keepLists(database, { answer: listsOf(KEY), lang: 'en', isWhole: false, askedAt: AT_TEN + 1 })
    expect(await countWaiting(database)).toBe(1)
  })

  test('a scan that this device has decided is not kept once more when its answer comes', async () => {
    const { database } = await open()
    const scanId = randomUUID()
    await scan(database, codeOf(claimOf(1), KEY), { scanId })
    await keepAnswered(database, {
      scanId,
      siteKey: SITE,
      uid: uidOf(1),
      name: '',
      direction: 'in',
      at: AT_TEN + 1,
      answeredAt: AT_TEN + 1,
    })
    expect(await countWaiting(database)).toBe(1)
  })

  test('a clock that went back takes no exit from a ticket', () => {
    const ticket = { uid: uidOf(1), version: 0, revoked: false, lastInAt: null, lastOutAt: AT_TEN }
    const out = { status: 'success', undone: null, direction: 'out', at: AT_TEN - 1 } as const
    expect(pastOf(ticket, [out])).toEqual({ lastInAt: null, lastOutAt: AT_TEN })
  })

  test('the tab that asked later for the lists wins', async () => {
    const { database } = await open()
    await keepLists(database, {
      answer: listsOf(KEY, { cursor: '7' }),
      lang: 'en',
      isWhole: false,
      askedAt: AT_TEN,
    })
    await keepLists(database, {
      answer: listsOf(KEY, { cursor: '6' }),
      lang: 'en',
      isWhole: false,
      askedAt: OPENING,
    })
    expect(await readLists(database)).toMatchObject({ cursor: '7' })
  })
})

function listed(changes: Partial<ReturnType<typeof listsOf>['tickets'][number]>) {
  return { uid: uidOf(1), version: 0, revoked: false, last_in_at: null, last_out_at: null, ...changes }
}

/** Codes that must not open the gate, drawn by the seed of the run; ten thousand in the whole proof. */
const FALSE_CODES = rounds({ short: 300, whole: 10_000 })

describe('codes of nobody', () => {
  test(`${FALSE_CODES} forged, altered, replayed, expired, rotated-away codes and those of other sites let nobody in`, async () => {
    const thief = signingKey()
    const retired = signingKey(7)
    const { database } = await open({
      rotating: true,
      tickets: [
        { ...listed({}), uid: uidOf(1), version: 5 },
        { ...listed({}), uid: uidOf(2), revoked: true },
        { ...listed({}), uid: uidOf(3), last_in_at: '2026-12-01T09:00:00+09:00' },
      ],
    })
    const fresh = (n: number, changes: Parameters<typeof claimOf>[1] = {}) =>
      claimOf(n, { issuedAt: AT_TEN - ROTATION_MS, ...changes })
    const someone = fc.integer({ min: 4, max: 1_000_000 })
    const letter = fc.constantFrom(...Array.from('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:'))
    const right = codeOf(fresh(10), KEY)
    const falseCode = fc.oneof(
      someone.map(n => ({ sort: 'forged', code: codeOf(fresh(n), thief) })),
      someone.map(n => ({ sort: 'retired key', code: codeOf(fresh(n, { keyNumber: 7 }), retired) })),
      someone.map(n => ({ sort: 'other site', code: codeOf(fresh(n), KEY, 'mori') })),
      fc
        .tuple(fc.integer({ min: SIGNED_PREFIX.length, max: right.length - 1 }), letter)
        .filter(([i, other]) => right.charAt(i) !== other)
        .map(([i, other]) => ({ sort: 'altered', code: right.slice(0, i) + other + right.slice(i + 1) })),
      fc
        .integer({ min: 0, max: 4 })
        .map(version => ({ sort: 'replayed', code: codeOf(fresh(1, { version }), KEY) })),
      fc.constant({ sort: 'refunded', code: codeOf(fresh(2), KEY) }),
      fc.constant({ sort: 'inside', code: codeOf(fresh(3), KEY) }),
      fc.tuple(someone, fc.integer({ min: 1, max: 86_400 })).map(([n, seconds]) => ({
        sort: 'expired',
        code: codeOf(fresh(n, { from: OPENING, to: AT_TEN - seconds * 1_000 }), KEY),
      })),
      fc.tuple(someone, fc.integer({ min: 91, max: 86_400 })).map(([n, seconds]) => ({
        sort: 'rotated away',
        code: codeOf(fresh(n, { issuedAt: AT_TEN - seconds * 1_000 }), KEY),
      })),
      someone.map(n => ({ sort: 'a screenshot', code: codeOf(claimOf(n), KEY) })),
      fc.string({ maxLength: 500 }).map(code => ({ sort: 'anything', code })),
      fc
        .string({ maxLength: 200 })
        .map(code => ({ sort: 'anything with our prefix', code: SIGNED_PREFIX + code })),
    )
    const sorts = new Map<string, number>()
    const seed = seedOf(47)
    for (const { sort, code } of fc.sample(falseCode, { numRuns: FALSE_CODES, seed })) {
      const decision = await scan(database, code)
      expect({ seed, sort, code, outcome: outcomeOf(decision) }).not.toMatchObject({ outcome: 'success' })
      sorts.set(sort, (sorts.get(sort) ?? 0) + 1)
    }
    expect(sorts.size).toBe(12)
    // The gate works: the right code that the altered ones were made of lets somebody in.
    expect(outcomeOf(await scan(database, right))).toBe('success')
  }, 240_000)
})

/** How the network behaves at the reports of a morning, and the browser before them: whoever is killed loses answers too. */
type Trouble = 'none' | 'answers lost' | 'killed'
const TROUBLES: readonly Trouble[] = IS_WHOLE_PROOF ? ['none', 'answers lost', 'killed'] : ['killed']
/** More than one report takes. */
const ENTRIES = rounds({ short: 600, whole: 2_000 })
/** Each of these entries is tried again a second later. */
const EVERY_AGAIN = 40
/** The browser ends the page after so many, and the device opens it again. */
const EVERY_DEATH = 200
const DUPLICATES = ENTRIES / EVERY_AGAIN

describe('four hours without a connection', () => {
  test.each(TROUBLES)(
    `${ENTRIES} entries and ${DUPLICATES} duplicates are all reported and none is lost: %s`,
    async trouble => {
      const { factory, answer, database: first } = await open()
      let database = first
      const store = storeAtTheOtherEnd(answer)
      store.network.before = noConnection
      const codes = Array.from({ length: ENTRIES }, (_, n) => codeOf(claimOf(n + 1), KEY))
      const twice = new Set(Array.from({ length: DUPLICATES }, (_, n) => n * EVERY_AGAIN))
      const admitted: string[] = []
      const refused: string[] = []
      for (const [n, code] of codes.entries()) {
        const now = OPENING + Math.floor((n / codes.length) * 4 * HOUR)
        for (const again of twice.has(n) ? [0, 1] : [0]) {
          const scanId = randomUUID()
          const outcome = outcomeOf(await scan(database, code, { scanId, now: now + again * 1_000 }))
          ;(outcome === 'success' ? admitted : refused).push(scanId)
        }
        if (n % EVERY_DEATH === EVERY_DEATH - 1 && trouble === 'killed') {
          database.close()
          database = await openGateDatabase(factory)
        }
      }
      expect([admitted.length, refused.length]).toEqual([ENTRIES, DUPLICATES])
      expect(await countWaiting(database)).toBe(ENTRIES + DUPLICATES)
      await expect(sync(database, store.calls)).rejects.toThrow('connection')

      store.network.before = () => undefined
      let calls = 0
      if (trouble !== 'none')
        store.network.after = () => {
          calls += 1
          // Every second answer is lost: the store has the scans, and the device does not know.
          if (calls % 2 === 1) noConnection()
        }
      let tries = 0
      while ((await countWaiting(database)) > 0) {
        tries += 1
        await sync(database, store.calls).catch(() => undefined)
        if (trouble === 'killed') {
          database.close()
          database = await openGateDatabase(factory)
        }
        expect(tries).toBeLessThan(50)
      }
      expect(new Set(store.rows.keys())).toEqual(new Set([...admitted, ...refused]))
      const told = [...store.rows.values()]
      expect(told.filter(({ status }) => status === 'success').map(row => row.scan_id)).toEqual(admitted)
      expect(told.map(({ at }) => at)).toEqual(told.map(({ at }) => at).toSorted())
      expect(await readConflicts(database)).toEqual([])
    },
    240_000,
  )

  test('two tabs report together: every scan is kept once, and none is lost', async () => {
    const { database, factory, answer } = await open()
    const other = await openGateDatabase(factory)
    const store = storeAtTheOtherEnd(answer)
    for (let n = 1; n <= 300; n += 1) await scan(database, codeOf(claimOf(n), KEY))
    await Promise.all([sync(database, store.calls), sync(other, store.calls)])
    expect(store.rows.size).toBe(300)
    expect(await countWaiting(database)).toBe(0)
    expect(await readConflicts(database)).toEqual([])
  })

  test('what the store would have decided otherwise is kept to be shown', async () => {
    const { database, answer } = await open()
    const store = storeAtTheOtherEnd(answer)
    const elsewhere = codeOf(claimOf(1), KEY)
    const other = await open()
    await scan(other.database, elsewhere)
    await sync(other.database, store.calls)
    const scanId = randomUUID()
    await scan(database, elsewhere, { scanId })
    await sync(database, store.calls)
    expect(await readConflicts(database)).toEqual([
      {
        scanId,
        at: AT_TEN,
        name: 'Adult · Digital Forest',
        direction: 'in',
        kind: 'decided',
        status: 'success',
        storeStatus: 'used',
        storeReason: 'already_in',
      },
    ])
  })

  test('what was undone is no conflict, whatever the store would have decided', async () => {
    const { database, answer } = await open()
    const store = storeAtTheOtherEnd(answer)
    const code = codeOf(claimOf(1), KEY)
    const other = await open()
    await scan(other.database, code)
    await sync(other.database, store.calls)
    const scanId = randomUUID()
    await scan(database, code, { scanId })
    await undoKept(database, { scanId, reason: 'wrong door', isTold: false })
    await sync(database, store.calls)
    expect(await readConflicts(database)).toEqual([])
  })

  test('undone here, before or while the store is told: the store learns of it', async () => {
    const { database, answer } = await open()
    const store = storeAtTheOtherEnd(answer)
    const [before, during] = [randomUUID(), randomUUID()]
    await scan(database, codeOf(claimOf(1), KEY), { scanId: before })
    await undoKept(database, { scanId: before, reason: 'wrong door', isTold: false })
    await scan(database, codeOf(claimOf(2), KEY), { scanId: during })
    const calls = {
      ...store.calls,
      report: async (scans: Parameters<typeof store.calls.report>[0]) => {
        const told = await store.calls.report(scans)
        await undoKept(database, { scanId: during, reason: 'too many', isTold: false })
        return told
      },
    }
    await sync(database, calls)
    expect(store.rows.get(before)).toMatchObject({ undone_reason: 'wrong door' })
    expect(store.undone).toEqual([during])
    expect(await countWaiting(database)).toBe(0)
  })

  test('what the store has been told leaves no code on the device', async () => {
    const { database, answer } = await open()
    const store = storeAtTheOtherEnd(answer)
    await scan(database, codeOf(claimOf(1), KEY))
    await keepAnswered(database, {
      scanId: randomUUID(),
      siteKey: SITE,
      uid: uidOf(2),
      name: '',
      direction: 'in',
      at: AT_TEN,
      answeredAt: AT_TEN,
    })
    await sync(database, store.calls)
    const kept = await database.read(['scans'], ({ scans }) => scans.all())
    expect(kept).toHaveLength(2)
    expect(JSON.stringify(kept)).not.toContain(SIGNED_PREFIX)
  })

  test('one scan that the store cannot read does not keep back the others', async () => {
    const { database, answer } = await open()
    const store = storeAtTheOtherEnd(answer)
    const ids = Array.from({ length: 9 }, () => randomUUID())
    for (const [n, scanId] of ids.entries()) await scan(database, codeOf(claimOf(n + 1), KEY), { scanId })
    const unread = ids[4]!
    const calls: typeof store.calls = {
      ...store.calls,
      report: async scans =>
        scans.some(({ scan_id: id }) => id === unread) ? 'refused' : store.calls.report(scans),
    }
    await sync(database, calls)
    expect([...store.rows.keys()]).toEqual(ids.filter(id => id !== unread))
    expect(await readConflicts(database)).toMatchObject([{ scanId: unread, kind: 'unread' }])
    expect(await countWaiting(database)).toBe(0)
  })

  test('what was done at another site is kept for it, and told to nobody else', async () => {
    const { database, answer } = await open()
    const store = storeAtTheOtherEnd(answer)
    await scan(database, codeOf(claimOf(1), KEY))
    const at = { database, calls: store.calls, storeNow: () => AT_TEN, deviceNow: () => AT_TEN }
    await syncGate(at, { siteKey: 'mori', lang: 'en' })
    expect([store.rows.size, await countWaiting(database)]).toEqual([0, 1])
    await sync(database, store.calls)
    expect([store.rows.size, await countWaiting(database)]).toEqual([1, 0])
  })

  test('the lists of a former day are read anew as a whole', async () => {
    const { database, answer } = await open({ tickets: [listed({ version: 2 })] })
    const asked: (string | undefined)[] = []
    const store = storeAtTheOtherEnd({ ...answer, as_of: jstIso(AT_TEN + 24 * HOUR), tickets: [] })
    const calls: typeof store.calls = {
      ...store.calls,
      lists: async (since, lang) => {
        asked.push(since)
        return store.calls.lists(since, lang)
      },
    }
    for (const now of [AT_TEN, AT_TEN + 24 * HOUR, AT_TEN + 24 * HOUR + 1]) await sync(database, calls, now)
    expect(asked).toEqual(['1', undefined, '1'])
    // So are those in another language: names of tickets stand in them.
    const later = AT_TEN + 24 * HOUR + 2
    const device = { database, calls, storeNow: () => later, deviceNow: () => later }
    await syncGate(device, { siteKey: SITE, lang: 'ja' })
    expect(asked.at(-1)).toBeUndefined()
  })
})
