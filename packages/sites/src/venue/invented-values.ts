import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { definitionOf, type SiteDefinition } from '../define-site.ts'
import { isNobodysAddress } from '../invented-seller.ts'
import { SITES } from '@kippu/demo/registry'
import type { FieldFault } from './site-json.ts'

/** Stands in a new site wherever its venue has to write something. */
export const TO_FILL_IN = 'FILL IN'

/** The values that name a house or its seller. Terms, questions and layouts may be taken over. */
const NAMING = ['title', 'name', 'tagline', 'address', 'mail', 'issuer', 'legal', 'ticketApp'] as const
const TERMS = /^legal\.(?:phoneHours|cancellation|visitConditions)\b/

interface Leaf {
  readonly field: string
  readonly text: string
}

function leavesOf(value: unknown, field = ''): readonly Leaf[] {
  if (typeof value === 'string') return [{ field, text: value }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    leavesOf(inner, field === '' ? name : `${field}.${name}`),
  )
}

function namingLeaves(definition: SiteDefinition): readonly Leaf[] {
  return NAMING.flatMap(name => leavesOf(definition[name], name)).filter(({ field }) => !TERMS.test(field))
}

let invented: ReadonlyMap<string, string> | undefined

/** The key of the demonstration that a value was invented for. */
function inventedFor(text: string): string | undefined {
  invented ??= new Map(
    Object.values(SITES).flatMap(site =>
      namingLeaves(definitionOf(site)).map(leaf => [leaf.text, site.key] as const),
    ),
  )
  return invented.get(text)
}

/** Values that no visitor may read: nobody has written them yet, or they are those of a demonstration. */
export function inventedValues(definition: SiteDefinition): readonly FieldFault[] {
  const unwritten = leavesOf(definition).filter(({ text }) => text.includes(TO_FILL_IN))
  const others = namingLeaves(definition).filter(({ text }) => !text.includes(TO_FILL_IN))
  return [
    ...unwritten.map(({ field }) => ({ field, rule: 'is still to be filled in' })),
    ...others.flatMap(({ field, text }) => {
      const rule = ruleBrokenBy(field, text)
      return rule === undefined ? [] : [{ field, rule }]
    }),
  ]
}

function ruleBrokenBy(field: string, text: string): string | undefined {
  const key = inventedFor(text)
  if (key !== undefined) return `is invented: it is that of the demonstration ${key}`
  if (field === 'issuer.registrationNumber' && /^T0{6}/.test(text)) return 'is not a number of the tax office'
  const isAddress = field === 'mail.contact' || field === 'legal.email'
  return isAddress && isNobodysAddress(text)
    ? 'is at a name that nobody can own: nobody would read the mails'
    : undefined
}

const PRODUCT = path.join(import.meta.dirname, '../../../../demo/sites')
/** Files that show a house; `hero` may be a photograph too. */
const SHOWN = ['hero.svg', 'icon.svg', 'mark.svg', 'logo-black.svg', 'logo-white.svg', 'logo-print.svg']

let drawn: ReadonlyMap<string, string> | undefined

function digestOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('base64')
}

/** The site of the product that a picture was drawn for. */
function drawnFor(file: string): string | undefined {
  drawn ??= new Map(
    Object.keys(SITES).flatMap(key =>
      globSync(['*.svg', 'mail/*'], { cwd: path.join(PRODUCT, key) }).map(
        name => [digestOf(path.join(PRODUCT, key, name)), key] as const,
      ),
    ),
  )
  return drawn.get(digestOf(file))
}

/** Pictures of a demonstration among those of a venue: taken over, or left where its own would be. */
export function inventedPictures(
  folders: readonly string[],
  own: readonly string[],
): readonly { readonly file: string; readonly rule: string }[] {
  const [folder = '', below = ''] = folders
  const copied = own.flatMap(file => {
    const key = /\.(?:svg|jpg|png)$/.test(file) ? drawnFor(path.join(folder, file)) : undefined
    return key === undefined ? [] : [{ file, rule: `is a picture of the demonstration ${key}` }]
  })
  if (path.basename(below) === 'neutral') return copied
  const hasHero = own.some(file => file.startsWith('hero.'))
  const left = SHOWN.filter(file => !own.includes(file) && !(file === 'hero.svg' && hasHero))
  const rule = `is missing: the picture of the demonstration ${path.basename(below)} is shown`
  return [...copied, ...left.map(file => ({ file, rule }))]
}
