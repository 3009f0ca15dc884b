import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ROOT } from '../root.ts'
import { isStoreSource, siteOfTheme, STORE_FOLDERS } from './store-sources.ts'

test.each([
  'apps/server/src/catalogue/products/queries.ts',
  'apps/server/src/platform/db/migrations/0001-platform.sql',
  'packages/domain/src/order-price.ts',
  'packages/contract/src/errors.ts',
  'packages/texts/src/order.ts',
  'demo/sites/mori/site.json',
  'demo/sites/mori/theme.css',
  'demo/sites/mori/hero.svg',
])('the store starts again when %s changes', file => {
  expect(isStoreSource(file)).toBe(true)
})

test.each([
  'apps/server/src/catalogue/products/products.test.ts',
  'apps/server/src/cli/main.ts',
  'apps/server/test/app.ts',
  'apps/web/src/ui/button.tsx',
  'apps/web/src/ui/tokens.css',
  'packages/domain/package.json',
  'apps/server/src/catalogue/products/queries.ts~',
  'apps/server/src/catalogue/products/.queries.ts.swp',
])('the store runs on when %s changes', file => {
  expect(isStoreSource(file)).toBe(false)
})

test('every kind of file that the store has read is followed, wherever it lies', () => {
  const files = globSync(
    STORE_FOLDERS.map(folder => `${folder}/**/*.*`),
    { cwd: ROOT },
  )
  const left = files.filter(
    file =>
      !isStoreSource(file) &&
      !/\.test\.ts$|^apps\/server\/src\/cli\/|\/faces(?:\.json|-licences\.txt)$/.test(file),
  )
  expect(left).toEqual([])
})

test('only the theme of a site is seen without a load of the page', () => {
  expect(siteOfTheme('demo/sites/mori/theme.css')).toBe('mori')
  expect(siteOfTheme('demo/sites/mori/site.json')).toBeUndefined()
  expect(siteOfTheme('apps/web/src/ui/theme.css')).toBeUndefined()
})
