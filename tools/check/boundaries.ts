import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import * as v from 'valibot'
import { brokenFloor, strayFile } from './floors.ts'

interface Layer {
  /** Other layers that it may import, beside itself. */
  readonly layers: readonly string[]
  /** The npm packages and Node modules its product code may import; all, when not given. */
  readonly packages?: readonly string[]
}

const PRODUCT = [
  'packages/domain',
  'packages/contract',
  'packages/client',
  'packages/sites',
  'packages/texts',
  'apps/server',
  'apps/web',
  'apps/simulators',
]

/** Imports go one way. A layer that no other layer names may not be imported. */
const LAYERS: Readonly<Record<string, Layer>> = {
  'packages/domain': { layers: [], packages: [] },
  'packages/contract': { layers: ['packages/domain'], packages: ['valibot', '@valibot/to-json-schema'] },
  'packages/client': { layers: [], packages: [] },
  'packages/sites': { layers: ['packages/domain'] },
  'packages/texts': { layers: ['packages/domain'] },
  'apps/server': { layers: ['packages/domain', 'packages/contract', 'packages/sites', 'packages/texts'] },
  'apps/web': { layers: ['packages/domain', 'packages/contract', 'packages/texts'] },
  'apps/simulators': { layers: [] },
  demo: { layers: PRODUCT },
  tools: { layers: [...PRODUCT, 'demo'] },
  e2e: { layers: [...PRODUCT, 'tools', 'demo'] },
  bench: { layers: [...PRODUCT, 'tools', 'demo'] },
}

/**
 * Files that tests may import beyond their layer, beside the demonstration: ports, a real database, the lock of a data folder, programs of Debian, the leaks of logs, how much is tried, the
 * types of the tables, and the providers' side.
 */
const OPEN_TO_TESTS = [
  'tools/start/claim-ports.ts',
  'tools/start/embedded-database.ts',
  'tools/start/folder-lock.ts',
  'tools/test/debian-programs.ts',
  'tools/test/poppler.ts',
  'tools/start/unprivileged-account.ts',
  'tools/check/log-leaks.ts',
  'tools/check/moved-files.ts',
  'tools/test/proof-choice.ts',
  'tools/pages/schema-types.ts',
  // The callers of the store.
  'packages/client/src/client',
  'apps/simulators/src/reseller/careless-reseller.ts',
  'apps/simulators/src/start.ts',
  'apps/simulators/src/core/providers.ts',
  'apps/simulators/src/apple-pay/certificates.ts',
  'apps/simulators/src/apple-wallet/certificates.ts',
  'apps/simulators/src/apple-wallet/push-service.ts',
  // The behaviour of the card fields in a browser.
  'apps/simulators/src/core/test-cards.ts',
  'apps/simulators/src/adyen/encrypt-test-card.ts',
  'apps/simulators/src/core/apple-pay-token.ts',
  // The store as `npm run dev` composes it.
  'tools/start/dev/front.ts',
  'tools/start/dev/live-web.ts',
  'tools/start/dev/web-calls.ts',
]

/** `npm run dev`: out of reach of what runs in production, the launcher of `npm start` among it. */
const DEVELOPMENT = {
  folder: 'tools/start/dev',
  packages: /^(?:vite|@vitejs\/.+)$/,
  users:
    /^(?:(?:tools\/start|bench)\/dev\/.+|apps\/(?:web|console)\/(?:build|vite(?:\.(?:gate|worker))?\.config|drop-words)\.ts)$/,
}

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\b[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]|\bimport\s*\(\s*['"]([^'"]+)['"]|(?:^|\n)\s*import\s*['"]([^'"]+)['"]/g

/**
 * Every import of the tree under `root` that crosses a boundary, one line each: file, forbidden import, rule; and every file of
 * the server that lies in no area.
 * Source: ARCHITECTURE, "Imports go one way".
 */
export function findForbiddenImports(root: string): string[] {
  const names = workspaceNames(root)
  const folders = Object.keys(LAYERS).map(layer => `${layer}/**/*.{ts,tsx,mts,js,mjs}`)
  const files = globSync(folders, { cwd: root, exclude: name => /(^|\/)(node_modules|dist)$/.test(name) })
  return files.toSorted().flatMap(file => {
    const source = readFileSync(path.join(root, file), 'utf8')
    const stray = strayFile(file)
    const forbidden = [...source.matchAll(IMPORT)].flatMap(match => {
      const specifier = match[1] ?? match[2] ?? match[3] ?? ''
      const rule = brokenRule(file, specifier, resolve(file, specifier, names))
      return rule === undefined ? [] : [`'${specifier}' is forbidden: ${rule}`]
    })
    return [...(stray === undefined ? [] : [stray]), ...forbidden].map(fault => `${file}: ${fault}`)
  })
}

/** @param target path of the imported file under the root, perhaps without its ending; undefined for a package. */
function brokenRule(file: string, specifier: string, target: string | undefined): string | undefined {
  const from = layerOf(file)
  const layer = from === undefined ? undefined : LAYERS[from]
  if (from === undefined || layer === undefined) return undefined
  if (isOfDevelopment(specifier, target) && !DEVELOPMENT.users.test(file) && !isTest(file))
    return `${DEVELOPMENT.folder} is for npm run dev alone`
  if (target === undefined) return isTest(file) ? undefined : brokenPackageRule(from, layer, specifier)
  const to = layerOf(target)
  if (to === undefined) return `it lies in no layer`
  if (to !== from && !layer.layers.includes(to)) {
    return isTest(file) && (to === 'demo' || OPEN_TO_TESTS.includes(target))
      ? undefined
      : `${from} does not import ${to}`
  }
  return isTest(file) ? undefined : brokenFloor(file, target)
}

function isOfDevelopment(specifier: string, target: string | undefined): boolean {
  return target === undefined ? DEVELOPMENT.packages.test(specifier) : isInside(target, DEVELOPMENT.folder)
}

function brokenPackageRule(from: string, { packages }: Layer, specifier: string): string | undefined {
  if (packages === undefined || packages.includes(specifier)) return undefined
  return `${from} imports ${packages.length === 0 ? 'no package' : `no package but ${packages.join(', ')}`}`
}

function resolve(file: string, specifier: string, names: ReadonlyMap<string, string>): string | undefined {
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(file), specifier)
  const [scope = '', name = '', ...rest] = specifier.split('/')
  const folder = names.get(`${scope}/${name}`)
  return folder === undefined ? undefined : path.posix.join(folder, 'src', ...rest)
}

function workspaceNames(root: string): Map<string, string> {
  const schema = v.object({ name: v.string() })
  const folders = Object.keys(LAYERS).filter(layer => existsSync(path.join(root, layer, 'package.json')))
  return new Map(
    folders.map(folder => [
      v.parse(schema, JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8'))).name,
      folder,
    ]),
  )
}

function layerOf(file: string): string | undefined {
  return Object.keys(LAYERS).find(layer => isInside(file, layer))
}

function isInside(file: string, folder: string): boolean {
  return file.startsWith(`${folder}/`)
}

function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file) || /^apps\/[^/]+\/test\//.test(file)
}
