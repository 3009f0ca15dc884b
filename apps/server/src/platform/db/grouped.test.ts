import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { fixed } from './fixed.ts'
import { grouped, tried } from './grouped.ts'
import type { GroupLimits } from './group-queue.ts'
import { DatabaseBusy } from './sql-states.ts'

/** A statement that doubles numbers, notes its groups, and is answered when the test says so. */
function createDoubling(faults: ReadonlyMap<number, string> = new Map(), limits: GroupLimits<number> = {}) {
  const groups: Array<readonly number[]> = []
  const answers: Array<() => void> = []
  const doubling = grouped(async (_on: object, items: readonly number[]) => {
    groups.push(items)
    await new Promise<void>(resolve => answers.push(resolve))
    for (const item of items) {
      const code = faults.get(item)
      if (code !== undefined) throw Object.assign(new Error('refused'), { code })
    }
    return items.map(item => item * 2)
  }, limits)
  return { double: doubling.queueOn({}), groups, answers }
}

/** Lets the event loop turn until the statement runs for the given number of groups. */
async function turnUntil(isReached: () => boolean): Promise<void> {
  while (!isReached()) await new Promise(resolve => setImmediate(resolve))
}

/** Answers each group as soon as it is under way. */
async function answerAll(answers: Array<() => void>, done: Promise<unknown>): Promise<void> {
  let isDone = false
  const end = done.finally(() => (isDone = true)).catch(() => undefined)
  await turnUntil(() => {
    for (const answer of answers.splice(0)) answer()
    return isDone
  })
  await end
}

test('what comes in one turn of the event loop goes together, and each gets its own answer', async () => {
  const { double, groups, answers } = createDoubling()
  const all = Promise.all([1, 2, 3].map(double))
  await answerAll(answers, all)
  expect(await all).toEqual([2, 4, 6])
  expect(groups).toEqual([[1, 2, 3]])
})

test('while two groups are under way, all who come make the third', async () => {
  const { double, groups, answers } = createDoubling()
  const first = double(1)
  await turnUntil(() => groups.length === 1)
  const second = double(2)
  await turnUntil(() => groups.length === 2)
  const rest = [3, 4, 5].map(double)
  const all = Promise.all([first, second, ...rest])
  await answerAll(answers, all)
  expect(await all).toEqual([2, 4, 6, 8, 10])
  expect(groups).toEqual([[1], [2], [3, 4, 5]])
})

test('two that change the same go one after the other, and hold up nobody else', async () => {
  const { double, groups, answers } = createDoubling(new Map(), { keysOf: item => [String(item % 10)] })
  const all = Promise.all([1, 11, 2, 21].map(double))
  await answerAll(answers, all)
  expect(await all).toEqual([2, 22, 4, 42])
  expect(groups).toEqual([[1, 2], [11], [21]])
})

test('a fault of one row fails its item alone, and the others keep the order they came in', async () => {
  const { double, groups, answers } = createDoubling(new Map([[2, '23505']]))
  const all = Promise.allSettled([1, 2, 3].map(double))
  await answerAll(answers, all)
  expect((await all).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(groups).toEqual([[1, 2, 3], [1, 2], [1], [2], [3]])
})

test('a lost connection fails the whole group: nobody knows what was written', async () => {
  const { double, groups, answers } = createDoubling(new Map([[2, 'ECONNRESET']]))
  const all = Promise.allSettled([1, 2, 3].map(double))
  await answerAll(answers, all)
  expect((await all).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(groups).toHaveLength(1)
})

test('a group that the database ended because of a deadlock runs again', async () => {
  const faults = new Map([[2, '40P01']])
  const { double, groups, answers } = createDoubling(faults)
  const all = Promise.all([1, 2].map(double))
  await turnUntil(() => answers.length === 1)
  answers.shift()?.()
  await turnUntil(() => answers.length === 1)
  faults.clear()
  await answerAll(answers, all)
  expect(await all).toEqual([2, 4])
  expect(groups).toEqual([
    [1, 2],
    [1, 2],
  ])
})

test('who comes when too many wait is told at once', async () => {
  const { double, answers } = createDoubling()
  const waiting = Promise.all(Array.from({ length: 5_000 }, (_, item) => double(item)))
  await expect(double(1)).rejects.toBeInstanceOf(DatabaseBusy)
  await answerAll(answers, waiting)
  expect((await waiting).at(-1)).toBe(9_998)
})

test('who changes what is under way waits for it, and holds up nobody else', async () => {
  const { double, groups, answers } = createDoubling(new Map(), { keysOf: item => [String(item % 10)] })
  const first = double(1)
  await turnUntil(() => groups.length === 1)
  const same = double(11)
  const other = double(2)
  await turnUntil(() => groups.length === 2)
  expect(groups).toEqual([[1], [2]])
  const all = Promise.all([first, same, other])
  await answerAll(answers, all)
  expect(await all).toEqual([2, 22, 4])
  expect(groups).toEqual([[1], [2], [11]])
})

test('what is wrong with the answer of one item fails that item alone, and nothing runs again', async () => {
  let runs = 0
  const halving = grouped(async (_on: object, items: readonly number[]) => {
    runs += 1
    return items.map(item =>
      tried(() => {
        if (item % 2 === 1) throw new Error('an odd number')
        return item / 2
      }),
    )
  })
  const halve = halving.queueOn({})
  const [four, three] = await Promise.allSettled([halve(4), halve(3)])
  expect(four).toEqual({ status: 'fulfilled', value: 2 })
  expect(three).toMatchObject({ status: 'rejected', reason: new Error('an odd number') })
  expect(runs).toBe(1)
})

test('an item of which no statement can be made fails alone', async () => {
  const checking = grouped((_on: object, items: readonly number[]) => {
    if (items.includes(3)) throw new Error('no such move')
    return Promise.resolve(items)
  })
  const check = checking.queueOn({})
  const results = await Promise.allSettled([1, 2, 3, 4].map(check))
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
})

test('who has waited too long for a group to begin is told so, while those who came later go on', async () => {
  const clock = { ms: 0 }
  const { double, groups, answers } = createDoubling(new Map(), { patienceMs: 1_000, now: () => clock.ms })
  const inFlight = [double(1)]
  await turnUntil(() => groups.length === 1)
  inFlight.push(double(2))
  await turnUntil(() => groups.length === 2)
  const early = double(3)
  clock.ms = 1_001
  const late = double(4)
  await expect(early).rejects.toBeInstanceOf(DatabaseBusy)
  const all = Promise.all([...inFlight, late])
  await answerAll(answers, all)
  expect(await all).toEqual([2, 4, 8])
})

test('whoever was told that it took too long may come again at once', async () => {
  const clock = { ms: 0 }
  const limits = { patienceMs: 1_000, now: () => clock.ms, keysOf: () => ['one order'] }
  const { double, groups, answers } = createDoubling(new Map(), limits)
  const inFlight = double(1)
  await turnUntil(() => groups.length === 1)
  const late = double(2)
  clock.ms = 1_001
  await answerAll(answers, Promise.allSettled([inFlight, late]))
  await expect(late).rejects.toBeInstanceOf(DatabaseBusy)
  const again = double(2)
  await answerAll(answers, again)
  expect(await again).toBe(4)
})

test('a part of statements that brings a value cannot be fixed', () => {
  expect(() => fixed(sql`id = ${1}`)).toThrow('has a value')
})
