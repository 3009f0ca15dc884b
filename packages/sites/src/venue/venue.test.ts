import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { SITE_PAYMENT_METHODS } from '@kippu/domain/payment-method'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { weakPairs } from '../contrast.ts'
import { definitionOf } from '../define-site.ts'
import { drawHero, drawIcon, drawMark } from '../draw/draw-pictures.ts'
import { drawTheme } from '../draw/draw-theme.ts'
import { pictureSets } from '../pictures/copies.ts'
import { pictureRules } from '../pictures/subjects.ts'
import { loadSites } from '../load-sites.ts'
import { readTheme } from '../read-theme.ts'
import { siteOf } from '@kippu/demo/demo-sites'
import { DEMO_SITES_DIR } from '@kippu/demo/demo-sites-dir'
import { sayIn } from '../visiting.ts'
import { drawingFaults } from './drawing-faults.ts'
import { lineOf } from './fault.ts'
import { readRaster } from './raster.ts'

const TOKENS = readFileSync(path.join(import.meta.dirname, '../../../../apps/web/src/ui/tokens.css'), 'utf8')

let sitesDir: string

beforeEach(() => {
  sitesDir = mkdtempSync(path.join(tmpdir(), 'kippu-venues-'))
})

afterEach(() => rmSync(sitesDir, { recursive: true }))

const write = (file: string, content: string | Buffer | object) => {
  const place = path.join(sitesDir, file)
  mkdirSync(path.dirname(place), { recursive: true })
  writeFileSync(
    place,
    typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content),
  )
}

/** A site that is whole: the definition of the demo under another key, with its drawings. */
function writeWhole(key = 'museum', more: object = {}) {
  cpSync(path.join(DEMO_SITES_DIR, 'demo'), path.join(sitesDir, key), { recursive: true })
  const { key: _key, texts: _texts, ...definition } = definitionOf(siteOf('demo'))
  write(`${key}/site.json`, { ...definition, ...more })
}

const linesOf = (weight = 'broken') =>
  loadSites([sitesDir])
    .faults.filter(fault => fault.weight === weight)
    .map(lineOf)

test('a folder that is no site of its own adds none (R-1.37)', () => {
  write('.git/config', 'x')
  write('README.md', 'x')
  expect(loadSites([])).toEqual({ sites: [], faults: [] })
  expect(loadSites([sitesDir])).toEqual({ sites: [], faults: [] })
})

test('a picture is held where its subject is whole; what pictures.json says of no picture, or of no part, is a fault', () => {
  writeWhole()
  write('museum/pictures.json', { 'hero.svg': { subject: [20, 10, 60, 90] } })
  expect(linesOf()).toEqual([])
  const [museum] = loadSites([sitesDir]).sites
  if (museum === undefined) throw new Error('no site was read')
  expect(pictureRules(museum)).toBe("img[src='/sites/museum/hero.svg']{object-position:33.3% 50%}")
  expect(linesOf('advice')).toContain('museum/pictures.json hero.svg: is cut in opening of 0.79')
  write('museum/pictures.json', { 'lost.svg': { subject: [20, 10, 60, 90] } })
  expect(linesOf()).toEqual(['museum/pictures.json lost.svg: is not a picture of this folder'])
  write('museum/pictures.json', { 'hero.svg': { subject: [20, 10, 60, 120] } })
  expect(linesOf()).toEqual(['museum/pictures.json hero.svg.subject.3: is more than 100'])
  write('museum/pictures.json', { 'hero.svg': { subject: [60, 10, 20, 90] } })
  expect(linesOf()).toEqual(['museum/pictures.json hero.svg.subject: has no width or no height'])
})

