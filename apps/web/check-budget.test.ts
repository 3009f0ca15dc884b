// @vitest-environment node
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'kippu-budget-'))
  for (const built of ['.vite', 'staff/.vite']) mkdirSync(path.join(folder, built), { recursive: true })
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Bytes of each file of a build. Random bytes do not shrink: gzip adds some twenty. */
const SMALL = {
  'start.js': 104_000,
  'shared.js': 500,
  'start.css': 9_900,
  'ticket.js': 34_000,
  'codes.js': 34_000,
  'qr.js': 34_000,
  'card.js': 11_500,
  'rest.js': 34_900,
  'rest.css': 0,
  'gate.js': 97_000,
  'staff/door.js': 89_000,
  'staff/inside.js': 85_000,
}

/** Checks a build of such files: an entry with what it imports, and the part that the server renders as well. */
function check(changes: Partial<Record<keyof typeof SMALL, number>> = {}, parts: readonly string[] = []) {
  const sizes = { ...SMALL, ...changes }
  for (const [file, size] of Object.entries(sizes)) writeFileSync(path.join(folder, file), randomBytes(size))
  const manifest = {
    'index.html': { file: 'start.js', imports: ['shared'], css: ['start.css'] },
    'tickets/index.html': { file: 'ticket.js', imports: ['shared', 'codes', 'qr', 'card'] },
    shared: { file: 'shared.js' },
    codes: { file: 'codes.js' },
    qr: { file: 'qr.js' },
    card: { file: 'card.js' },
    rest: {
      file: 'rest.js',
      name: 'order-rest',
      imports: ['shared', ...parts],
      css: sizes['rest.css'] > 0 ? ['rest.css'] : [],
    },
    ...Object.fromEntries(parts.map(part => [part, { file: 'codes.js' }])),
  }
  writeFileSync(path.join(folder, '.vite/manifest.json'), JSON.stringify(manifest))
  // The gate is built beside the others.
  const gate = { 'gate/index.html': { file: 'gate.js' } }
  writeFileSync(path.join(folder, '.vite/gate-manifest.json'), JSON.stringify(gate))
  const staff = {
    'index.html': { file: 'door.js' },
    'src/inside.tsx': { file: 'inside.js', imports: ['index.html'] },
  }
  writeFileSync(path.join(folder, 'staff/.vite/manifest.json'), JSON.stringify(staff))
  const program = path.join(import.meta.dirname, 'check-budget.ts')
  const { status, stdout } = spawnSync(process.execPath, [program, folder, path.join(folder, 'staff')], {
    encoding: 'utf8',
  })
  const over = stdout.split('\n').filter(line => line.startsWith('over'))
  return { status, over }
}

test('a build within the budget passes', () => {
  expect(check()).toEqual({ status: 0, over: [] })
})

test('what follows the first part is asked for at once: six files', () => {
  expect(check({}, ['b', 'c', 'd', 'e', 'f']).status).toBe(0)
  const { status, over } = check({}, ['b', 'c', 'd', 'e', 'f', 'g'])
  expect(status).toBe(1)
  expect(over).toEqual([expect.stringContaining('7 of 6  files after the first part')])
})

test.each([
  ['scripts of the first route', { 'start.js': 104_900 }, 'first route, JS'],
  ['what they import', { 'shared.js': 1_500 }, 'first route, JS'],
  ['styles of the first route', { 'start.css': 10_001 }, 'first route, CSS'],
  ['scripts of the tickets', { 'card.js': 14_500 }, 'tickets, JS'],
  ['scripts of the gate', { 'gate.js': 98_001 }, 'gate, JS'],
  [
    'scripts of the sign-in',
    { 'staff/door.js': 90_001, 'staff/inside.js': 1_000 },
    'sign-in of the staff, JS',
  ],
  ['scripts behind it', { 'staff/inside.js': 86_001 }, 'Today and an order, JS'],
  ['a later chunk', { 'rest.js': 35_001 }, 'rest.js'],
  [
    'styles that the server renders and the document lacks',
    { 'rest.css': 10 },
    'rest.css is not in the document',
  ],
])('a build that is over the budget fails: %s', (_, changes, named) => {
  const { status, over } = check(changes)
  expect(status).toBe(1)
  expect(over).toEqual([expect.stringContaining(named)])
})
