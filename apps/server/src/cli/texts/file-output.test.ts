import { lstat, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { encoded, writeWhole } from './file-output.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kippu-output-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function* lines(...all: readonly string[]) {
  yield* all
}

test('a link that somebody has put where the file is made leads it nowhere, and its owner alone reads it', async () => {
  const [file, victim] = [path.join(folder, 'sales.csv'), path.join(folder, 'victim')]
  await writeFile(victim, 'mine')
  await symlink(victim, `${file}.part`)
  await writeWhole(file, encoded(lines('a\n', 'b\n'), 'utf8'))
  expect(await readFile(victim, 'utf8')).toBe('mine')
  expect(await readFile(file, 'utf8')).toBe('a\nb\n')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
})

test('a link in the place of the file stays, and so does what it leads to', async () => {
  const [link, victim] = [path.join(folder, 'linked.csv'), path.join(folder, 'led-to')]
  await writeFile(victim, 'mine')
  await symlink(victim, link)
  await expect(writeWhole(link, encoded(lines('a\n'), 'utf8'))).rejects.toThrow('is not a file')
  expect((await lstat(link)).isSymbolicLink()).toBe(true)
  expect(await readFile(victim, 'utf8')).toBe('mine')
})

test('what dies before its last byte leaves the file of before and nothing beside it', async () => {
  const file = path.join(folder, 'journal.csv')
  await writeFile(file, 'before')
  async function* torn() {
    yield Buffer.from('half')
    throw new Error('torn')
  }
  const names = await readdir(folder)
  await expect(writeWhole(file, torn())).rejects.toThrow('torn')
  expect(await readFile(file, 'utf8')).toBe('before')
  expect(await readdir(folder)).toEqual(names)
})
