import { LANGUAGES } from '@kippu/domain/language'
import { SALES_CHANNELS } from '@kippu/domain/states/ticket'
import { isSame } from '@kippu/domain/merged-values'
import { definitionOf } from '@kippu/sites/define-site'
import { type HouseValues, valueIn, withValues } from '@kippu/sites/house'
import type { Site } from '@kippu/sites/site'
import { siteFiles } from '@kippu/sites/site-files'
import { readSiteFolder } from '@kippu/sites/venue/read-site-folder'
import { textsOf } from '@kippu/texts/texts'

import type { Read } from '../../platform/db/database.ts'
import { listLanguages } from '../../sites/content/queries.ts'
import { readHouseValues } from '../../sites/house/house-values.ts'
import { siteTextsOf } from '../../sites/seed/site-texts.ts'
import { atSite } from '../../platform/staff/inputs.ts'
import { staffVerb } from '../../platform/staff/staff-verb.ts'
import type { OpenedDeps } from '../command.ts'
import { NEW_FILES, newDefinitionOf } from './sites-new.ts'

interface Difference {
  readonly where:
    | 'site.json'
    | 'texts.json'
    | 'files'
    | 'house'
    | 'texts'
    | 'payment methods'
    | 'languages'
    | 'buyer form'
  readonly field: string
  readonly usual: string
  readonly own: string
}

/** Where a site differs from what it began as, and where the database that serves it differs from the site. */
export const readDifferences = staffVerb({
  name: 'sites diff',
  permission: 'sites:write',
  reach: 'site',
  input: atSite,
  run: async (
    { db, sites }: Pick<OpenedDeps, 'db' | 'sites'>,
    { siteKey }: { readonly siteKey: string },
  ): Promise<readonly Difference[]> => {
    const site = sites.find(siteKey)
    if (site === undefined) throw new Error(`there is no site ${siteKey}`)
    const inDatabase = await db.read(async read => [
      ...houseDifferences(site, await readHouseValues(read, siteKey)),
      ...(await textDifferences(read, site)),
      ...(await methodDifferences(read, site)),
      ...(await languageDifferences(read, site)),
      ...(await fieldDifferences(read, site)),
    ])
    return [...fromBeginning(site), ...inDatabase]
  },
})

function fromBeginning(site: Site): readonly Difference[] {
  const below = siteBelow(site)
  const usual = leavesOf(below === undefined ? newDefinition(site) : definitionOf(below))
  const own = leavesOf(definitionOf(site))
  const fields = [...new Set([...usual.keys(), ...own.keys()])].filter(
    field => field !== 'key' && !field.startsWith('texts.') && usual.get(field) !== own.get(field),
  )
  const words = LANGUAGES.flatMap(lang =>
    Object.entries(site.texts[lang] ?? {}).map(([key, text]) => ({
      where: 'texts.json' as const,
      field: `${key}.${lang}`,
      usual: textsFor(site, lang)[key] ?? '',
      own: text,
    })),
  )
  const files = Array.from(siteFiles(site)).filter(([, file]) => file.startsWith(site.folders[0] ?? ''))
  return [
    ...fields.map(field => ({
      where: 'site.json' as const,
      field,
      usual: usual.get(field) ?? '(nothing)',
      own: own.get(field) ?? '(nothing)',
    })),
    ...words,
    ...files
      .filter(([name]) =>
        below === undefined ? !NEW_FILES.some(file => file === name) : !name.endsWith('.json'),
      )
      .map(([name]) => ({
        where: 'files' as const,
        field: name,
        usual: below === undefined ? '(nothing)' : 'that of the folder below',
        own: "the site's own",
      })),
  ]
}

/** The site of the same key in the folders that follow; undefined where the site lies alone. Its last folder has the neutral files. */
function siteBelow({ folders }: Site): Site | undefined {
  const below = folders.slice(1, -1)
  return below.length === 0 ? undefined : readSiteFolder(below).site
}

