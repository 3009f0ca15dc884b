import path from 'node:path'

import { jstIso } from '@kippu/domain/jst-date'
import { HOUSE_FIELDS, isHouseField } from '@kippu/sites/house'
import { foldersOf, sitesDirsOf } from '@kippu/sites/load-sites'
import { isOpenAt } from '@kippu/sites/site'
import { readSiteFolder } from '@kippu/sites/venue/read-site-folder'

import { givePreview, PREVIEW_PATH } from '../../pages/documents/preview.ts'
import { putHouse } from '../../sites/house/change-house.ts'
import { readAsServed } from '../../sites/house/read-as-served.ts'
import { reasonOf } from '../parse/chosen-days.ts'
import { chosenSite } from '../parse/chosen-site.ts'
import { type Command, type CommandArguments, type CommandDeps, type Report, UsageError } from '../command.ts'
import { refusedReport } from '../refused-report.ts'
import { checkSites } from './sites-check.ts'
import { readDifferences } from './sites-diff.ts'
import { exportSite } from './sites-export.ts'
import { newSite } from './sites-new.ts'

const USUAL_DAYS = 14
const MOST_DAYS = 90
const DAY_MS = 86_400_000

/** The sites of the venues, in a folder outside of the product (docs/sites.md). */
export const sites: Command = {
  usage: `sites new <key> [--name <name>] [--name-en <name>] [--color <#rrggbb>]
       npm run kippu -- sites check [<key>]
       npm run kippu -- sites export <key> <folder> [--as-served]
       npm run kippu -- sites diff <key>
       npm run kippu -- sites set <key> <field> <JSON> --reason …
       npm run kippu -- sites unset <key> <field> --reason …
       npm run kippu -- sites preview <key> [--days <days>]`,
  summary:
    'a site of your own as a folder in SITES_DIR: begin it, check it, see it before it opens; what its house says while it runs',
  options: {
    name: { type: 'string', help: 'the name of a new site' },
    'name-en': { type: 'string', help: 'its name in the other languages' },
    color: { type: 'string', help: 'its colour, such as #3d5a80' },
    'as-served': { type: 'boolean', help: 'with what its database says above the folder' },
    reason: { type: 'string', help: 'why, in your words' },
    days: {
      type: 'string',
      help: `for how many days a preview is good: ${USUAL_DAYS}, at most ${MOST_DAYS}`,
    },
  },
  async offline(typed, variables) {
    const [verb, key, ...more] = typed.positionals
    if (verb === 'new') return newSite(foldersIn(variables)[0] ?? '', typed, only(key, more))
    if (verb === 'check') return checkSites(foldersIn(variables), only(key, more), variables)
    const isFromFolder = verb === 'export' && !typed.isSet('as-served')
    return isFromFolder ? exported(key, more, variables) : undefined
  },
  async run(deps, typed) {
    const [verb, key, ...more] = typed.positionals
    if (verb === 'set' || verb === 'unset') return houseChanged(deps, typed)
    if (verb === 'export') return exportedAsServed(deps, key, more)
    const site = chosenSite(deps, only(key, more))
    if (verb === 'diff') return diffOf(deps, site)
    if (verb === 'preview') return previewOf(deps, typed, site)
    throw new UsageError(
      verb === undefined
        ? 'say what: new, check, export, diff, set, unset or preview'
        : `sites can't ${verb}`,
    )
  },
}

function only(key: string | undefined, more: readonly string[]): string | undefined {
  if (more.length > 0) throw new UsageError(`${more.join(' ')} is too much`)
  return key
}

function foldersIn(variables: Readonly<Record<string, string | undefined>>): readonly string[] {
  const folders = sitesDirsOf(variables['SITES_DIR'])
  if (folders.length === 0)
    throw new UsageError('set SITES_DIR to the folder of your sites, outside of the product')
  return folders
}