test('a photograph is offered with the copies of its folder, and a copy is as wide as its name says', () => {
  writeWhole()
  const picture = (file: string, width: number): void => {
    const png = Buffer.alloc(40)
    Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(png)
    png.writeUInt32BE(width, 16)
    writeFileSync(path.join(sitesDir, file), png)
  }
  for (const [file, width] of [
    ['room', 1_200],
    ['room-800', 800],
    ['room-480', 480],
    ['roof', 900],
  ] as const)
    picture(`museum/${file}.png`, width)
  expect(linesOf()).toEqual([])
  const folder = path.join(sitesDir, 'museum')
  const address = '/sites/museum/room'
  expect(loadSites([sitesDir]).sites[0]?.pictureSets).toEqual({
    [`${address}.png`]: `${address}-480.png 480w, ${address}-800.png 800w, ${address}.png 1200w`,
  })
  const above = path.join(sitesDir, 'above')
  mkdirSync(above)
  picture('above/room.png', 1_000)
  expect(pictureSets({ key: 'museum', folders: [above, folder] })).toEqual({})
  rmSync(above, { recursive: true })
  picture('museum/room-480.png', 640)
  expect(linesOf()).toEqual(['museum/room-480.png: is 640 pixels wide, and not 480'])
})

test('what the store can not read is a fault of the site, or of the folder, and no crash', () => {
  writeWhole()
  symlinkSync('hero.webp', path.join(sitesDir, 'museum', 'hero.webp'))
  expect(linesOf()).toEqual(["museum/: can't be read by the store (ELOOP)"])
  expect(() => loadSites([path.join(sitesDir, 'museum', 'site.json')])).toThrow(
    /the store can't read the folder .* \(ENOTDIR\)/,
  )
})

test('a new key is a site by itself; it takes nothing from another one', () => {
  writeWhole('museum', { isOpen: false, opensAt: '2027-03-20T10:00:00+09:00' })
  const { sites } = loadSites([sitesDir])
  expect(linesOf()).toEqual([])
  expect(sites).toHaveLength(1)
  const museum = sites.at(-1)
  expect(museum).toMatchObject({
    key: 'museum',
    isOpen: false,
    theme: '/sites/museum/theme.css',
  })
  expect(museum?.opensAt).toBe(Date.parse('2027-03-20T01:00:00Z'))
  expect(museum?.folders[0]).toBe(path.join(sitesDir, 'museum'))
})

test.each([
  ['theme.css', 200_000],
  ['site.json', 500_000],
  ['texts.json', 2_000_000],
])('a %s of more than its bound is refused, and not read', (file, most) => {
  writeWhole()
  write(`museum/${file}`, `{"a": "${'x'.repeat(most)}`)
  expect(linesOf()).toEqual([`museum/${file}: has ${most + 7} bytes, at most are ${most}`])
})

test('a folder is laid over those of the same key that follow it, value by value; lists are replaced', () => {
  write('mori/site.json', {
    legal: { phone: '03-1111-2222' },
    paymentMethods: { web: ['stripe_secure'] },
    signIn: { fields: { age: 'hidden' } },
  })
  write('mori/texts.json', { common_low_stock: { ja: 'のこりわずか' } })
  const { sites, faults } = loadSites([sitesDir, DEMO_SITES_DIR])
  const mori = sites.find(({ key }) => key === 'mori')
  expect(faults.filter(({ weight }) => weight === 'broken')).toEqual([])
  const below = siteOf('mori')
  expect(mori).toMatchObject({
    name: below.name,
    theme: below.theme,
    legal: { ...below.legal, phone: '03-1111-2222' },
    texts: { ja: { common_low_stock: 'のこりわずか' } },
  })
  expect(mori?.paymentMethods.web).toEqual(['stripe_secure'])
  expect(mori?.signIn.fields).toEqual({ ...below.signIn.fields, age: 'hidden' })
  expect(sites).toHaveLength(15)
  expect(linesOf()).toContain('mori/site.json name: is missing')
})

