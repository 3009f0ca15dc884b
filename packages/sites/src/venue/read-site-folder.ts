import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { type Language, LANGUAGES } from '@kippu/domain/language'

import { IncompleteSite } from '../check-site.ts'
import { defineSite, definitionOf, type SiteDefinition } from '../define-site.ts'
import type { Site, SiteTexts } from '../site.ts'
import { pictureSets } from '../pictures/copies.ts'
import { cuttingFrames } from '../pictures/frames.ts'
import { shapeOf } from '../pictures/shape.ts'
import { PICTURES_FILE, readPictures, subjectsOf } from '../pictures/subjects.ts'
import { siteFile } from '../site-files.ts'
import { themeFaults } from '../theme-rules.ts'
import type { FaultWeight, SiteFault } from './fault.ts'
import { fileFaults, isBounded } from './file-faults.ts'
import { inventedValues } from './invented-values.ts'
import { readDefinition, readTextsJson } from './site-json.ts'

const NEUTRAL = path.join(import.meta.dirname, '../neutral')
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
/** Its variables mean something else. */
export const RESERVED = 'former'

const UNREADABLE: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EIO', 'ELOOP'])

export interface ReadFolder {
  /** Undefined when something is broken. */
  readonly site: Site | undefined
  readonly faults: readonly SiteFault[]
}

/**
 * Reads a site from the folder of its key, laid over those of the same key that follow it. The faults are those of the first, and what keeps the
 * others from being read.
 */
export function readSiteFolder([folder = '', ...others]: readonly string[], tokens?: string): ReadFolder {
  const below = others.length === 0 ? undefined : readSiteFolder(others)
  try {
    const { site, faults } = readFiles(folder, below?.site, tokens)
    return { site, faults: [...(below?.faults.filter(({ weight }) => weight === 'broken') ?? []), ...faults] }
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

function readFiles(folder: string, below: Site | undefined, tokens?: string): ReadFolder {
  const key = path.basename(folder)
  const faults: SiteFault[] = []
  const say = (file: string, field: string, rule: string, weight: FaultWeight = 'broken'): void => {
    faults.push({ siteKey: key, file, field, rule, weight })
  }
  if (key === RESERVED) {
    say('', '', 'is a name that the store keeps for itself')
    return { site: undefined, faults }
  }
  if (!/^[a-z][a-z0-9-]{0,39}$/.test(key)) {
    say('', '', 'is not a key of a site: small letters, digits and -, at most 40')
    return { site: undefined, faults }
  }
  const folders = [folder, ...(below?.folders ?? [NEUTRAL])]
  const own = globSync('**/*', { cwd: folder, withFileTypes: false }).filter(
    file => !file.split(path.sep).some(part => part.startsWith('.')) && path.extname(file) !== '',
  )
  for (const file of own.toSorted())
    for (const { rule, weight } of fileFaults(folder, file)) say(file, '', rule, weight)
  for (const file of NEEDED)
    if (siteFile({ folders }, file) === undefined) say(file, '', 'is missing; `kippu sites new` draws one')
  const definition = readDefinitionOf(folder, key, below, say)
  const texts = readTextsOf(folder, below?.texts ?? {}, say)
  if (definition === undefined || faults.some(({ weight }) => weight === 'broken'))
    return { site: undefined, faults }
  for (const { field, rule } of inventedValues(definition)) say('site.json', field, rule, 'unfinished')
  sayPictures(folder, own, say)
  if (faults.some(({ weight }) => weight === 'broken')) return { site: undefined, faults }
  const isDark = definition.look?.scheme === 'dark'
  const theme = siteFile({ folders }, 'theme.css') ?? ''
  const question = { isDark, ...(tokens !== undefined && { tokens }) }
  for (const { token, rule, isUnsafe } of themeFaults(readFileSync(theme, 'utf8'), question))
    say('theme.css', token, rule, isUnsafe ? 'broken' : 'advice')
  const hero =
    PHOTOGRAPHS.find(file => own.includes(file)) ??
    (below === undefined || own.includes('hero.svg') ? 'hero.svg' : path.basename(below.heroImage))
  if (own.filter(file => file.startsWith('hero.')).length > 1)
    say(hero, '', 'is shown, and not the other hero', 'advice')
  const place = { folders, hero, pictureSets: pictureSets({ key, folders }) }
  const site = defined({ ...definition, texts }, place, say)
  if (site !== undefined && own.includes(hero)) sayCuts(site, hero, say)
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
  const { texts: _, ...underneath } = below === undefined ? {} : definitionOf(below)
  const whole = layered(underneath, json ?? {})
  const read = readDefinition({ ...whole, key })
  if ('value' in read) return read.value
  for (const { field, rule } of read.faults) say('site.json', field, rule)
  return undefined
}

function readTextsOf(folder: string, below: SiteTexts, say: Say): SiteTexts {
  const json = readJson(folder, 'texts.json', say)
  if (json === undefined || json === 'faulty') return below
  const read = readTextsJson(json)
  if ('faults' in read) {
    for (const { field, rule } of read.faults) say('texts.json', field, rule)
    return below
  }
  const byLanguage: Partial<Record<Language, Readonly<Record<string, string>>>> = { ...below }
  for (const lang of LANGUAGES) {
    const words = Object.entries(read.value).flatMap(([key, inLanguages]) => {
      const text = inLanguages[lang]
      return text === undefined ? [] : [[key, text] as const]
    })
    if (words.length > 0) byLanguage[lang] = { ...below[lang], ...Object.fromEntries(words) }
  }
  return byLanguage
}

/** Names the faults of `pictures.json`: it speaks of pictures of this folder alone. */
function sayPictures(folder: string, own: readonly string[], say: Say): void {
  const json = readJson(folder, PICTURES_FILE, say)
  if (json === undefined || json === 'faulty') return
  const read = readPictures(json)
  if ('faults' in read) for (const { field, rule } of read.faults) say(PICTURES_FILE, field, rule)
  else
    for (const name of Object.keys(read.value))
      if (!own.includes(name)) say(PICTURES_FILE, name, 'is not a picture of this folder')
}

/** Frames that cut the picture of the house: those of its products are known to the catalogue alone. */
function sayCuts(site: Site, hero: string, say: Say): void {
  const subject = subjectsOf(site).get(hero)
  const shape = shapeOf(siteFile(site, hero) ?? '')
  if (subject === undefined || shape === undefined) return
  for (const frame of cuttingFrames(site.look, 'hero', shape, subject))
    say(PICTURES_FILE, hero, `is cut in ${frame}`, 'advice')
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
