import { readFile } from 'node:fs/promises'

import { epochMsOf, isIsoDate, jstIso } from '@kippu/domain/jst-date'
import { LANGUAGES } from '@kippu/domain/language'
import {
  judgeNoticeTexts,
  LONGEST_NOTICE,
  MOST_NOTICES,
  type NoticeFault,
  type NoticeTexts,
} from '@kippu/domain/notice'
import * as v from 'valibot'

import { listNotices, type ListedNotice } from '../../sites/notices/list-notices.ts'
import { putNotice } from '../../sites/notices/put-notice.ts'
import { withdrawNotice } from '../../sites/notices/withdraw-notice.ts'
import { chosenSite } from '../parse/chosen-site.ts'
import { chosenVerb, type Verb } from '../parse/chosen-verb.ts'
import { type Command, type CommandArguments, type CommandDeps, type Report, UsageError } from '../command.ts'
import { refusedReport } from '../refused-report.ts'
import { type Columns, listed } from '../texts/table.ts'

/** The notices of a house above every screen for a certain time (docs/handbook.md). */
export const notices: Command = {
  usage: `notices <site>
       npm run kippu -- notices put <site> --until '2026-12-24 18:00' --ja <words> --en <words> [--kr …] [--file <words.json>] [--from …] [--warning] [--replaces <id>]
       npm run kippu -- notices withdraw <site> <id>`,
  summary: 'what is above every screen of a site for a certain time: a typhoon, a day that closes early',
  options: {
    until: { type: 'string', help: 'when it ends by itself, in Japan: 2026-12-24 18:00' },
    from: { type: 'string', help: 'when it begins, in Japan; without it, now' },
    warning: { type: 'boolean', help: 'important: in the colour of warnings, and above all others' },
    replaces: { type: 'string', help: 'the id of an open notice in whose place it comes' },
    file: { type: 'string', help: 'words by language: {"ja": "…", "en": "…", "kr": "…"}' },
    ja: { type: 'string', help: 'words in Japanese, needed' },
    en: { type: 'string', help: 'words in English, needed; languages without words show these' },
    kr: { type: 'string', help: 'words in Korean' },
    'zh-hans': { type: 'string', help: 'words in simplified Chinese' },
    'zh-hant': { type: 'string', help: 'words in traditional Chinese' },
    th: { type: 'string', help: 'words in Thai' },
  },
  run: (deps, typed) => chosenVerb('notices', VERBS, typed, listReport)(deps, typed),
}

const VERBS: ReadonlyMap<string, Verb> = new Map([
  ['put', putReport],
  ['withdraw', withdrawReport],
])

async function listReport(
  deps: CommandDeps,
  _typed: CommandArguments,
  [site, ...more]: readonly string[],
): Promise<Report> {
  if (more.length > 0) throw new UsageError('notices takes a site')
  const found = await listNotices(deps, { siteKey: chosenSite(deps, site) })
  if (found.length === 0) return { text: 'The site has no notice.', json: [] }
  return { text: listed(COLUMNS, found), json: found.map(jsonOf) }
}

async function putReport(
  deps: CommandDeps,
  typed: CommandArguments,
  [site, ...more]: readonly string[],
): Promise<Report> {
  const siteKey = chosenSite(deps, site)
  if (more.length > 0) throw new UsageError('notices put takes a site; its words are options')
  const [from, until] = [typed.text('from'), typed.text('until')]
  if (until === undefined) throw new UsageError('name its end: --until 2026-12-24 18:00')
  const judged = judgeNoticeTexts(await wordsOf(typed))
  if ('faults' in judged) throw new UsageError(judged.faults.map(faultText).join('; '))
  const replaces = typed.text('replaces')
  if (replaces !== undefined && !/^\d{1,9}$/.test(replaces))
    throw new UsageError(`${replaces} is not the id of a notice`)
  const put = await putNotice(deps, {
    siteKey,
    severity: typed.isSet('warning') ? 'warning' : 'information',
    from: from === undefined ? deps.clock.now() : momentOf(from),
    until: momentOf(until),
    texts: judged.texts,
    replaces: replaces === undefined ? undefined : Number(replaces),
  })
  if (!('fault' in put)) return { text: `Notice ${put.id}. ${languagesText(judged.texts)}`, json: put }
  switch (put.fault) {
    case 'over':
      return refusedReport('it would be over before it is shown')
    case 'too_many':
      return refusedReport(`the site has ${MOST_NOTICES} open notices: withdraw one first`)
    case 'gone':
      return refusedReport('the site has no such open notice', 'not_found')
  }
}

