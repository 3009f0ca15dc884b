import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { SITE_KEYS } from '@kippu/sites/registry'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { systemClock } from '../clock.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { EXPORT_FORMATS, exportCatalogue } from './export-catalogue.ts'
import { importCatalogue } from './import-catalogue.ts'

const OWNER = { name: 'aki', role: 'owner', siteKeys: null } as const

let database: TestDatabase
let db: Database
let folder: string

beforeAll(async () => {
  database = await createTestDatabase('seeded')
  db = openDatabase(database.url, { poolSize: 4 })
  folder = await mkdtemp(path.join(tmpdir(), 'kippu-catalogue-'))
})
afterAll(async () => {
  await db.close()
  await database.drop()
  await rm(folder, { recursive: true })
})

const deps = () => ({ db, clock: systemClock, actor: OWNER })

test.each(EXPORT_FORMATS)(
  'what every site exports as %s changes nothing when it is imported',
  async format => {
    for (const siteKey of SITE_KEYS) {
      const place = path.join(folder, `${siteKey}-${format}`)
      const written = await exportCatalogue(deps(), { siteKey, folder: place, format })
      expect(written.kind).toBe('written')
      const outcome = await importCatalogue(deps(), {
        siteKey,
        paths: [place],
        isWhole: true,
        isApplied: true,
      })
      const wrong =
        outcome.kind === 'faults'
          ? outcome.faults.slice(0, 5)
          : outcome.plan.sheets.flatMap(({ changes }) => changes.slice(0, 3))
      expect([siteKey, wrong]).toEqual([siteKey, []])
      expect(outcome.kind).toBe('unchanged')
    }
  },
)

test('an export overwrites nothing, and begins as Excel wants it', async () => {
  const place = path.join(folder, `${SITE_KEYS[0]}-csv`)
  const again = await exportCatalogue(deps(), { siteKey: SITE_KEYS[0] ?? '', folder: place, format: 'csv' })
  expect(again).toEqual({ kind: 'exists', file: path.join(place, 'products.csv') })
  const text = await readFile(path.join(place, 'products.csv'), 'utf8')
  expect(text.startsWith('\u{feff}product,code,kind,booking,base_price')).toBe(true)
})

test('whoever takes members out is written down, and whoever may not takes none out', async () => {
  const lines = () =>
    db.read(read =>
      read
        .selectFrom('staff_actions')
        .select(['staff', 'subject', 'details', 'permission'])
        .where('verb', '=', 'catalogue export')
        .where('site_key', '=', 'demo')
        .orderBy('id')
        .execute(),
    )
  const before = (await lines()).length
  const written = await exportCatalogue(deps(), {
    siteKey: 'demo',
    folder: path.join(folder, 'all'),
    format: 'csv',
  })
  const members =
    written.kind === 'written' ? written.sheets.find(({ sheet }) => sheet === 'members') : undefined
  expect((await lines()).slice(before)).toEqual([
    { staff: 'aki', subject: 'members', permission: 'members:write', details: { members: members?.rows } },
  ])
  const planner = { name: 'ren', role: 'planner', siteKeys: null } as const
  const request = { siteKey: 'demo', folder: path.join(folder, 'none'), format: 'csv' } as const
  await exportCatalogue({ ...deps(), actor: planner }, request)
  expect(await lines()).toHaveLength(before + 1)
})