function exported(
  key: string | undefined,
  [folder, ...more]: readonly string[],
  variables: Readonly<Record<string, string | undefined>>,
): Report {
  if (key === undefined || folder === undefined) throw new UsageError('sites export takes a key and a folder')
  only(key, more)
  const folders = foldersOf(foldersIn(variables), key)
  const site = folders.length === 0 ? undefined : readSiteFolder(folders).site
  if (site === undefined) throw new UsageError(`there is no site ${key}`)
  return exportSite(site, path.resolve(folder))
}

async function exportedAsServed(
  deps: CommandDeps,
  key: string | undefined,
  [folder, ...more]: readonly string[],
): Promise<Report> {
  if (folder === undefined) throw new UsageError('sites export takes a key and a folder')
  const siteKey = chosenSite(deps, only(key, more))
  return exportSite(await readAsServed(deps, { siteKey }), path.resolve(folder))
}

/** Sets or takes away the value of a field of `site.json` in the database. */
async function houseChanged(deps: CommandDeps, typed: CommandArguments): Promise<Report> {
  const [verb, key, field, value, ...more] = typed.positionals
  const isSet = verb === 'set'
  if (field === undefined || (value !== undefined) !== isSet || more.length > 0)
    throw new UsageError(
      isSet ? 'sites set takes a key, a field and its value as JSON' : 'sites unset takes a key and a field',
    )
  const siteKey = chosenSite(deps, key)
  if (!isHouseField(field))
    throw new UsageError(`${field} is changed in the folder alone; these are not: ${HOUSE_FIELDS.join(', ')}`)
  const after = value === undefined ? null : { value: jsonOf(value) }
  const done = await putHouse(deps, { siteKey, changes: [{ field, after }], reason: reasonOf(typed) })
  switch (done.kind) {
    case 'done':
      return {
        text: `${field}: ${value ?? 'as the folder says'}. Running processes have it within a second.`,
        json: { field, after },
      }
    case 'faults':
      return refusedReport(done.faults.map(fault => `${fault.field} ${fault.rule}`).join('\n'))
    case 'second person needed':
      return refusedReport(`${field} wants a second person: change it at the console, under House`)
    case 'refused':
      return refusedReport(done.why)
    case 'conflicts':
      throw new Error('nothing was read before')
  }
}

function jsonOf(typed: string): unknown {
  try {
    return JSON.parse(typed)
  } catch {
    throw new UsageError(`${typed} is not JSON: words stand in quotation marks, '"03-1234-5678"'`)
  }
}

async function diffOf(deps: CommandDeps, key: string): Promise<Report> {
  const differences = await readDifferences(deps, { siteKey: key })
  const lines = differences.map(
    ({ where, field, usual, own }) => `${where} ${field}: ${short(usual)} → ${short(own)}`,
  )
  return {
    text: lines.length === 0 ? `${key} is as it began.` : lines.join('\n'),
    json: differences,
  }
}

function short(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ')
  return line.length > 60 ? `${line.slice(0, 59)}…` : line
}

async function previewOf(deps: CommandDeps, typed: CommandArguments, key: string): Promise<Report> {
  const { sites: directory, clock, env } = deps
  const days = typed.text('days') ?? String(USUAL_DAYS)
  if (!/^\d{1,2}$/.test(days) || Number(days) < 1 || Number(days) > MOST_DAYS)
    throw new UsageError(`--days is a number from 1 to ${MOST_DAYS}`)
  const site = directory.find(key)
  const origin = directory.originOf(key)
  if (site !== undefined && isOpenAt(site, clock.now()))
    return { text: `${key} is open: ${origin}/`, json: { url: `${origin}/`, isOpen: true } }
  const until = clock.now() + Number(days) * DAY_MS
  const url = `${origin}${PREVIEW_PATH}/${await givePreview(deps, { siteKey: key, until })}`
  const isLocal = origin.endsWith(`:${env.port}`)
  const lines = [
    url,
    `It is good until ${jstIso(until)}; whoever has it sees the store, and nobody can order.`,
    ...(isLocal
      ? [
          `It is of a store on port ${env.port}: where yours is on another one, put PORT=… before the command.`,
        ]
      : []),
  ]
  return { text: lines.join('\n'), json: { url, until: jstIso(until), isOpen: false } }
}
