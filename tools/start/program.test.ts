import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startProgram } from './program.ts'
import { ROOT } from './root.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'kippu-program-'))
})

afterEach(() => rmSync(folder, { recursive: true }))

/** A program, as a path under the root. */
function write(source: string): string {
  const file = path.join(folder, 'main.ts')
  writeFileSync(file, source)
  return path.relative(ROOT, file)
}

test('says how a program ended', async () => {
  const program = startProgram({ name: 'It', file: write('process.exit(3)'), environment: process.env })
  expect(await program.ended).toMatch(/^It \(.*main\.ts\) ended with code 3$/)
})

test('stops a program by asking', async () => {
  const program = startProgram({
    name: 'It',
    file: write('setInterval(() => undefined, 1000)'),
    environment: process.env,
  })
  await program.stop()
  expect(await program.ended).toMatch(/ended by SIGTERM$/)
})

test('a program ends when its launcher is killed', async () => {
  const file = write(
    'console.log("up")\nprocess.on("SIGTERM", () => { console.log("asked to stop"); process.exit() })\nsetInterval(() => undefined, 1000)',
  )
  const launcherSource = `
    import { startProgram } from ${JSON.stringify(path.join(import.meta.dirname, 'program.ts'))}
    startProgram({ name: 'It', file: ${JSON.stringify(file)}, environment: process.env })`
  const launcher = spawn(process.execPath, ['--input-type=module-typescript', '-e', launcherSource], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface(launcher.stdout)[Symbol.asyncIterator]()
  expect(await lines.next()).toMatchObject({ value: 'up' })
  launcher.kill('SIGKILL')
  await once(launcher, 'exit')
  expect(await lines.next()).toMatchObject({ value: 'asked to stop' })
  expect(await lines.next()).toMatchObject({ done: true })
})
