import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { claimPort } from '../claim-ports.ts'
import { ROOT } from '../root.ts'
import { type RestartingStore, startRestartingStore } from './restarting-store.ts'

let folder: string
let address: string
let store: RestartingStore
let ends: string[]

/** The source of a small store that answers with a word. */
const answering = (word: string): string => `
  import { createServer } from 'node:http'
  createServer((question, answer) => {
    if (question.url === '/end') process.exit(7)
    answer.end('${word}')
  }).listen(Number(process.env.PORT), '127.0.0.1')
  process.on('SIGTERM', () => process.exit(0))`

const save = (source: string): void => writeFileSync(path.join(folder, 'store.mjs'), source)
const word = async (): Promise<string> => (await fetch(address)).text()

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'kippu-restarting-'))
  const port = await claimPort()
  address = `http://127.0.0.1:${port}`
  ends = []
  save(answering('first'))
  store = startRestartingStore({
    file: path.relative(ROOT, path.join(folder, 'store.mjs')),
    environment: { ...process.env, PORT: String(port) },
    address,
    onEnd: how => ends.push(how),
  })
})

afterEach(async () => {
  await store.stop()
  rmSync(folder, { recursive: true })
})

test('after a restart the store answers by the sources as they are then', async () => {
  await store.ready()
  expect(await word()).toBe('first')
  save(answering('second'))
  expect(await store.restart()).toBeGreaterThan(0)
  expect(await word()).toBe('second')
  expect(ends).toEqual([])
})

test('a call during a restart is told when the newest start is ready', async () => {
  await store.ready()
  save(answering('second'))
  const restarted = store.restart()
  await store.ready()
  expect(await word()).toBe('second')
  await restarted
})

test('of two restarts at once the later one counts, and one store runs', async () => {
  save(answering('second'))
  const overtaken = store.restart()
  save(answering('third'))
  const newest = store.restart()
  expect(await overtaken).toBeUndefined()
  expect(await newest).toBeGreaterThan(0)
  expect(await word()).toBe('third')
})

test('a store that cannot start says how it ended, and starts once it is mended', async () => {
  await store.ready()
  save('process.exit(3)')
  await expect(store.restart()).rejects.toThrow('ended with code 3')
  await expect(store.ready()).rejects.toThrow('ended with code 3')
  save(answering('mended'))
  await store.restart()
  expect(await word()).toBe('mended')
})

test('a store that ends on its own is reported, and nobody is sent to it', async () => {
  await store.ready()
  await fetch(`${address}/end`).catch(() => undefined)
  await expect.poll(() => ends).toEqual([expect.stringContaining('ended with code 7')])
  await expect(store.ready()).rejects.toThrow('ended with code 7')
})