describe('each fault is a line with its file and field', () => {
  test.each([
    [
      { legal: { ...definitionOf(siteOf('demo')).legal, conditions: 'x' } },
      'museum/site.json legal.conditions: is not a field of legal: seller, representative, address, phone, phoneHours, email, cancellation, visitConditions',
    ],
    [
      { signIn: { question1: { question: definitionOf(siteOf('demo')).name, answers: [{ valeu: 'x' }] } } },
      'museum/site.json signIn.question1.answers.0.valeu: is not a field of signIn.question1.answers.0: value, label',
    ],
    [{ name: { ja: '館' } }, 'museum/site.json name.en: is missing'],
    [{ tagline: 'x' }, 'museum/site.json tagline: is not an object'],
    [{ weekOffset: 2 }, 'museum/site.json weekOffset: is neither 0 (Sunday) nor 1 (Monday)'],
    [
      { paymentMethods: { web: ['cash'] } },
      `museum/site.json paymentMethods.web.0: is not a method of payment: ${SITE_PAYMENT_METHODS.join(', ')}`,
    ],
    [{ paymentMethods: { web: [] } }, 'museum/site.json paymentMethods.web: is empty'],
    [
      { opensAt: 'tomorrow' },
      'museum/site.json opensAt: is not a date-time such as 2027-03-20T10:00:00+09:00',
    ],
    [
      { signIn: { fields: { nickname: 'required' } } },
      'museum/site.json signIn.fields.nickname: is not a field of signIn.fields: fullname, email, phone, resident_area, age, gender, mail_magazine, teamlab_mail_magazine, address, questionnaire1, questionnaire2, questionnaire3',
    ],
    [{ key: 'other' }, 'museum/site.json key: is not museum, the name of its folder'],
    [{ signIn: { fields: { email: 'hidden' } } }, 'museum/site.json signIn.fields.email: is not required'],
    [
      { look: { opening: 'loud' } },
      'museum/site.json look.opening: is none of night, gallery, poster, paper',
    ],
    [
      { issuer: { name: 'x', address: 'x', registrationNumber: '7' } },
      'museum/site.json issuer.registrationNumber: is not T and 13 digits',
    ],
    [
      { mail: { senderName: definitionOf(siteOf('demo')).name, contact: 'x' } },
      'museum/site.json mail.contact: is not a mail address',
    ],
  ])('%j', (more, line) => {
    writeWhole('museum', more)
    expect(linesOf()).toContain(line)
    expect(loadSites([sitesDir]).sites).toEqual([])
  })

  test('of files too', () => {
    writeWhole()
    const svg = '<svg xmlns="http://www.w3.org/2000/svg">'
    write('museum/hero.svg', `${svg}<script>x</script></svg>`)
    write('museum/photo.jpg', 'no picture')
    write('museum/Big Photo.png', 'x')
    write('museum/face-en.woff2', 'x')
    write('museum/notes.doc', 'x')
    write('museum/theme.css', ':root { --color-ink: #000000; } body { display: none }')
    write('museum/texts.json', { common_low_stock: { en: '' }, other: { xx: 'y' } })
    rmSync(path.join(sitesDir, 'museum/logo-black.svg'))
    write('museum/site.json', '{ torn')
    const lines = linesOf()
    for (const line of [
      'museum/hero.svg: has the element script',
      'museum/photo.jpg: is not a picture of the kind jpg',
      'museum/Big Photo.png: has a name with more than small letters, digits, and . _ -',
      'museum/face-en.woff2: is not WOFF2',
      'museum/logo-black.svg: is missing; `kippu sites new` draws one',
      'museum/texts.json common_low_stock.en: is empty',
      'museum/texts.json other.xx: is not a field of other: ja, en, kr, zh-hans, zh-hant, th',
    ])
      expect(lines).toContain(line)
    expect(lines.filter(line => line.startsWith('museum/site.json: is not JSON'))).toHaveLength(1)
    expect(linesOf('advice')).toContain('museum/notes.doc: is not used')
  })

  test.each([
    [
      ':root { --color-ink: #000000; } body { display: none }',
      'museum/theme.css: is more than one block :root { … } of tokens',
    ],
    [
      ":root { --mark: url('https://a.example/x.svg'); }",
      'museum/theme.css --mark: has a value that leads elsewhere',
    ],
    [
      ':root { --paper: url(//a.example/x.png); }',
      'museum/theme.css --paper: has a value that leads elsewhere',
    ],
    [':root { --paper: </style><script>; }', 'museum/theme.css --paper: has a value that leads elsewhere'],
    [':root { --space-1: 1px; }', 'museum/theme.css --space-1: is not a token that a site may set'],
    [
      ':root { --color-ink: red; }',
      'museum/theme.css --color-ink: is neither #rrggbb nor light-dark(#rrggbb, #rrggbb)',
    ],
  ])('of the theme: %s', (theme, line) => {
    writeWhole()
    write('museum/theme.css', theme)
    expect(linesOf()).toContain(line)
  })

  test('a key that no address may have', () => {
    write('My Museum/site.json', {})
    write('former/site.json', {})
    expect(linesOf()).toHaveLength(2)
  })
})

