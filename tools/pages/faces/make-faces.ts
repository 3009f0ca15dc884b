/**
 * Makes the display faces of the houses: `npm run draw:faces -- [site …]`. `faces.json` in a house's folder names, by language, the
 * file of a package of free fonts; the script takes the package from the registry, keeps the characters of `face-words.ts` and writes
 * `face-<language>.woff2`, its part for the document of the first page, `first-<language>.woff2`, and the licences beside them. To be run when a house's words or headings change (`faces.test.ts` says so).
 */
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

import { LANGUAGES } from '@kippu/domain/language'
import { SITE_KEYS, siteOf } from '@kippu/demo/demo-sites'
import { create } from 'fontkit'
import subsetFont from 'subset-font'
import { object, parse, string } from 'valibot'

import { ROOT } from '../../start/root.ts'
import { faceWords } from './face-words.ts'
import { firstFaceOf } from './first-face.ts'

const run = promisify(execFile)
const FacesSchema = object(Object.fromEntries(LANGUAGES.map(language => [language, string()])))
/** A package that has the terms of the licence; some others have forgotten them. */
const WITH_TERMS = '@expo-google-fonts/dela-gothic-one'
const packages = new Map<string, Promise<string>>()
const folder = await mkdtemp(path.join(tmpdir(), 'kippu-faces-'))

try {
  const asked = process.argv.slice(2)
  for (const key of SITE_KEYS.filter(site => asked.length === 0 || asked.includes(site))) await makeFaces(key)
} finally {
  await rm(folder, { recursive: true })
}

async function makeFaces(key: (typeof SITE_KEYS)[number]): Promise<void> {
  const home = path.join(ROOT, 'demo/sites', key)
  const faces = parse(FacesSchema, JSON.parse(await readFile(path.join(home, 'faces.json'), 'utf8')))
  const licences = new Map<string, string>()
  for (const language of LANGUAGES) {
    const source = faces[language] ?? ''
    const [scope, name, weight] = source.split('/')
    const unpacked = await unpack(`${scope}/${name}`)
    const whole = await readFile(await fileOf(unpacked, weight ?? ''))
    const face = await subsetFont(whole, faceWords(siteOf(key), language), {
      targetFormat: 'woff2',
      noHinting: true,
      // Where letters do not join, their other forms, as for vertical lines, would be half of the file.
      noLayoutClosure: language !== 'th' && language !== 'en',
    })
    await writeFile(path.join(home, `face-${language}.woff2`), face)
    const first = await firstFaceOf(face, siteOf(key), language)
    await writeFile(path.join(home, `first-${language}.woff2`), first)
    licences.set(`${name}`, copyrightOf(whole))
    process.stdout.write(
      `${String(face.byteLength).padStart(7)}${String(first.byteLength).padStart(7)}  ${key} ${language} ${source}\n`,
    )
  }
  const terms = await readFile(path.join(await unpack(WITH_TERMS), 'LICENSE_FONT'), 'utf8')
  await writeFile(path.join(home, 'faces-licences.txt'), licencesText(licences, terms))
}

/** Unpacks a package once and returns its folder. */
function unpack(name: string): Promise<string> {
  const known = packages.get(name)
  if (known !== undefined) return known
  const unpacking = (async () => {
    const target = await mkdtemp(path.join(folder, 'package-'))
    const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', target, name])
    await run('tar', ['-xzf', path.join(target, stdout.trim()), '-C', target])
    return path.join(target, 'package')
  })()
  packages.set(name, unpacking)
  return unpacking
}

/** The font of a weight: in a folder named for it, or the only one of that name. */
async function fileOf(unpacked: string, weight: string): Promise<string> {
  const files = await readdir(unpacked, { recursive: true })
  const font = files.find(file => file.endsWith(`_${weight}.ttf`))
  if (font === undefined)
    throw new Error(
      `${unpacked} has no weight ${weight}: ${files.filter(file => file.endsWith('.ttf')).join(', ')}`,
    )
  return path.join(unpacked, font)
}

/** The line that the font itself has of its authors. */
function copyrightOf(font: Buffer): string {
  const face = create(font)
  if (!('copyright' in face)) throw new Error('a collection of fonts has no copyright line of its own')
  return face.copyright || `the authors of ${face.familyName}`
}

/** The terms once, below the copyright lines of all families. */
function licencesText(notices: ReadonlyMap<string, string>, terms: string): string {
  const lines = [...notices].map(([name, notice]) => `${name}: ${notice}`).join('\n')
  return `Display faces of this house are subsets of these families, each under the SIL Open Font License 1.1 below.\n\n${lines}\n\n${terms.slice(terms.indexOf('\n') + 1).trimStart()}`
}
