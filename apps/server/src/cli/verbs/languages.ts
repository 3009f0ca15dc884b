import { isLanguage, LANGUAGES } from '@kippu/domain/language'

import { type LanguagesOfSite, putLanguages, readLanguages } from '../../sites/content/change-languages.ts'
import { type Command, UsageError } from '../command.ts'
import { reasonOf } from '../parse/chosen-days.ts'
import { chosenSite } from '../parse/chosen-site.ts'
import { chosenVerb, type Verb } from '../parse/chosen-verb.ts'
import { refusedReport } from '../refused-report.ts'
import { type Columns, listed } from '../texts/table.ts'

/** The languages that a site speaks, in the order of its menu (docs/sites.md). */
export const languages: Command = {
  usage: `languages <site>
       npm run kippu -- languages put <site> <ja,en,…> --reason …`,
  summary: 'the languages of a site: which it offers, in which order, and who reads each now',
  options: { reason: { type: 'string', help: 'why, in your words' } },
  run: (deps, typed) => chosenVerb('languages', VERBS, typed, listReport)(deps, typed),
}

const listReport: Verb = async (deps, _typed, [site, ...more]) => {
  if (more.length > 0) throw new UsageError('languages takes a site')
  const found = await readLanguages(deps, { siteKey: chosenSite(deps, site) })
  return { text: listed(COLUMNS, found.languages), json: found }
}

const COLUMNS: Columns<LanguagesOfSite['languages'][number]> = {
  LANGUAGE: ({ id }) => id,
  STATE: ({ isOffered, isDefault }) => (isDefault ? 'default' : isOffered ? '' : 'withdrawn'),
  'ORDERS UNDER WAY': ({ orders }) => String(orders),
  'VISITS TO COME': ({ visits }) => String(visits),
}

const putReport: Verb = async (deps, typed, [site, typedLanguages, ...more]) => {
  if (typedLanguages === undefined || more.length > 0)
    throw new UsageError('languages put takes a site, and all languages in their order: ja,en')
  const after = typedLanguages.split(',').map(id => {
    if (!isLanguage(id)) throw new UsageError(`${id} is not a language: ${LANGUAGES.join(', ')}`)
    return id
  })
  const asked = { siteKey: chosenSite(deps, site), after, reason: reasonOf(typed) }
  const done = await putLanguages(deps, asked)
  if (done.kind === 'done')
    return {
      text: `${after.join(', ')} (before: ${done.before.join(', ')}). Orders keep their language.`,
      json: { ...asked, before: done.before },
    }
  if (done.kind === 'changed') return refusedReport('somebody has changed them meanwhile')
  return refusedReport(
    done.rule === 'twice' ? 'one of them stands there twice' : 'the default language of the site stays',
  )
}

const VERBS: ReadonlyMap<string, Verb> = new Map([['put', putReport]])