test('a folder named as a picture, and a link that leads nowhere, are lines like others', () => {
  writeWhole()
  mkdirSync(path.join(sitesDir, 'museum/hero.webp'))
  symlinkSync('nowhere', path.join(sitesDir, 'museum/visit.jpg'))
  expect(linesOf()).toEqual(
    ['hero.webp', 'visit.jpg'].map(
      file => `museum/${file}: is not a file: a folder, or a link that leads nowhere`,
    ),
  )
})

test('what is not written yet, and what nobody can own, is named value by value', () => {
  writeWhole()
  expect(linesOf('unfinished')).toEqual([
    'museum/site.json mail.contact: is at a name that nobody can own: nobody would read the mails',
    'museum/site.json issuer.registrationNumber: is not a number of the tax office',
  ])
  writeWhole('museum', {
    issuer: { name: 'FILL IN: the seller', address: '東京都', registrationNumber: 'T0000000000000' },
  })
  expect(linesOf('unfinished')).toContain('museum/site.json issuer.name: is still to be filled in')
  expect(linesOf('unfinished')).toContain(
    'museum/site.json issuer.registrationNumber: is not a number of the tax office',
  )
})

const NO_WHOLE_SVG = 'is not a whole SVG: write "<" as &lt;, and every value in quotation marks'

test.each([
  ['<svg/>', []],
  ['<?xml version="1.0"?><!-- ours --><svg viewBox="0 0 1 1"><g id="a"/><use href="#a"/></svg>', []],
  ['<html/>', ['is not an SVG', 'has the element html']],
  ['<svg><a href="#x"/></svg>', ['has the element a']],
  ['<svg><SCRIPT/></svg>', ['has the element SCRIPT']],
  ['<svg><x:script xmlns:x="http://www.w3.org/2000/svg"/></svg>', ['has the element x:script']],
  ['<svg><text>x</text></svg>', ['has the element text']],
  ['<svg><use xlink:href="https://a.example/x.svg#y"/></svg>', ['leads to https://a.example/x.svg#y']],
  ['<svg onload="x()"/>', ['has the attribute onload']],
  ["<svg ONCLICK='x()'/>", ['has the attribute onclick']],
  ['<svg/onload=x()>', ['is not an SVG', NO_WHOLE_SVG]],
  // What looks like a value to a reader of attributes alone is the tag of a browser.
  ['<svg><title> a="</title><svg onload="x()"/></svg>', ['has the attribute onload']],
  ['<svg><g a="<g onload=\'x()\'/>"/></svg>', [NO_WHOLE_SVG]],
  ['<svg><use x1:href="https://a.example/x.svg#y"/></svg>', ['leads to https://a.example/x.svg#y']],
  ['<svg><g fill="&#117;rl(https://a.example/)"/></svg>', ['has an escaped character in fill']],
  ['<?xml version="1.0" encoding="ISO-2022-JP"?><svg/>', ['is not in UTF-8']],
  ['<svg><g fill="url(https://a.example/x)"/></svg>', ['has url() of something outside of it']],
  ['<!DOCTYPE svg [<!ENTITY x "y">]><svg/>', ['is not an SVG', 'has a declaration or an instruction']],
  ['<svg><g style="fill:red"/></svg>', ['has the attribute style: write fill="…" and the like']],
])('a drawing: %s', (svg, faults) => {
  expect(drawingFaults(svg)).toEqual(faults)
})

test('a drawing of comments that never end is read at once', () => {
  expect(drawingFaults(`<svg>${'<!--'.repeat(200_000)}`)).toEqual(['has a declaration or an instruction'])
})

