import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import * as v from 'valibot'

interface Layer {
  /** Other layers it may import, beside itself. */
  readonly layers: readonly string[]
  /** The npm packages and Node modules its product code may import; all, when not given. */
  readonly packages?: readonly string[]
}

const EVERY_LAYER = [
  'packages/domain',
  'packages/contract',
  'packages/sites',
  'packages/texts',
  'apps/server',
  'apps/web',
  'apps/simulators',
  'tools',
  'e2e',
  'bench',
]

/** Imports go one way. A layer that no other names is imported by nobody. */
const LAYERS: Readonly<Record<string, Layer>> = {
  'packages/domain': { layers: [], packages: [] },
  'packages/contract': { layers: ['packages/domain'], packages: ['valibot'] },
  'packages/sites': { layers: ['packages/domain'] },
  'packages/texts': { layers: ['packages/domain'] },
  'apps/server': { layers: ['packages/domain', 'packages/contract', 'packages/sites', 'packages/texts'] },
  'apps/web': { layers: ['packages/domain', 'packages/contract', 'packages/texts'] },
  'apps/simulators': { layers: [] },
  tools: { layers: EVERY_LAYER },
  e2e: { layers: EVERY_LAYER },
  bench: { layers: EVERY_LAYER },
}

/** What tests may import beyond their layer: a real database, what no log may hold, and the providers' side. */
const OPEN_TO_TESTS = [
  'tools/embedded-database.ts',
  'tools/log-leaks.ts',
  'apps/simulators/src/start.ts',
  'apps/simulators/src/core/providers.ts',
  // What the card fields of a browser do.
  'apps/simulators/src/core/test-cards.ts',
  'apps/simulators/src/adyen/encrypt-test-card.ts',
  'apps/simulators/src/core/apple-pay-token.ts',
]

/** Folders of one layer that stay apart. */
const APART: readonly { readonly from: string; readonly to: readonly string[] }[] = [
  {
    from: 'apps/web/src/ui',
    to: ['parts', 'screens', 'session', 'api'].map(folder => `apps/web/src/${folder}`),
  },
]

/** Folders whose sub-folders do not import each other. */
const SIBLINGS_APART = ['apps/web/src/screens']

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\b[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]|\bimport\s*\(\s*['"]([^'"]+)['"]|(?:^|\n)\s*import\s*['"]([^'"]+)['"]/g

/**
 * Every import of the tree under `root` that crosses a boundary, one line each: file, forbidden import, rule.
 * Source: ARCHITECTURE, "Imports go one way".
 */
export function findForbiddenImports(root: string): string[] {
  const names = workspaceNames(root)
  const folders = Object.keys(LAYERS).map(layer => `${layer}/**/*.{ts,tsx,mts,js,mjs}`)
  const files = globSync(folders, { cwd: root, exclude: name => /(^|\/)(node_modules|dist)$/.test(name) })
  return files.toSorted().flatMap(file => {
    const source = readFileSync(path.join(root, file), 'utf8')
    return [...source.matchAll(IMPORT)].flatMap(match => {
      const specifier = match[1] ?? match[2] ?? match[3] ?? ''
      const rule = brokenRule(file, specifier, resolve(file, specifier, names))
      return rule === undefined ? [] : [`${file}: '${specifier}' is forbidden: ${rule}`]
    })
  })
}

/** @param target path of the imported file under the root, without a promise of its ending; undefined for a package. */
function brokenRule(file: string, specifier: string, target: string | undefined): string | undefined {
  const from = layerOf(file)
  const layer = from === undefined ? undefined : LAYERS[from]
  if (from === undefined || layer === undefined) return undefined
  if (target === undefined) return isTest(file) ? undefined : brokenPackageRule(from, layer, specifier)
  const to = layerOf(target)
  if (to === undefined) return `it lies in no layer`
  if (to !== from && !layer.layers.includes(to)) {
    return isTest(file) && OPEN_TO_TESTS.includes(target) ? undefined : `${from} does not import ${to}`
  }
  return brokenFolderRule(file, target)
}

function brokenPackageRule(from: string, { packages }: Layer, specifier: string): string | undefined {
  if (packages === undefined || packages.includes(specifier)) return undefined
  return `${from} imports ${packages.length === 0 ? 'no package' : `no package but ${packages.join(', ')}`}`
}

function brokenFolderRule(file: string, target: string): string | undefined {
  const apart = APART.find(
    ({ from, to }) => isInside(file, from) && to.some(folder => isInside(target, folder)),
  )
  if (apart !== undefined) return `${apart.from} does not import ${apart.to.join(', ')}`
  const parent = SIBLINGS_APART.find(folder => isInside(file, folder) && isInside(target, folder))
  if (parent !== undefined && childOf(parent, file) !== childOf(parent, target))
    return `folders of ${parent} do not import each other`
  const isOfSlice = /^apps\/server\/.*\/([a-z-]+-)?queries(\.ts)?$/.test(target)
  if (isOfSlice && !isTest(file) && !isInside(file, path.dirname(target)))
    return `queries belong to ${path.dirname(target)} alone`
  return undefined
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

function childOf(parent: string, file: string): string | undefined {
  return file.slice(parent.length + 1).split('/')[0]
}

function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file) || /^apps\/[^/]+\/test\//.test(file)
}
