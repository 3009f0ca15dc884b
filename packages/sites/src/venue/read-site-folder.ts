import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { type Language, LANGUAGES } from '@kippu/domain/language'

import { IncompleteSite } from '../check-site.ts'
import { defineSite, definitionOf, type SiteDefinition } from '../define-site.ts'
import { isSiteKey, siteOf } from '@kippu/demo/registry'
import type { Site, SiteTexts } from '../site.ts'
import { siteFile } from '../site-files.ts'
import { themeFaults } from '../theme-rules.ts'
import type { FaultWeight, SiteFault } from './fault.ts'
import { fileFaults, isBounded } from './file-faults.ts'
import { inventedPictures, inventedValues } from './invented-values.ts'
import { readDefinition, readTextsJson } from './site-json.ts'

const NEUTRAL = path.join(import.meta.dirname, '../neutral')
const DEMO = path.join(import.meta.dirname, '../../../../demo/sites')
const NEEDED = [
  'logo-black.svg',
  'logo-white.svg',
  'logo-print.svg',
  'hero.svg',
  'icon.svg',
  'mark.svg',
  'theme.css',
]
const PHOTOGRAPHS = ['hero.webp', 'hero.jpg', 'hero.png']
/** Names of folders and of variables that mean something else. */
export const RESERVED: ReadonlySet<string> = new Set(['neutral', 'venue', 'draw', 'former'])

const UNREADABLE: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EIO', 'ELOOP'])

export interface ReadFolder {
  /** Undefined when something is broken. */
  readonly site: Site | undefined
  readonly faults: readonly SiteFault[]
}

/** Reads a site of a venue: the folder of its key, over the site of the product with that key if there is one. */
export function readSiteFolder(folder: string, tokens?: string): ReadFolder {
  try {
    return readFiles(folder, tokens)
  } catch (error) {
    if (!UNREADABLE.has(codeOf(error))) throw error
    const rule = `can't be read by the store (${codeOf(error)})`
    const fault: SiteFault = { siteKey: path.basename(folder), file: '', field: '', rule, weight: 'broken' }
    return { site: undefined, faults: [fault] }
  }
}

/** The code of an error of the file system; the text of the error where it has none. */
export function codeOf(error: unknown): string {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined
  return typeof code === 'string' ? code : String(error)
}

function readFiles(folder: string, tokens?: string): ReadFolder {
  const key = path.basename(folder)
  const faults: SiteFault[] = []
  const say = (file: string, field: string, rule: string, weight: FaultWeight = 'broken'): void => {
    faults.push({ siteKey: key, file, field, rule, weight })
  }
  if (RESERVED.has(key)) {
    say('', '', 'is a name that the store keeps for itself')
    return { site: undefined, faults }
  }
  if (!/^[a-z][a-z0-9-]{0,39}$/.test(key)) {
    say('', '', 'is not a key of a site: small letters, digits and -, at most 40')
    return { site: undefined, faults }
  }
  const below = isSiteKey(key) ? siteOf(key) : undefined
  const folders = [folder, below === undefined ? NEUTRAL : path.join(DEMO, key)]
  const own = globSync('**/*', { cwd: folder, withFileTypes: false }).filter(
    file => !file.split(path.sep).some(part => part.startsWith('.')) && path.extname(file) !== '',
  )
  for (const file of own.toSorted())
    for (const { rule, weight } of fileFaults(folder, file)) say(file, '', rule, weight)
  for (const file of NEEDED)
    if (siteFile({ folders, isOfVenue: true }, file) === undefined)
      say(file, '', 'is missing; `kippu sites new` draws one')
  const definition = readDefinitionOf(folder, key, below, say)
  const texts = readTextsOf(folder, say)
  if (definition === undefined || faults.some(({ weight }) => weight === 'broken'))
    return { site: undefined, faults }
  for (const { field, rule } of inventedValues(definition)) say('site.json', field, rule, 'unfinished')
  for (const { file, rule } of inventedPictures(folders, own)) say(file, '', rule, 'unfinished')
  const isDark = definition.look?.scheme === 'dark'
  const theme = siteFile({ folders, isOfVenue: true }, 'theme.css') ?? ''
  const question = { isDark, ...(tokens !== undefined && { tokens }) }
  for (const { token, rule, isUnsafe } of themeFaults(readFileSync(theme, 'utf8'), question))
    say('theme.css', token, rule, isUnsafe ? 'broken' : 'advice')
  const hero = PHOTOGRAPHS.find(file => own.includes(file)) ?? 'hero.svg'
  if (own.filter(file => file.startsWith('hero.')).length > 1)
    say(hero, '', 'is shown, and not the other hero', 'advice')
  const site = defined({ ...definition, texts }, { folders, isOfVenue: true, hero }, say)
  return { site: faults.some(({ weight }) => weight === 'broken') ? undefined : site, faults }
}

