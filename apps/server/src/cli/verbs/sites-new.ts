import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { LANGUAGES } from '@kippu/domain/language'
import { drawHero, drawIcon, drawMark, markOf } from '@kippu/sites/draw/draw-pictures'
import { drawTheme } from '@kippu/sites/draw/draw-theme'
import { TO_FILL_IN } from '@kippu/sites/venue/invented-values'
import { RESERVED } from '@kippu/sites/venue/read-site-folder'

import { type CommandArguments, type Report, UsageError } from '../command.ts'
import { type Outlines, outlinesOf } from './sites-logo.ts'

/** A calm blue. */
const USUAL_COLOR = '#3d5a80'

/** Writes the folder of a new site: whole but for what only its venue knows. */
export async function newSite(
  sitesDir: string,
  typed: CommandArguments,
  key: string | undefined,
): Promise<Report> {
  const name = typed.text('name') ?? key ?? ''
  const color = typed.text('color') ?? USUAL_COLOR
  if (key === undefined || !/^[a-z][a-z0-9-]{0,39}$/.test(key))
    throw new UsageError('sites new takes a key: small letters, digits and -, at most 40, a letter first')
  if (key === RESERVED) throw new UsageError(`${key} is a name that the store keeps for itself`)
  if (!/^#[0-9a-f]{6}$/i.test(color)) throw new UsageError('--color is a colour such as #3d5a80')
  if (Array.from(name).length > 40) throw new UsageError('--name has at most 40 letters')
  const folder = path.join(sitesDir, key)
  if (existsSync(folder))
    return { text: `Refused: ${folder} is there already.`, json: { refused: folder }, isFailure: true }
  const nameEn = typed.text('name-en') ?? name
  const { files, logo } = await filesOf({ key, name, nameEn, color: color.toLowerCase() })
  mkdirSync(folder, { recursive: true })
  for (const [file, text] of Object.entries(files)) writeFileSync(path.join(folder, file), text)
  const text = [
    `Written: ${folder}`,
    `Write what is marked ${TO_FILL_IN} in site.json${logo ? '' : ', draw the three logos: a letter of the name is in no face of the store'}, then: npm run kippu -- sites check ${key}`,
  ]
  return { text: text.join('\n'), json: { folder, files: Object.keys(files) } }
}

interface NewSite {
  readonly key: string
  readonly name: string
  /** In every language but Japanese. */
  readonly nameEn: string
  readonly color: string
}

interface NewFiles {
  readonly files: Readonly<Record<string, string>>
  /** Whether the logos have the name. */
  readonly logo: boolean
}

/** The files of a new site. */
export const NEW_FILES = [
  'site.json',
  'texts.json',
  'theme.css',
  'hero.svg',
  'icon.svg',
  'mark.svg',
  'logo-black.svg',
  'logo-white.svg',
  'logo-print.svg',
] as const
type NewFile = (typeof NEW_FILES)[number]

async function filesOf(site: NewSite): Promise<NewFiles> {
  const { key, name, color } = site
  const words = await outlinesOf(name, HEADER.letters)
  const paper = await outlinesOf(name, PRINT.letters)
  const logo = words !== undefined && paper !== undefined
  // The mark stands alone where no face can write the name.
  const header = headerLogo(key, words ?? { path: '', width: 0 })
  const print = printLogo(key, paper ?? { path: '', width: 0 })
  const definition = newDefinitionOf(site, { header: header.size, print: print.size })
  const files: Record<NewFile, string> = {
    'site.json': `${JSON.stringify(definition, null, 2)}\n`,
    'texts.json': '{}\n',
    'theme.css': drawTheme(key, color),
    'hero.svg': drawHero(key, color),
    'icon.svg': drawIcon(key, color),
    'mark.svg': drawMark(key),
    'logo-black.svg': header.draw('#1a1d1f'),
    'logo-white.svg': header.draw('#ffffff'),
    'logo-print.svg': print.draw('#000000'),
  }
  return { files, logo }
}

const HEADER = { letters: 21, height: 32, widest: 220 } as const
const PRINT = { letters: 30, widest: 236 } as const

interface Drawn {
  readonly size: { readonly width: number; readonly height: number }
  draw(color: string): string
}

/** The mark with the name beside it. */
function headerLogo(key: string, words: Outlines): Drawn {
  const [whole, height] = [words.width === 0 ? 32 : 40 + words.width + 2, HEADER.height]
  const scale = Math.min(1, HEADER.widest / whole)
  return {
    size: { width: Math.ceil(whole * scale), height: Math.ceil(height * scale) },
    draw: color =>
      svg(
        [whole, height],
        `<path transform="translate(0 0) scale(.8)" d="${markOf(key)}"/><path transform="translate(40 23.5)" d="${words.path}"/>`,
        color,
      ),
  }
}

/** The mark above the name. */
function printLogo(key: string, words: Outlines): Drawn {
  const [whole, height] = [Math.max(72, words.width + 8), words.width === 0 ? 72 : 112]
  const scale = Math.min(1, PRINT.widest / whole)
  return {
    size: { width: Math.ceil(whole * scale), height: Math.ceil(height * scale) },
    draw: color =>
      svg(
        [whole, height],
        `<path transform="translate(${whole / 2 - 32} 2) scale(1.6)" d="${markOf(key)}"/><path transform="translate(${(whole - words.width) / 2} 100)" d="${words.path}"/>`,
        color,
      ),
  }
}

function svg([width, height]: readonly [number, number], drawing: string, color: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" fill="${color}">${drawing}</svg>\n`
}

/** The first content of `site.json` of a new site, before its venue writes anything. */
export function newDefinitionOf({ key, name, nameEn }: Omit<NewSite, 'color'>, logo: object): object {
  const inLanguages = (wordsOf: (lang: (typeof LANGUAGES)[number]) => string): object =>
    Object.fromEntries(LANGUAGES.map(lang => [lang, wordsOf(lang)]))
  const names = inLanguages(lang => (lang === 'ja' ? name : nameEn))
  const open = (what: string): object => inLanguages(() => `${TO_FILL_IN}: ${what}`)
  return {
    title: { ja: name, default: nameEn },
    name: names,
    tagline: open('one line about the house'),
    address: open('where visitors go'),
    isOpen: false,
    look: { opening: 'gallery', products: 'cards', scheme: 'both' },
    orderLayout: 'product_first',
    paymentMethods: { web: ['stripe_secure'] },
    mail: { senderName: names, contact: `fill-in@${key}.example` },
    issuer: {
      name: `${TO_FILL_IN}: the seller on receipts`,
      address: `${TO_FILL_IN}: its address`,
      registrationNumber: 'T0000000000000',
    },
    legal: {
      seller: open('the seller'),
      representative: open('the person responsible for the sales'),
      address: open('the address of the seller'),
      phone: TO_FILL_IN,
    },
    logo,
  }
}
