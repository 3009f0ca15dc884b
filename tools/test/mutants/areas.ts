import { globSync } from 'node:fs'

/** Globs of files; in those of `sources` and `tests` the test files are run against a change, all others of `sources` are changed. */
export interface Area {
  readonly name: string
  /** The project of Vitest. */
  readonly project: 'domain' | 'server' | 'web'
  readonly sources: readonly string[]
  readonly tests: readonly string[]
  /** Tests elsewhere that reach its code, run only against a change that the others did not notice. */
  readonly further: readonly string[]
}

/** Whole purchases through the server, without the matrices over every provider. */
const PURCHASES = ['test/bystanders*', 'test/example-provider/**']
const RULES = ['test/invariants*', 'test/tenancy*']

/** Rooms of `apps/server` with spaces between, and where tests beside theirs lie. */
function server(name: string, rooms: string, further: readonly string[] = PURCHASES, tests = ''): Area {
  const globs = (words: string): string[] =>
    (words.match(/\S+/g) ?? []).map(
      word => `apps/server/src/${word.endsWith('.ts') ? word : `${word}/**/*.ts`}`,
    )
  const outside = further.map(glob => `apps/server/${glob}`)
  return { name, project: 'server', sources: globs(rooms), tests: globs(tests), further: outside }
}

function web(name: string, rooms: string): Area {
  return { name, project: 'web', sources: [`apps/web/src/${rooms}/**/*.{ts,tsx}`], tests: [], further: [] }
}

function domain(name: string, rules: string): Area {
  const sources = [`packages/domain/src/${rules}`]
  return { name, project: 'domain', sources, tests: ['packages/domain/**'], further: [] }
}

/** Every room of the product, each in one area; the first seven are those where a mistake costs money or a visit at once. */
export const AREAS: readonly Area[] = [
  domain('money', '{order-price,money,coupon,coupon-check,membership-discount}.ts'),
  server('holds', '{orders,stock,sales}', [...PURCHASES, ...RULES, 'test/random-prices*']),
  server('saga', 'payments/{saga,checkout,attempts}', [...PURCHASES, 'src/payments/providers/gmo/**']),
  server('notifications', 'payments/addresses', [...PURCHASES, 'src/payments/{saga,providers}/**']),
  server('refunds', 'payments/refunds', [...PURCHASES, 'src/payments/saga/**', 'src/{tickets,cli}/**']),
  server('tickets', 'tickets/*.ts tickets/!(shares|wallet)', [
    ...PURCHASES,
    ...RULES,
    'src/{orders,sales}/**',
  ]),
  {
    ...server(
      'constraints',
      '',
      ['src/{orders,stock,sales}/**', 'src/payments/{checkout,refunds}/**'],
      '{platform/db,start/upgrade}',
    ),
    sources: ['apps/server/src/**/*.sql'],
  },
  server(
    'providers',
    'payments/{accounts,apple-pay,d-account,methods,port,providers,reconcile,watched} payments/*.ts',
  ),
  server('visits', 'office/visits', ['test/time-changes/**'], 'cli/verbs/visits.test.ts'),
  server('catalogue', '{office/{catalogue,words,coupons},catalogue,sites}'),
  server('books', 'office/books'),
  server('gate', 'gate', ['test/gate/**']),
  server('door', 'door'),
  server('resellers', 'resellers'),
  server('shares', 'tickets/shares'),
  server('idempotency', 'platform/idempotency'),
  server('webhooks', 'platform/webhooks'),
  server('wallet', 'tickets/wallet'),
  server('letters', '{mail,office/desk}'),
  server('persons', 'office/{persons,retention,members}', [
    'test/erasure*',
    'test/retention*',
    'test/unpaid-data*',
  ]),
  server('staff', '{cli,platform/staff,platform/variables}'),
  { ...server('console', 'console'), tests: ['apps/server/test/console/**'] },
  server('pages', 'pages'),
  server('ground', 'start platform/{db,http,jobs,request-counts} platform/*.ts'),
  domain('rules', '{books,calendar,check-in,form}/**/*.ts'),
  web('screens', '{screens,parts}'),
  web('gate in the browser', 'gate'),
  web('page', '{api,app,failure,i18n,page,session,ui}'),
]

/** Test files that take a minute and more each: matrices over every provider, and races of thousands. */
const LONG = /(?:^|\/)(?:kill|conformance|faults)-[a-z-]+\.test\.ts$|\/oversell\.test\.ts$/
const TEST = /\.test\.tsx?$/

/** Product code of an area, in an order that is the same everywhere. */
export function sourceFiles(root: string, { sources }: Area): string[] {
  return globSync(sources, { cwd: root })
    .filter(file => /\.(?:tsx?|sql)$/.test(file) && !TEST.test(file))
    .toSorted()
}

/** Test files of an area, without those that take long: those beside it, and the others that reach it. */
export function testFiles(root: string, area: Area): { near: string[]; further: string[] } {
  const filesOf = (globs: readonly string[]): string[] =>
    globSync(globs, { cwd: root })
      .filter(file => TEST.test(file) && !LONG.test(file))
      .toSorted()
  const near = filesOf([...area.sources, ...area.tests])
  return { near, further: filesOf(area.further).filter(file => !near.includes(file)) }
}
