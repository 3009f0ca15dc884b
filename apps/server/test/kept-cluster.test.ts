import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { expect, test } from 'vitest'

import { keyOf, ROOT, sourcesOf } from './kept-cluster.ts'

test('the templates are made anew when anything that they are made from has changed', () => {
  const sources = sourcesOf(path.join(import.meta.dirname, 'global-setup.ts'))
  const migrations = globSync('apps/server/src/platform/db/migrations/*.sql', { cwd: ROOT })
  expect(migrations.length).toBeGreaterThan(5)
  const expected = [
    ...migrations,
    'apps/server/src/platform/db/migrate.ts',
    'apps/server/src/sites/seed/seed.ts',
    'apps/server/src/sites/seed/seed-texts.ts',
    'apps/server/src/office/catalogue/sheets/members.ts',
    'apps/server/src/orders/membership/password.ts',
    'apps/server/test/global-setup.ts',
    'apps/server/test/test-today.ts',
    'packages/domain/src/jst-date.ts',
    'demo/src/fill-demo.ts',
    'demo/sheets/products.csv',
    'demo/sites/mori/site.json',
    'packages/texts/src/texts.ts',
    'tools/start/embedded-database.ts',
    'tools/start/postgres-cluster.ts',
    'package-lock.json',
  ]
  const names = sources.map(file => path.relative(ROOT, file))
  expect(expected.filter(name => !names.includes(name))).toEqual([])
})

test('another content and another file are another key', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'kippu-key-'))
  const [one, other] = [path.join(folder, 'one'), path.join(folder, 'other')]
  writeFileSync(one, '1')
  writeFileSync(other, '2')
  const keys = [keyOf([one]), keyOf([other]), keyOf([one, other])]
  writeFileSync(one, '3')
  expect(new Set([...keys, keyOf([one])]).size).toBe(4)
  rmSync(folder, { recursive: true })
})