/** As `sites new` wrote it. */
function newDefinition(site: Site): object {
  const { key, title, logo } = definitionOf(site)
  return newDefinitionOf({ key, name: title.ja, nameEn: title.default }, logo)
}

function textsFor(site: Site, lang: (typeof LANGUAGES)[number]): Readonly<Record<string, string>> {
  return { ...textsOf(lang), ...siteTextsOf(site, lang) }
}

function leavesOf(value: unknown, field = ''): Map<string, string> {
  if (typeof value !== 'object' || value === null) return new Map([[field, String(value)]])
  if (Array.isArray(value) && value.every(item => typeof item !== 'object'))
    return new Map([[field, value.join(', ')]])
  return new Map(
    Object.entries(value).flatMap(([name, inner]) => [
      ...leavesOf(inner, field === '' ? name : `${field}.${name}`),
    ]),
  )
}

function houseDifferences(site: Site, values: HouseValues): readonly Difference[] {
  return Array.from(values).flatMap(([field, value]) => {
    const usual = valueIn(site, field).value
    if (isSame(usual, value)) return []
    const own = JSON.stringify(value)
    // A release may refuse what an earlier one took.
    const refused =
      'faults' in withValues(site, new Map([[field, value]])) ? ' (not served: it breaks a rule)' : ''
    return [
      {
        where: 'house' as const,
        field,
        usual: usual === undefined ? '(nothing)' : JSON.stringify(usual),
        own: `${own}${refused}`,
      },
    ]
  })
}

async function textDifferences(read: Read, site: Site): Promise<readonly Difference[]> {
  const rows = await read
    .selectFrom('texts')
    .select(['lang', 'key', 'text'])
    .where('site_key', '=', site.key)
    .where('source', '=', 'site')
    .orderBy('key')
    .orderBy('lang')
    .execute()
  return rows.flatMap(({ lang, key, text }) => {
    const known = LANGUAGES.find(id => id === lang)
    const usual = known === undefined ? '' : (site.texts[known]?.[key] ?? textsFor(site, known)[key] ?? '')
    return usual === text
      ? []
      : [{ where: 'texts' as const, field: `${key}.${lang}`, usual: usual || '(nothing)', own: text }]
  })
}

async function methodDifferences(read: Read, site: Site): Promise<readonly Difference[]> {
  const rows = await read
    .selectFrom('payment_methods')
    .select(['channel', 'method'])
    .where('site_key', '=', site.key)
    .orderBy('position')
    .execute()
  return SALES_CHANNELS.flatMap(channel => {
    const usual = site.paymentMethods[channel].join(', ')
    const own = rows
      .filter(row => row.channel === channel)
      .map(({ method }) => method)
      .join(', ')
    return usual === own
      ? []
      : [
          {
            where: 'payment methods' as const,
            field: channel,
            usual: usual || '(none)',
            own: own || '(none)',
          },
        ]
  })
}

async function languageDifferences(read: Read, site: Site): Promise<readonly Difference[]> {
  const rows = await listLanguages(read, site.key)
  const own = rows.map(({ id }) => id).join(', ')
  const usual = LANGUAGES.join(', ')
  return usual === own ? [] : [{ where: 'languages', field: 'languages', usual, own: own || '(none)' }]
}

async function fieldDifferences(read: Read, site: Site): Promise<readonly Difference[]> {
  const rows = await read
    .selectFrom('field_templates')
    .select(['field_name', 'is_display', 'is_require'])
    .where('site_key', '=', site.key)
    .orderBy('position')
    .execute()
  const uses = new Map<string, string>(Object.entries(site.signIn.fields))
  return rows.flatMap(({ field_name, is_display, is_require }) => {
    const own = is_display ? (is_require ? 'required' : 'optional') : 'hidden'
    const usual = uses.get(field_name) ?? '(nothing)'
    return usual === own ? [] : [{ where: 'buyer form' as const, field: field_name, usual, own }]
  })
}
