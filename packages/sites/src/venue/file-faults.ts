import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'

import { drawingFaults } from './drawing-faults.ts'
import { copyOf } from '../pictures/copies.ts'
import type { FaultWeight } from './fault.ts'
import { readRaster } from './raster.ts'

export interface FileFault {
  readonly file: string
  readonly rule: string
  readonly weight: FaultWeight
}

/** Beside pictures and display faces. */
const KNOWN =
  /^(?:site\.json|texts\.json|theme\.css|(?:faces|pictures)\.json|faces-licences\.txt|README(?:\.md)?)$/
const NAME = /^(?:mail\/)?[a-z0-9][a-z0-9._-]{0,79}$/
const FACE = /^(?:face|first)-(?:ja|en|kr|zh-hans|zh-hant|th)\.woff2$/
const MAIL = /^mail\/(?:hero\.jpg|logo-(?:light|dark)\.png)$/

/** In bytes. `most` stops the store: each visitor would wait for it. Above `good`, `sites check` says so. */
interface Bound {
  readonly good: number
  readonly most: number
}
const KB = 1_000
const BOUNDS = {
  drawing: { good: 60 * KB, most: 1_000 * KB },
  icon: { good: 2 * KB, most: 100 * KB },
  raster: { good: 400 * KB, most: 2_000 * KB },
  /** Documents carry it. */
  first: { good: 6 * KB, most: 6 * KB },
  face: { good: 60 * KB, most: 500 * KB },
  mail: { good: 60 * KB, most: 150 * KB },
  theme: { good: 20 * KB, most: 200 * KB },
  words: { good: 1_000 * KB, most: 2_000 * KB },
  settings: { good: 100 * KB, most: 500 * KB },
} as const satisfies Record<string, Bound>

/** In pixels of either side. */
const MOST_PIXELS = 4_000
/** A wide screen shows a photograph of the house from side to side. */
const LEAST_HERO_WIDTH = 1_200

/** The faults of one file of a venue's folder. */
export function fileFaults(folder: string, file: string): readonly FileFault[] {
  const fault = (rule: string, weight: FaultWeight = 'broken'): FileFault => ({ file, rule, weight })
  if (kindOf(file) !== undefined && !isFile(folder, file))
    return [fault('is not a file: a folder, or a link that leads nowhere')]
  if (KNOWN.test(file)) return sizeFaults(folder, file, fault)
  if (file.includes('/') && !MAIL.test(file)) return [fault('is not used', 'advice')]
  const kind = kindOf(file)
  if (kind === undefined) return [fault('is not used', 'advice')]
  if (!NAME.test(file)) return [fault('has a name with more than small letters, digits, and . _ -')]
  const heavy = sizeFaults(folder, file, fault)
  if (heavy.some(({ weight }) => weight === 'broken')) return heavy
  return [...heavy, ...contentFaults(folder, file).map(({ rule, weight }) => fault(rule, weight))]
}

type Said = (rule: string, weight?: FaultWeight) => FileFault

function sizeFaults(folder: string, file: string, fault: Said): readonly FileFault[] {
  const kind = kindOf(file)
  if (kind === undefined) return []
  const { size } = statSync(path.join(folder, file))
  const { good, most } = BOUNDS[kind]
  if (size > most) return [fault(`has ${size} bytes, at most are ${most}`)]
  return size > good ? [fault(`has ${size} bytes, good are at most ${good}`, 'advice')] : []
}

function isFile(folder: string, file: string): boolean {
  return statSync(path.join(folder, file), { throwIfNoEntry: false })?.isFile() ?? false
}

/** Whether a file is small enough to be read at all. */
export function isBounded(folder: string, file: string): boolean {
  const kind = kindOf(file)
  return (
    kind === undefined ||
    (isFile(folder, file) && statSync(path.join(folder, file)).size <= BOUNDS[kind].most)
  )
}

function kindOf(file: string): keyof typeof BOUNDS | undefined {
  if (file === 'theme.css') return 'theme'
  if (file === 'texts.json') return 'words'
  if (file === 'site.json' || /^(?:faces|pictures)\.json$/.test(file)) return 'settings'
  if (MAIL.test(file)) return 'mail'
  if (file === 'icon.svg') return 'icon'
  if (file.endsWith('.svg')) return 'drawing'
  if (/\.(?:jpg|png|webp)$/.test(file)) return 'raster'
  if (!FACE.test(file)) return undefined
  return file.startsWith('first-') ? 'first' : 'face'
}

function contentFaults(folder: string, file: string): readonly Pick<FileFault, 'rule' | 'weight'>[] {
  const bytes = readFileSync(path.join(folder, file))
  const type = path.extname(file).slice(1)
  if (type === 'svg') {
    const drawing = bytes.toString('utf8')
    const shape =
      file === 'mark.svg' && !drawing.includes('viewBox="0 0 40 40"')
        ? [{ rule: 'has not viewBox="0 0 40 40"', weight: 'advice' as const }]
        : []
    return [...drawingFaults(drawing).map(rule => ({ rule, weight: 'broken' as const })), ...shape]
  }
  if (type === 'woff2')
    return bytes.toString('latin1', 0, 4) === 'wOF2' ? [] : [{ rule: 'is not WOFF2', weight: 'broken' }]
  const raster = readRaster(bytes)
  if (raster === undefined || raster.type !== type)
    return [{ rule: `is not a picture of the kind ${type}`, weight: 'broken' }]
  const { width, height } = raster
  if (Math.max(width, height) > MOST_PIXELS)
    return [{ rule: `is ${width} × ${height} pixels, at most are ${MOST_PIXELS}`, weight: 'broken' }]
  const said = copyOf(file)?.width
  if (said !== undefined && said !== width)
    return [{ rule: `is ${width} pixels wide, and not ${said}`, weight: 'broken' }]
  return file.startsWith('hero.') && width < LEAST_HERO_WIDTH
    ? [{ rule: `is ${width} pixels wide, good are ${LEAST_HERO_WIDTH} and more`, weight: 'advice' }]
    : []
}
