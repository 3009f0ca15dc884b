import { LANGUAGES } from '@kippu/domain/language'
import { SALES_CHANNELS } from '@kippu/domain/states/ticket'
import { SITE_KEYS, SITES, siteOf } from '@kippu/demo/demo-sites'
import { textsOf } from '@kippu/texts/texts'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { type Database, openDatabase } from '../../platform/db/database.ts'
import { FOR_WHOLE_TABLES } from '../../platform/db/patience.ts'
import { seed } from './seed.ts'
import { siteTextsOf } from './site-texts.ts'

let server: TestDatabase
let db: Database

beforeEach(async () => {
  server = await createTestDatabase('seeded')
  db = openDatabase(server.url, { poolSize: 4, patience: FOR_WHOLE_TABLES })
})

afterEach(async () => {
  await db.close()
  await server.drop()
})

test('each site has six languages with Japanese the default, and all texts in each (R-1.41–47)', async () => {
  const { languages, texts } = await db.read(async tx => ({
    languages: await tx.selectFrom('languages').selectAll().orderBy('position').execute(),
    texts: await tx.selectFrom('texts').selectAll().where('source', '<>', 'site').execute(),
  }))
  for (const key of SITE_KEYS) {
    const own = languages.filter(({ site_key }) => site_key === key)
    expect(own.map(({ id }) => id)).toEqual([...LANGUAGES])
    expect(own.filter(({ is_default }) => is_default).map(({ id }) => id)).toEqual(['ja'])
    for (const lang of LANGUAGES) {
      const rows = texts.filter(row => row.site_key === key && row.lang === lang)
      expect(Object.fromEntries(rows.map(row => [row.key, row.text]))).toEqual({
        ...textsOf(lang),
        ...siteTextsOf(siteOf(key), lang),
      })
    }
  }
})

test('a text, setting or field that the venue changed stays; a bundled text is updated with the code', async () => {
  await db.transaction(async tx => {
    const text = tx.updateTable('texts').where('site_key', '=', 'demo').where('lang', '=', 'ja')
    await text.set({ text: 'VENUE WORDS', source: 'site' }).where('key', '=', 'common_low_stock').execute()
    await text.set({ text: 'OLD WORDS' }).where('key', '=', 'common_tax_included').execute()
    await tx.updateTable('settings').set({ value: '4' }).where('key', '=', 'Max_Ticket').execute()
    await tx
      .updateTable('field_templates')
      .set({ is_display: false })
      .where('field_name', '=', 'age')
      .execute()
  })
  await seed(db, SITES)
  const after = await db.read(async tx => ({
    texts: await tx
      .selectFrom('texts')
      .select('text')
      .where('text', 'in', ['VENUE WORDS', 'OLD WORDS'])
      .execute(),
    settings: await tx.selectFrom('settings').select('value').where('key', '=', 'Max_Ticket').execute(),
    fields: await tx
      .selectFrom('field_templates')
      .select('is_display')
      .where('field_name', '=', 'age')
      .execute(),
  }))
  expect(after.texts).toEqual([{ text: 'VENUE WORDS' }])
  expect(after.settings).toEqual(SITE_KEYS.map(() => ({ value: '4' })))
  expect(after.fields).toEqual(SITE_KEYS.map(() => ({ is_display: false })))
})

const methodsOf = (siteKey: string, channel: string) =>
  db.read(async tx => {
    const rows = await tx
      .selectFrom('payment_methods')
      .select('method')
      .where('site_key', '=', siteKey)
      .where('channel', '=', channel)
      .orderBy('position')
      .execute()
    return rows.map(({ method }) => method)
  })

test('a method that the venue switched off stays off and its order stays, until the site lists others (R-7.09)', async () => {
  const listed = siteOf('demo').paymentMethods.pos
  expect(await methodsOf('demo', 'pos')).toEqual(listed)
  await db.transaction(async tx => {
    const pos = tx.updateTable('payment_methods').where('site_key', '=', 'demo').where('channel', '=', 'pos')
    await pos.set({ position: 9 }).where('method', '=', listed[0]!).execute()
    const gone = tx.deleteFrom('payment_methods').where('site_key', '=', 'demo').where('channel', '=', 'pos')
    await gone.where('method', '=', listed[1]!).execute()
  })
  await seed(db, SITES)
  expect(await methodsOf('demo', 'pos')).toEqual([listed[2], listed[0]])
  const pos = [listed[0]!, listed[1]!, 'd_pay' as const]
  await seed(db, [{ ...siteOf('demo'), paymentMethods: { ...siteOf('demo').paymentMethods, pos } }])
  expect(await methodsOf('demo', 'pos')).toEqual([listed[0], 'd_pay'])
})

test('each channel offers what the site lists for it, and never free (R-1.18, R-7.09, D-55)', async () => {
  const free = { site_key: 'demo', channel: 'web', method: 'free', position: 9, discount_type: null }
  await db.transaction(tx => tx.insertInto('payment_methods').values(free).execute())
  await seed(db, SITES)
  for (const key of SITE_KEYS)
    for (const channel of SALES_CHANNELS)
      expect(await methodsOf(key, channel)).toEqual(siteOf(key).paymentMethods[channel])
})
