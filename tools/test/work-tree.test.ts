import { execFileSync, spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { createWorkTree } from './work-tree.ts'

let root: string

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'kippu-work-tree-'))
  git('init', '--quiet')
  plant('.gitignore', 'node_modules\ndist\n.cache\n')
  plant('packages/domain/a.ts', 'committed')
  git('add', '.')
  git('commit', '--quiet', '--message', 'feat: all')
})

afterEach(() => rmSync(root, { recursive: true }))

function git(...args: string[]): string {
  const author = ['-c', 'user.name=T', '-c', 'user.email=t@example.com']
  return execFileSync('git', [...author, ...args], { cwd: root, encoding: 'utf8', stdio: 'pipe' })
}

function plant(file: string, source: string): void {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
  writeFileSync(path.join(root, file), source)
}

test('a work tree has the last commit, the installed packages, and its own packages of the repository', () => {
  plant('packages/domain/a.ts', 'changed since')
  plant('node_modules/other/index.js', 'installed')
  plant('packages/domain/node_modules/inner/index.js', 'installed for one')
  plant('apps/web/dist/.stamp', 'built')
  mkdirSync(path.join(root, 'node_modules/@kippu'))
  symlinkSync('../../packages/domain', path.join(root, 'node_modules/@kippu/domain'))

  const tree = createWorkTree(root)
  const read = (file: string) => readFileSync(path.join(tree.folder, file), 'utf8')
  expect(read('node_modules/other/index.js')).toBe('installed')
  expect(read('packages/domain/node_modules/inner/index.js')).toBe('installed for one')
  expect(read('apps/web/dist/.stamp')).toBe('built')
  expect(read('node_modules/@kippu/domain/a.ts')).toBe('committed')
  writeFileSync(path.join(tree.folder, 'packages/domain/a.ts'), 'mutant')
  expect(read('node_modules/@kippu/domain/a.ts')).toBe('mutant')
  expect(readFileSync(path.join(root, 'packages/domain/a.ts'), 'utf8')).toBe('changed since')
  tree.remove()
  expect(existsSync(tree.folder)).toBe(false)
  expect(readFileSync(path.join(root, 'node_modules/other/index.js'), 'utf8')).toBe('installed')
})

test('a work tree has the programs of the packages and no cache of theirs', () => {
  plant('node_modules/.bin/vitest', 'a program')
  plant('node_modules/.package-lock.json', '{}')
  plant('node_modules/.vite/results.json', '{}')
  plant('apps/web/node_modules/.vite/results.json', '{}')
  const { folder } = createWorkTree(root)
  expect(readdirSync(path.join(folder, 'node_modules')).toSorted()).toEqual(['.bin', '.package-lock.json'])
  expect(readdirSync(path.join(folder, 'apps/web/node_modules'))).toEqual([])
})

test('the work tree of a dead process is removed, that of a living one stays', () => {
  const { pid } = spawnSync('true')
  const abandoned = path.join(root, '.cache/work-trees', `${pid}-killed`)
  git('worktree', 'add', '--quiet', '--detach', abandoned)
  const [one, other] = [createWorkTree(root), createWorkTree(root)]
  expect(existsSync(abandoned)).toBe(false)
  expect([one, other].map(({ folder }) => existsSync(folder))).toEqual([true, true])
  expect(git('worktree', 'list').trim().split('\n')).toHaveLength(3)
})
