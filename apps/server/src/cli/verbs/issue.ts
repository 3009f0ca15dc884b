import { randomUUID } from 'node:crypto'

import { isIsoDate } from '@kippu/domain/jst-date'
import { DEFAULT_LANGUAGE, isLanguage, LANGUAGES } from '@kippu/domain/language'

import type { AskedKind } from '../../office/desk/find-kinds.ts'
import { guestAnswers } from '../../office/desk/guest-answers.ts'
import { askIssue, issueVisit } from '../../office/desk/issue-visit.ts'
import { isRefusal } from '../../platform/http/refusal.ts'
import { timeOfDay } from '../parse/chosen-days.ts'
import { chosenSite } from '../parse/chosen-site.ts'
import { type Command, type CommandArguments, UsageError } from '../command.ts'
import { refusedReport } from '../refused-report.ts'
import { askedReport } from '../texts/asked-report.ts'
import { channelOf } from './shares.ts'

/** Tickets for the press and for guests of the house (docs/handbook.md). */
export const issue: Command = {
  usage: `issue <site> <product> --on 2026-12-24 [--time 10:00] --tickets Adult=2,Child=1 --email … [--name …] --reason … [--ask]`,
  summary:
    'issue tickets that nobody pays for, and mail them; the product by its code, name or UUID, kinds by their names',
  options: {
    on: { type: 'string', help: 'day of the visit' },
    time: { type: 'string', help: 'when it begins, as 10:00; not needed where the day has one time' },
    tickets: { type: 'string', help: 'kinds and how many: Adult=2,Child=1' },
    email: { type: 'string', help: 'where the tickets are mailed to' },
    name: { type: 'string', help: 'of the guest; without it, the list for the door has none' },
    lang: { type: 'string', help: `of their mail: ${LANGUAGES.join(', ')}; without it, ja` },
    channel: { type: 'string', help: 'whose units they take; without it, web' },
    reason: { type: 'string', help: 'for whom and why: press, guests of the director' },
    ask: {
      type: 'boolean',
      help: 'asks a second person for it, who agrees in the console; then it is typed again',
    },
  },
  async run(deps, typed) {
    const [site, productName, ...more] = typed.positionals
    const siteKey = chosenSite(deps, site)
    if (productName === undefined || more.length > 0) throw new UsageError('issue takes a site and a product')
    const visit = {
      siteKey,
      product: productName,
      channel: channelOf(typed.text('channel') ?? 'web'),
      ...readAsked(typed),
    }
    if (typed.isSet('ask')) {
      const asked = await askIssue(deps, visit)
      return 'fault' in asked ? refusedReport(asked.fault) : askedReport(asked)
    }
    const issued = await issueVisit(await deps.paying(), { ...visit, id: randomUUID() })
    if ('fault' in issued) return refusedReport(issued.fault)
    if (isRefusal(issued)) return refusedReport(issued.code)
    const { reservationNumber } = issued
    return { text: `Issued: ${reservationNumber}. Its tickets are mailed.`, json: issued }
  },
}

function readAsked(typed: CommandArguments) {
  const [date, reason] = [typed.text('on'), typed.text('reason')?.trim()]
  const isDay: boolean = date !== undefined && isIsoDate(date)
  if (date === undefined || !isDay) throw new UsageError('name a day: --on 2026-12-24')
  const time = timeOfDay(typed)
  if (reason === undefined || reason === '') throw new UsageError('say for whom and why, with --reason')
  const lang = typed.text('lang') ?? DEFAULT_LANGUAGE
  if (!isLanguage(lang)) throw new UsageError(`${lang} is not a language: ${LANGUAGES.join(', ')}`)
  const answers = guestAnswers({ email: typed.text('email') ?? '', name: typed.text('name') ?? '' })
  if (answers === undefined) throw new UsageError('--email: no mail address')
  return { date, time, reason, lang, answers, kinds: readKinds(typed.text('tickets') ?? '') }
}

function readKinds(typed: string): AskedKind[] {
  return typed.split(/[,、]/).map(part => {
    const [, name = '', units = ''] = /^(.+)[=＝](\d{1,3})$/.exec(part.normalize('NFKC').trim()) ?? []
    const quantity = Number(units)
    if (name === '' || quantity < 1) throw new UsageError('--tickets must look like Adult=2,Child=1')
    return { name: name.trim(), quantity }
  })
}
