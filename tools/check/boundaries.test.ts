import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findForbiddenImports } from './boundaries.ts'
import { AREAS, brokenFloor, FLOORS, SERVER, strayFile } from './floors.ts'

let root: string

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'kippu-boundaries-'))
  const names = [
    'packages/domain',
    'packages/contract',
    'packages/client',
    'packages/sites',
    'packages/texts',
    'apps/server',
    'apps/web',
    'apps/simulators',
    'tools',
    'e2e',
    'bench',
  ]
  for (const folder of names)
    plant(`${folder}/package.json`, JSON.stringify({ name: `@kippu/${path.basename(folder)}` }))
})

afterEach(() => rmSync(root, { recursive: true }))

function plant(file: string, source: string): void {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
  writeFileSync(path.join(root, file), source)
}

const forbidden: [file: string, specifier: string, rule: string][] = [
  ['packages/domain/src/a.ts', 'valibot', 'packages/domain imports no package'],
  ['packages/domain/src/a.ts', 'node:fs', 'packages/domain imports no package'],
  ['packages/domain/src/a.ts', '@kippu/contract/call', 'packages/domain does not import packages/contract'],
  [
    'packages/domain/src/a.ts',
    '../../contract/src/call.ts',
    'packages/domain does not import packages/contract',
  ],
  [
    'packages/contract/src/a.ts',
    'fastify',
    'packages/contract imports no package but valibot, @valibot/to-json-schema',
  ],
  ['packages/client/src/a.ts', 'valibot', 'packages/client imports no package'],
  ['packages/client/src/a.ts', '@kippu/contract/call', 'packages/client does not import packages/contract'],
  ['apps/web/src/a.tsx', '@kippu/client/client', 'apps/web does not import packages/client'],
  ['packages/contract/src/a.ts', '@kippu/texts/ja', 'packages/contract does not import packages/texts'],
  ['packages/sites/src/a.ts', '@kippu/contract/call', 'packages/sites does not import packages/contract'],
  ['packages/texts/src/a.ts', '@kippu/sites/demo', 'packages/texts does not import packages/sites'],
  ['apps/server/src/door/a.ts', '@kippu/web/main', 'apps/server does not import apps/web'],
  [
    'apps/server/src/door/a.ts',
    '../../../simulators/src/start.ts',
    'apps/server does not import apps/simulators',
  ],
  [
    'apps/server/src/door/a.ts',
    '../../../../tools/start/embedded-database.ts',
    'apps/server does not import tools',
  ],
  ['apps/server/test/a.ts', '../../../tools/start/start.ts', 'apps/server does not import tools'],
  ['apps/web/src/a.tsx', '@kippu/server/env', 'apps/web does not import apps/server'],
  ['apps/web/src/a.tsx', '@kippu/sites/demo', 'apps/web does not import packages/sites'],
  ['apps/web/src/a.tsx', '../../../e2e/flow.ts', 'apps/web does not import e2e'],
  ['apps/web/src/a.tsx', '../../../bench/holds.ts', 'apps/web does not import bench'],
  ['apps/simulators/src/a.ts', '@kippu/domain/money', 'apps/simulators does not import packages/domain'],
  ['tools/test/a.ts', '../../bench/stack.ts', 'tools does not import bench'],
  ['tools/test/mutants/a.ts', '../../../e2e/call-store.ts', 'tools does not import e2e'],
  ['e2e/a.ts', '../bench/stack.ts', 'e2e does not import bench'],
  ['bench/a.ts', '../e2e/call-store.ts', 'bench does not import e2e'],
  [
    'apps/web/src/screens/pay/a.tsx',
    '../cart/b.tsx',
    'screens/pay and screens/cart of apps/web/src stand on one floor',
  ],
  ['apps/web/src/ui/button.tsx', '../api/client.ts', 'ui and api of apps/web/src stand on one floor'],
  ['apps/web/src/ui/button.tsx', '../parts/form/field.tsx', 'ui of apps/web/src stands below parts/form'],
  ['tools/start/a.ts', '../test/b.ts', 'start of tools stands below test'],
  [
    'apps/web/src/cupboard/a.ts',
    '../ui/button.tsx',
    'cupboard stands on no floor of apps/web/src: name it in tools/check/floors.ts',
  ],
  [
    'apps/server/src/door/a.ts',
    '../../../../tools/start/dev/live-web.ts',
    'tools/start/dev is for npm run dev alone',
  ],
  ['apps/server/src/door/a.ts', 'vite', 'tools/start/dev is for npm run dev alone'],
  ['apps/server/src/door/a.ts', '@vitejs/plugin-react', 'tools/start/dev is for npm run dev alone'],
  ['apps/simulators/src/a.ts', 'vite', 'tools/start/dev is for npm run dev alone'],
  ['apps/web/src/a.ts', '../../../tools/start/dev/dev.ts', 'tools/start/dev is for npm run dev alone'],
  ['tools/start/start.ts', './dev/front.ts', 'tools/start/dev is for npm run dev alone'],
  ['tools/start/start.ts', './dev/dev.ts', 'tools/start/dev is for npm run dev alone'],
  ['e2e/a.ts', '../tools/start/dev/store.ts', 'tools/start/dev is for npm run dev alone'],
]

test.each(forbidden)('%s may not import %s', (file, specifier, rule) => {
  plant(file, `import { x } from '${specifier}'\n`)
  expect(findForbiddenImports(root)).toEqual([
    expect.stringContaining(`${file}: '${specifier}' is forbidden: ${rule}`),
  ])
})

