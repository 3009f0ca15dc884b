import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockFolder } from './folder-lock.ts'
import { processCommand } from './process-command.ts'

let folder: string
let other: ChildProcess | undefined

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'kippu-lock-'))
})

afterEach(() => {
  other?.kill('SIGKILL')
  other = undefined
  rmSync(folder, { recursive: true })
})

const take = () => lockFolder(folder, 'npm start')

/** Another process that has the folder. */
async function holdElsewhere(): Promise<ChildProcess> {
  const module = JSON.stringify(path.join(import.meta.dirname, 'folder-lock.ts'))
  const program = `const { lockFolder } = await import(${module})
    lockFolder(${JSON.stringify(folder)}, 'npm start')
    console.log('held')
    setInterval(() => undefined, 1000)`
  other = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (other.stdout !== null) await once(other.stdout, 'data')
  return other
}

test('a folder that another launcher has is refused with one line; a killed one is taken over', async () => {
  const holder = await holdElsewhere()
  expect(take).toThrow(
    `Kippu already runs in ${folder} (process ${holder.pid}): stop it, or choose another folder with DATA_DIR=… npm start`,
  )
  holder.kill('SIGKILL')
  await once(holder, 'exit')
  const lock = take()
  await lock.stop()
  expect(readdirSync(folder)).toEqual([])
})

test.each([
  ['another program has its number', `${process.ppid}\nnode tools/start/start.ts\n`],
  ['this process has its number', `${process.pid}\n${processCommand(process.pid)}\n`],
  ['it is damaged', ''],
])('a note of before is taken over: %s', async (_why, note) => {
  writeFileSync(path.join(folder, 'launcher.lock'), note)
  const lock = take()
  await lock.stop()
  expect(readdirSync(folder)).toEqual([])
})

test('a folder is made, and a launcher leaves the note of another alone', async () => {
  folder = path.join(folder, 'new')
  const lock = take()
  writeFileSync(path.join(folder, 'launcher.lock'), 'of another')
  await lock.stop()
  expect(existsSync(path.join(folder, 'launcher.lock'))).toBe(true)
  folder = path.dirname(folder)
})