test.each([
  ['tickets@museum.jp', false],
  ['tickets@example.jp', false],
  ['tickets@myexample.com', false],
  ['tickets@test.museum', false],
  ['tickets@museum.example', true],
  ['tickets@example.com', true],
  ['tickets@mail.example.org', true],
  ['a@b.invalid', true],
])('visitors write to %s; invented: %s', (contact, isInvented) => {
  const { senderName } = siteOf('demo').mail
  writeWhole('museum', { mail: { senderName, contact } })
  const lines = linesOf('unfinished').filter(line => line.includes('nobody would read the mails'))
  expect(lines).toHaveLength(isInvented ? 1 : 0)
})

test('pictures of pixels are known by their bytes', () => {
  const png = Buffer.alloc(40)
  Buffer.from('89504e470d0a1a0a0000000d49484452000004b000000320', 'hex').copy(png)
  const jpeg = Buffer.concat([Buffer.from('ffd8ffe000040000ffc000110803200640', 'hex'), Buffer.alloc(30)])
  expect(readRaster(png)).toEqual({ type: 'png', width: 1_200, height: 800 })
  expect(readRaster(jpeg)).toEqual({ type: 'jpg', width: 1_600, height: 800 })
  for (const torn of [png.subarray(0, 12), Buffer.alloc(64), Buffer.from('ffd8ff', 'hex')])
    expect(readRaster(torn)).toBeUndefined()
})

test.each(['#000000', '#ffffff', '#ffcc00', '#c1121f', '#0f766e', '#7f7f7f', '#3d5a80', '#00ff00'])(
  'a house of the colour %s is readable in both schemes, and its pictures are drawings',
  color => {
    const { light, dark } = readTheme(drawTheme('museum', color))
    const usual = readTheme(TOKENS)
    expect(weakPairs(new Map([...usual.light, ...light]))).toEqual([])
    expect(weakPairs(new Map([...usual.light, ...usual.dark, ...dark]))).toEqual([])
    for (const key of ['a', 'b', 'c', 'd', 'e'])
      for (const svg of [drawHero(key, color), drawMark(key), drawIcon(key, color)])
        expect(drawingFaults(svg)).toEqual([])
  },
)

test('what guests ask is checked field by field, and each broken rule is told', () => {
  const week = { sun: '10:00-18:00', mon: null, tue: null, wed: null, thu: null, fri: null, sat: null }
  writeWhole('museum', {
    visiting: {
      hours: { ...week, sat: '18:00-10:00' },
      exceptions: [
        { from: '02-30', to: '03-01', hours: null },
        { from: '2026-12-29', to: '01-03', hours: null },
        { from: '2027-01-03', to: '2026-12-29', hours: null },
        { from: '12-29', to: '01-03', hours: null },
      ],
      nearest: { place: { ja: '駅' }, minutes: 0, by: 'rocket' },
      signs: { dogs: 'cats' },
      toilet: 'yes',
    },
  })
  expect(linesOf()).toEqual([
    expect.stringContaining('visiting.hours.sat: is not hours such as'),
    expect.stringContaining('visiting.exceptions.0.from: is not a day such as'),
    expect.stringContaining('visiting.exceptions.1: has a year at one end alone'),
    expect.stringContaining('visiting.exceptions.2: ends before it begins'),
    expect.stringContaining('visiting.nearest.place.en: is missing'),
    expect.stringContaining('visiting.nearest.minutes: is less than 1'),
    expect.stringContaining('visiting.nearest.by: is none of foot, bus'),
    expect.stringContaining('visiting.signs.dogs: is none of all, assistance, no'),
    expect.stringContaining('visiting.toilet: is not a field of visiting: hours'),
  ])
})

test('a last entry needs hours, and a site without any of it is whole', () => {
  writeWhole('museum', { visiting: { lastEntryMinutes: 30 } })
  expect(linesOf()).toEqual([
    expect.stringContaining('visiting: has a last entry or exceptions, and no hours'),
  ])
  writeWhole('museum', { visiting: {} })
  expect(linesOf()).toEqual([])
})

test('words that a house lacks in a language are in English, and say so', () => {
  const words = { ja: '駅', en: 'Station', th: 'สถานี' }
  expect([sayIn(words, 'th'), sayIn(words, 'kr')]).toEqual([
    { text: 'สถานี', lang: 'th' },
    { text: 'Station', lang: 'en' },
  ])
})