test.each([
  ['packages/contract/src/a.ts', 'valibot'],
  ['packages/domain/src/a.test.ts', 'vitest'],
  ['apps/server/src/door/a.ts', '@kippu/sites/demo'],
  ['apps/web/src/screens/pay/a.tsx', './form.tsx'],
  ['apps/web/src/screens/pay/a.tsx', '../../parts/form/field.tsx'],
  ['apps/server/src/orders/price/a.ts', '../life/b.ts'],
  ['apps/server/src/orders/a.ts', '../catalogue/products/queries.ts'],
  ['apps/server/src/stock/a.test.ts', '../orders/a.ts'],
  ['apps/server/src/orders/a.test.ts', '../../../../tools/start/embedded-database.ts'],
  ['apps/server/test/database.ts', '../../../tools/start/embedded-database.ts'],
  ['apps/server/test/buyers.ts', '../src/orders/queries.ts'],
  ['apps/server/test/providers.ts', '../../simulators/src/start.ts'],
  ['e2e/buy.test.ts', '@kippu/server/env'],
  ['apps/server/test/development.test.ts', '../../../tools/start/dev/live-web.ts'],
  ['apps/web/vite.config.ts', 'vite'],
  ['apps/web/vite.worker.config.ts', 'vite'],
  ['apps/web/drop-words.ts', 'vite'],
  ['tools/start/dev/dev.ts', './live-web.ts'],
  ['tools/start/dev/live-web.ts', 'vite'],
  ['bench/dev/run.ts', '../../tools/start/dev/dev.ts'],
  ['bench/a.ts', '../tools/test/machine.ts'],
  ['e2e/a.ts', '../tools/test/chromium.ts'],
])('%s may import %s', (file, specifier) => {
  plant(file, `import { x } from '${specifier}'\n`)
  expect(findForbiddenImports(root)).toEqual([])
})

test.each([
  `import type {\n  A,\n  B,\n} from 'fastify'`,
  `export { a } from 'fastify'`,
  `export * from "fastify"`,
  `import 'fastify'`,
  `const a = await import('fastify')`,
])('sees every form of import: %s', source => {
  plant('packages/domain/src/a.ts', `const before = 1\n${source}\n`)
  expect(findForbiddenImports(root)).toHaveLength(1)
})

/** One import of every area by every other: those that go up are refused, so that no two areas import each other. */
describe('areas of the server', () => {
  const TOP = '../../cli/run-cli.ts'

  test('every pair of areas', () => {
    for (const [from, area] of AREAS.entries())
      for (const [to, other] of AREAS.entries()) {
        const broken = brokenFloor(`${SERVER}/${area}/a.ts`, `${SERVER}/${other}/inner/b.ts`)
        expect(broken === undefined, `${area} imports ${other}`).toBe(from <= to)
      }
  })

  test.each([
    ['a value', `import { x } from '${TOP}'`],
    ['a type', `import type { X } from '${TOP}'`],
    ['a type among values', `import { type X } from '${TOP}'`],
    ['what is asked for later', `const x = await import('${TOP}')`],
  ])('an import of %s goes down', (_, line) => {
    plant(`${SERVER}/platform/db/a.ts`, `${line}\n`)
    expect(findForbiddenImports(root)).toEqual([
      `${SERVER}/platform/db/a.ts: '${TOP}' is forbidden: platform of ${SERVER} stands below cli`,
    ])
  })

  test('of two that import each other one is refused', () => {
    plant(`${SERVER}/orders/a.ts`, `import type { X } from '../tickets/b.ts'\n`)
    plant(`${SERVER}/tickets/b.ts`, `import { y } from '../orders/a.ts'\n`)
    expect(findForbiddenImports(root)).toEqual([
      `${SERVER}/orders/a.ts: '../tickets/b.ts' is forbidden: orders of ${SERVER} stands below tickets`,
    ])
  })

  test.each(['loose.ts', 'loose.test.ts', 'attic/a.ts'])('%s lies in no area', file => {
    plant(`${SERVER}/${file}`, 'export const x = 1\n')
    expect(findForbiddenImports(root)).toEqual([`${SERVER}/${file}: ${strayFile(`${SERVER}/${file}`)}`])
    expect(strayFile(`${SERVER}/${file}`)).toContain('it lies in no area')
  })
})

/**
 * One import of every room by every other: those that go up or sideways are refused, those that go down are not, types
 * included.
 */
describe.each(Object.entries(FLOORS))('floors of %s', (app, floors) => {
  const rooms = floors.flatMap((names, floor) =>
    names.map(name => ({ name: name.replace('*', 'any'), floor })),
  )
  const fileOf = (name: string): string => `${app}/${name.endsWith('.ts') ? name : `${name}/planted.ts`}`

  test('every pair of rooms', () => {
    for (const from of rooms)
      for (const to of rooms) {
        if (from.name === to.name) continue
        const broken = brokenFloor(fileOf(from.name), fileOf(to.name))
        expect(broken === undefined, `${from.name} imports ${to.name}`).toBe(from.floor > to.floor)
      }
  })

  test('an import of a type goes down as any other', () => {
    const [low, high] = [rooms[0]!, rooms.at(-1)!]
    const specifier = path.posix.relative(path.posix.dirname(fileOf(low.name)), fileOf(high.name))
    plant(fileOf(low.name), `import type { X } from './${specifier}'\n`)
    expect(findForbiddenImports(root)).toHaveLength(1)
  })
})
