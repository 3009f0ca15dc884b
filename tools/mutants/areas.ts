import { existsSync, globSync } from 'node:fs'
import path from 'node:path'

export interface Area {
  readonly name: string
  /** Folders or files whose product code is changed. */
  readonly sources: readonly string[]
  /** The project of Vitest and the paths of its tests that are run against a change. */
  readonly project: string
  readonly tests: readonly string[]
  /** Tests elsewhere that reach its code, run only against a change that those beside it did not notice. */
  readonly further: readonly string[]
}

/** Whole purchases through the server, without the matrices over every provider. */
const PURCHASES = ['apps/server/test/bystanders', 'apps/server/test/example-provider/']

/** Areas where a mistake costs money or a visit. */
export const AREAS: readonly Area[] = [
  {
    name: 'money',
    sources: [
      'packages/domain/src/order-price.ts',
      'packages/domain/src/money.ts',
      'packages/domain/src/coupon.ts',
      'packages/domain/src/coupon-check.ts',
      'packages/domain/src/membership-discount.ts',
    ],
    project: 'domain',
    tests: ['packages/domain'],
    further: [],
  },
  {
    name: 'holds',
    sources: ['apps/server/src/orders'],
    project: 'server',
    tests: ['apps/server/src/orders/'],
    further: [
      ...PURCHASES,
      'apps/server/test/invariants',
      'apps/server/test/tenancy',
      'apps/server/test/random-prices',
      'apps/server/src/payments/checkout/',
      'apps/server/src/order-mails/',
    ],
  },
  {
    name: 'saga',
    sources: ['apps/server/src/payments/saga'],
    project: 'server',
    tests: ['apps/server/src/payments/saga/', 'apps/server/src/payments/checkout/'],
    further: [
      ...PURCHASES,
      'apps/server/src/payments/accounts/',
      'apps/server/src/payments/attempts/',
      'apps/server/src/payments/providers/gmo/',
    ],
  },
  {
    name: 'webhooks',
    sources: ['apps/server/src/payments/addresses'],
    project: 'server',
    tests: ['apps/server/src/payments/addresses/', 'apps/server/src/payments/checkout/three-d-secure'],
    further: [...PURCHASES, 'apps/server/src/payments/saga/', 'apps/server/src/payments/providers/'],
  },
  {
    name: 'refunds',
    sources: ['apps/server/src/payments/refunds'],
    project: 'server',
    tests: ['apps/server/src/payments/refunds/', 'apps/server/src/payments/saga/money-back'],
    further: [
      ...PURCHASES,
      'apps/server/src/payments/saga/',
      'apps/server/src/tickets/',
      'apps/server/src/cli/',
    ],
  },
  {
    name: 'tickets',
    sources: ['apps/server/src/tickets'],
    project: 'server',
    tests: ['apps/server/src/tickets/', 'apps/server/src/payments/refunds/'],
    further: [
      ...PURCHASES,
      'apps/server/src/orders/',
      'apps/server/src/order-mails/',
      'apps/server/test/tenancy',
      'apps/server/test/invariants',
    ],
  },
  {
    name: 'constraints',
    sources: ['apps/server/src/db/migrations'],
    project: 'server',
    tests: ['apps/server/src/db/', 'apps/server/src/upgrade/'],
    further: [
      'apps/server/src/orders/',
      'apps/server/src/payments/checkout/',
      'apps/server/src/payments/refunds/',
    ],
  },
]

/** Test files that take a minute and more each: matrices over every provider, and races of thousands. */
const LONG = /(?:^|\/)(?:kill|conformance|faults)-[a-z-]+\.test\.ts$|\/oversell\.test\.ts$/

/** Sources and test folders of the table that do not exist under `root`, by area. */
export function missingFolders(root: string, areas: readonly Area[]): string[] {
  return areas.flatMap(({ name, sources, tests, further }) => [
    ...sources.filter(source => !existsSync(path.join(root, source))).map(source => `${name}: ${source}`),
    ...[...tests, ...further]
      .filter(test => globSync(`${test}*`, { cwd: root }).length === 0)
      .map(test => `${name}: ${test}`),
  ])
}

/** Product code of an area, in an order that is the same everywhere. */
export function sourceFiles(root: string, { sources }: Area): string[] {
  const files = sources.flatMap(source =>
    /\.\w+$/.test(source) ? [source] : globSync(`${source}/**/*.{ts,sql}`, { cwd: root }),
  )
  return files.filter(file => !file.endsWith('.test.ts')).toSorted()
}

/** Test files of an area, without those that take long: those beside it, and the others that reach it. */
export function testFiles(root: string, { tests, further }: Area): { near: string[]; further: string[] } {
  const filesOf = (paths: readonly string[]): string[] => {
    const files = paths.flatMap(test => globSync([`${test}*.test.ts`, `${test}/**/*.test.ts`], { cwd: root }))
    return [...new Set(files)].filter(file => !LONG.test(file)).toSorted()
  }
  const near = filesOf(tests)
  return { near, further: filesOf(further).filter(file => !near.includes(file)) }
}