async function withdrawReport(
  deps: CommandDeps,
  _typed: CommandArguments,
  [site, id = '', ...more]: readonly string[],
): Promise<Report> {
  const siteKey = chosenSite(deps, site)
  if (!/^\d{1,9}$/.test(id) || more.length > 0)
    throw new UsageError('notices withdraw takes a site and the id of a notice')
  return (await withdrawNotice(deps, { siteKey, id: Number(id) }))
    ? { text: `Notice ${id} is withdrawn.`, json: { id: Number(id) } }
    : refusedReport('the site has no such open notice', 'not_found')
}

const fileWords = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.string()))

/** Those of the file, and over them those of the options. */
async function wordsOf(typed: CommandArguments): Promise<Readonly<Record<string, string>>> {
  const file = typed.text('file')
  const typedWords = LANGUAGES.map(lang => [lang, typed.text(lang)] as const).filter(
    (entry): entry is readonly [(typeof LANGUAGES)[number], string] => entry[1] !== undefined,
  )
  const written = file === undefined ? {} : await readWords(file)
  return { ...written, ...Object.fromEntries(typedWords) }
}

async function readWords(file: string): Promise<Readonly<Record<string, string>>> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text === undefined) throw new UsageError(`${file} can't be read`)
  const words = v.safeParse(fileWords, text)
  if (!words.success) throw new UsageError(`${file} has no words by language: {"ja": "…", "en": "…"}`)
  return words.output
}

/** @returns ms since 1970, from a moment in Japan. */
function momentOf(text: string): number {
  const [, day = '', time = ''] = /^(\d{4}-\d\d-\d\d)[ T]((?:[01]\d|2[0-3]):[0-5]\d)$/.exec(text) ?? []
  const isDay: boolean = isIsoDate(day)
  if (!isDay) throw new UsageError(`${text} is not a moment: 2026-12-24 18:00`)
  return epochMsOf(`${day}T${time}:00+09:00`)
}

function faultText(fault: NoticeFault): string {
  switch (fault.kind) {
    case 'unknown_language':
      return `${fault.lang} is not a language: ${LANGUAGES.join(', ')}`
    case 'missing':
      return `words in ${fault.lang} are needed`
    case 'too_long':
      return `the words in ${fault.lang} have more than ${LONGEST_NOTICE} characters`
    case 'control_character':
      return `the words in ${fault.lang} have a line break or another control character`
  }
}

function languagesText(texts: NoticeTexts): string {
  const english = LANGUAGES.filter(lang => texts[lang] === undefined)
  return english.length === 0
    ? 'It has words in all languages.'
    : `In English, and said so, for readers of: ${english.join(', ')}.`
}

const STATES: Readonly<Record<ListedNotice['state'], string>> = {
  to_come: 'to come',
  shown: 'shown',
  over: 'over',
  withdrawn: 'withdrawn',
}

const COLUMNS: Columns<ListedNotice> = {
  ID: ({ id }) => String(id),
  STATE: ({ state }) => STATES[state],
  KIND: ({ severity }) => severity,
  FROM: ({ shownFrom }) => minuteOf(shownFrom),
  UNTIL: ({ shownUntil }) => minuteOf(shownUntil),
  WORDS: ({ texts }) => texts.en,
}

/** `2026-12-24 18:00`, in Japan. */
function minuteOf(at: Date): string {
  return jstIso(at.getTime()).slice(0, 16).replace('T', ' ')
}

function jsonOf({ id, state, severity, shownFrom, shownUntil, texts }: ListedNotice) {
  return {
    id,
    state,
    severity,
    shown_from: jstIso(shownFrom.getTime()),
    shown_until: jstIso(shownUntil.getTime()),
    texts,
  }
}
