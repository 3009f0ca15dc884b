import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { LANGUAGES } from '@kippu/domain/language'
import { METHOD_KINDS } from '@kippu/domain/payment-method'
import { foldersOf, siteKeysIn } from '@kippu/sites/load-sites'
import { browserMethodsOf, type Site } from '@kippu/sites/site'
import { lineOf, type SiteFault } from '@kippu/sites/venue/fault'
import { readSiteFolder } from '@kippu/sites/venue/read-site-folder'
import { textsOf } from '@kippu/texts/texts'

import { siteTextsOf } from '../../sites/seed/site-texts.ts'
import { EnvError } from '../../platform/variables/env-error.ts'
import { createPaymentProviders } from '../../payments/accounts/providers.ts'
import { offeredMethod } from '../../payments/apple-pay/offered-method.ts'
import { parseEnv, type ServerEnv } from '../../start/environment/read-env.ts'
import { type Report, UsageError } from '../command.ts'

/** The store's own colours, which count where a theme says nothing. */
const TOKENS = path.join(import.meta.dirname, '../../../../web/src/ui/tokens.css')

type Variables = Readonly<Record<string, string | undefined>>

/** Everything that is wrong with the sites of the first folder, or with one of them: a line each. */
export function checkSites(
  sitesDirs: readonly string[],
  asked: string | undefined,
  variables: Variables,
): Report {
  const [sitesDir = ''] = sitesDirs
  const keys = siteKeysIn([sitesDir]).filter(key => asked === undefined || key === asked)
  if (keys.length === 0)
    throw new UsageError(asked === undefined ? `${sitesDir} has no site` : `${sitesDir} has no site ${asked}`)
  const faults = faultsOfSites(sitesDirs, keys, variables)
  const lines = faults.map(fault => `${SAYS[fault.weight]} ${lineOf(fault)}`)
  const good = keys.filter(key => faults.every(({ siteKey }) => siteKey !== key))
  return {
    text: [...lines, ...good.map(key => `${key}: nothing is wrong.`)].join('\n'),
    json: faults,
    isFailure: faults.some(({ weight }) => weight !== 'advice'),
  }
}

/** The faults of some sites, with what these variables lack for them. */
export function faultsOfSites(
  sitesDirs: readonly string[],
  keys: readonly string[],
  variables: Variables,
): readonly SiteFault[] {
  const tokens = existsSync(TOKENS) ? readFileSync(TOKENS, 'utf8') : undefined
  const env = environmentOf(variables)
  return keys.flatMap(key => {
    const { site, faults: ofFolder } = readSiteFolder(foldersOf(sitesDirs, key), tokens)
    const ofSite =
      site === undefined
        ? []
        : [
            ...textFaults(site),
            ...languageFaults(site),
            ...methodFaults(site, env),
            ...memberFaults(site, env),
          ]
    return [...ofFolder, ...ofSite]
  })
}

/** The consequence of a fault, before its line. */
const SAYS = {
  broken: '[stops the store]  ',
  unfinished: '[stops production] ',
  advice: '[advice]           ',
} as const satisfies Record<SiteFault['weight'], string>

/** The reason where the variables are not those of a store. */
function environmentOf(variables: Variables): ServerEnv | string {
  try {
    return parseEnv({ ...variables, DATABASE_URL: variables['DATABASE_URL'] || 'postgres://localhost/none' })
  } catch (error) {
    if (error instanceof EnvError) return error.message
    throw error
  }
}

/** Words that nobody would ever read, and words that would lose what the product puts into them. */
function textFaults({ key: siteKey, texts, ...site }: Site): readonly SiteFault[] {
  return LANGUAGES.flatMap(lang => {
    const known: Readonly<Record<string, string>> = {
      ...textsOf(lang),
      ...siteTextsOf({ key: siteKey, texts, ...site }, lang),
    }
    return Object.entries(texts[lang] ?? {}).flatMap(([key, text]) => {
      const rule = textFault(known[key], text)
      return rule === undefined
        ? []
        : [{ siteKey, file: 'texts.json', field: `${key}.${lang}`, rule, weight: 'advice' as const }]
    })
  })
}

function textFault(usual: string | undefined, text: string): string | undefined {
  if (usual === undefined) return 'is not a text of the store'
  const holes = (words: string): string => [...new Set(words.match(/\{\w+\}/g))].toSorted().join(' ')
  return holes(usual) === holes(text) ? undefined : `needs ${holes(usual) || 'no placeholder'}`
}

/** Languages in which a text of the venue has no words: the store's own stand there, in its own tone. */
function languageFaults({ key: siteKey, texts }: Site): readonly SiteFault[] {
  const keys = [...new Set(LANGUAGES.flatMap(lang => Object.keys(texts[lang] ?? {})))].toSorted()
  return keys.flatMap(key => {
    const missing = LANGUAGES.filter(lang => texts[lang]?.[key] === undefined)
    const rule = `has no words in ${missing.join(', ')}: the store's own stand there`
    return missing.length === 0
      ? []
      : [{ siteKey, file: 'texts.json', field: key, rule, weight: 'advice' as const }]
  })
}

const ofSiteJson = (
  { key: siteKey }: Site,
  field: string,
  rule: string,
  weight: SiteFault['weight'] = 'advice',
): SiteFault => ({ siteKey, file: 'site.json', field, rule, weight })

/** Methods that the site lists and for which this environment has no account. Simulated ones are not accounts: production has none of them. */
function methodFaults(site: Site, env: ServerEnv | string): readonly SiteFault[] {
  const field = 'paymentMethods'
  if (typeof env === 'string')
    return [ofSiteJson(site, field, `are not compared with the environment: ${env}`)]
  const payments = createPaymentProviders(env)
  const listed = browserMethodsOf(site)
  const missing = listed.filter(method => offeredMethod(payments, site, method) === undefined)
  if (env.production && !env.allowsNoPayments && missing.length === listed.length)
    return [
      ofSiteJson(
        site,
        field,
        `have no account at all, so that nobody could pay: ${missing.join(', ')}`,
        'unfinished',
      ),
    ]
  const end = env.simulators
    ? 'it is simulated by `npm start`, and not offered in production'
    : 'it is not offered'
  return missing.map(method =>
    ofSiteJson(
      site,
      field,
      `${method} has no account of ${METHOD_KINDS[method].provider} in this environment: ${end}`,
    ),
  )
}

/** Members who come with a token need its secret: the simulator makes none for the site of a venue. */
function memberFaults(site: Site, env: ServerEnv | string): readonly SiteFault[] {
  const { loginType, disabled } = site.membership
  if (
    loginType !== 'Token' ||
    disabled ||
    typeof env === 'string' ||
    env.membershipTokenSecrets.has(site.key)
  )
    return []
  return [
    ofSiteJson(
      site,
      'membership.loginType',
      'is Token, and MEMBERSHIP_TOKEN_SECRETS has no secret of the site: no member can come in',
    ),
  ]
}