type Say = (file: string, field: string, rule: string, weight?: FaultWeight) => void

function readDefinitionOf(
  folder: string,
  key: string,
  below: Site | undefined,
  say: Say,
): SiteDefinition | undefined {
  const json = readJson(folder, 'site.json', say)
  if (json === 'faulty') return undefined
  if (json === undefined && below === undefined) {
    say('site.json', '', 'is missing')
    return undefined
  }
  if ('key' in (json ?? {}) && json?.['key'] !== key)
    say('site.json', 'key', `is not ${key}, the name of its folder`)
  const whole = layered(below === undefined ? {} : definitionOf(below), json ?? {})
  const read = readDefinition({ ...whole, key })
  if ('value' in read) return read.value
  for (const { field, rule } of read.faults) say('site.json', field, rule)
  return undefined
}

function readTextsOf(folder: string, say: Say): SiteTexts {
  const json = readJson(folder, 'texts.json', say)
  if (json === undefined || json === 'faulty') return {}
  const read = readTextsJson(json)
  if ('faults' in read) {
    for (const { field, rule } of read.faults) say('texts.json', field, rule)
    return {}
  }
  const byLanguage: Partial<Record<Language, Record<string, string>>> = {}
  for (const lang of LANGUAGES) {
    const words = Object.entries(read.value).flatMap(([key, inLanguages]) => {
      const text = inLanguages[lang]
      return text === undefined ? [] : [[key, text] as const]
    })
    if (words.length > 0) byLanguage[lang] = Object.fromEntries(words)
  }
  return byLanguage
}

type Json = Readonly<Record<string, unknown>>

function isJsonObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function readJson(folder: string, file: string, say: Say): Json | 'faulty' | undefined {
  const place = path.join(folder, file)
  if (!existsSync(place)) return undefined
  // Its size is said with those of the other files.
  if (!isBounded(folder, file)) return 'faulty'
  try {
    const value: unknown = JSON.parse(readFileSync(place, 'utf8').replace(/^\uFEFF/, ''))
    if (isJsonObject(value)) return value
    say(file, '', 'is not a JSON object')
  } catch (error) {
    say(file, '', `is not JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
  return 'faulty'
}

/** The venue's values over those below them: objects field by field, everything else as a whole. */
function layered(below: object, above: Json): Json {
  const merged: Record<string, unknown> = { ...below }
  for (const [name, value] of Object.entries(above)) {
    const under = merged[name]
    merged[name] = isJsonObject(value) && isJsonObject(under) ? layered(under, value) : value
  }
  return merged
}

function defined(
  definition: SiteDefinition,
  place: Parameters<typeof defineSite>[1],
  say: Say,
): Site | undefined {
  try {
    return defineSite(definition, place)
  } catch (error) {
    if (!(error instanceof IncompleteSite)) throw error
    for (const fault of error.faults) {
      const [, field = '', rule = fault] =
        /^((?:paymentMethods|legal|issuer|signIn|ticketApp)\S*) (.*)$/.exec(fault) ?? []
      say('site.json', field, rule)
    }
    return undefined
  }
}
