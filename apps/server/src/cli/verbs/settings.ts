import { SITE_SETTINGS } from '@kippu/domain/settings/site-settings'

import {
  askSetting,
  type ListedSetting,
  listSiteSettings,
  type SettingChange,
  setSetting,
  showSiteSetting,
  unsetSetting,
} from '../../sites/content/change-setting.ts'
import { reasonOf } from '../parse/chosen-days.ts'
import { chosenSite } from '../parse/chosen-site.ts'
import { chosenVerb, type Verb } from '../parse/chosen-verb.ts'
import { type Command, type CommandArguments, type CommandDeps, type Report, UsageError } from '../command.ts'
import { refusedReport } from '../refused-report.ts'
import { askedReport } from '../texts/asked-report.ts'
import { type Columns, listed } from '../texts/table.ts'

/** The settings that a venue changes while its store runs (docs/sites.md). */
export const settings: Command = {
  usage: `settings list <site>
       npm run kippu -- settings show <site> <name>
       npm run kippu -- settings set <site> <name> <value> --reason … [--ask | --approval <id>]
       npm run kippu -- settings unset <site> <name> --reason … [--ask | --approval <id>]`,
  summary:
    'the settings of a site: what visitors may move, who gets the summary, names of accounts, displays',
  options: {
    reason: { type: 'string', help: 'why, in your words' },
    ask: { type: 'boolean', help: 'asks a second person for it, who agrees in the console' },
    approval: { type: 'string', help: 'of the second person: the id that --ask said' },
  },
  run: (deps, typed) => chosenVerb('settings', VERBS, typed)(deps, typed),
}

const listReport: Verb = async (deps, _typed, [site, ...more]) => {
  if (more.length > 0) throw new UsageError('settings list takes a site')
  const siteKey = chosenSite(deps, site)
  const all = await listSiteSettings(deps, { siteKey })
  return { text: listed(COLUMNS, all), json: all }
}

const COLUMNS: Columns<ListedSetting> = {
  SETTING: ({ name }) => name,
  VALUE: ({ value }) => value ?? '',
  WHAT: ({ help }) => help,
}

const showReport: Verb = async (deps, _typed, [site, name, ...more]) => {
  if (name === undefined || more.length > 0) throw new UsageError('settings show takes a site and a name')
  const siteKey = chosenSite(deps, site)
  const found = await showSiteSetting(deps, { siteKey, name })
  if (found === undefined) throw unknown(name)
  return { text: found.value ?? 'Not set.', json: found }
}

const setReport: Verb = async (deps, typed, [site, name, value, ...more]) => {
  if (name === undefined || value === undefined || more.length > 0)
    throw new UsageError(
      'settings set takes a site, a name and a value: put a value with blanks in quotation marks',
    )
  const siteKey = chosenSite(deps, site)
  if (!SITE_SETTINGS.has(name)) throw unknown(name)
  return changedReport(deps, typed, { siteKey, name, value })
}

const unsetReport: Verb = async (deps, typed, [site, name, ...more]) => {
  if (name === undefined || more.length > 0) throw new UsageError('settings unset takes a site and a name')
  const siteKey = chosenSite(deps, site)
  return changedReport(deps, typed, { siteKey, name, value: null })
}

interface AskedValue {
  readonly siteKey: string
  readonly name: string
  readonly value: string | null
}

async function changedReport(
  deps: CommandDeps,
  typed: CommandArguments,
  { siteKey, name, value }: AskedValue,
): Promise<Report> {
  const named = { siteKey, name, reason: reasonOf(typed) }
  if (typed.isSet('ask')) {
    const asked = await askSetting(deps, { ...named, value })
    return 'fault' in asked ? refusedReport(asked.fault) : askedReport(asked)
  }
  const changed = { ...named, approval: typed.text('approval') }
  return reportOf(
    await (value === null ? unsetSetting(deps, changed) : setSetting(deps, { ...changed, value })),
    name,
    value,
  )
}

const VERBS: ReadonlyMap<string, Verb> = new Map([
  ['list', listReport],
  ['show', showReport],
  ['set', setReport],
  ['unset', unsetReport],
])

function unknown(name: string): UsageError {
  return new UsageError(`there is no setting ${name}: settings list names them`)
}

function reportOf(changed: SettingChange, name: string, value: string | null): Report {
  if ('fault' in changed) return refusedReport(changed.fault)
  if ('meanwhile' in changed) return refusedReport('somebody has changed it meanwhile')
  const { before } = changed
  const said = (text: string | null): string => text ?? 'not set'
  return {
    text: `${name}: ${said(value)} (before: ${said(before)}). Running processes have it within a second.`,
    json: { name, value, before },
  }
}
