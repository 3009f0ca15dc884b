import {
  draftWordsCall,
  publishWordsCall,
  readLetterCall,
  readWordsCall,
  takeWordsBackCall,
} from '@kippu/contract/console/words'
import { isLanguage } from '@kippu/domain/language'
import type { FastifyInstance } from 'fastify'

import { readHouses } from '../../mail/houses.ts'
import { letterKinds, readLetter } from '../../mail/read-letter.ts'
import { draftWords, publishWords, takeWordsBack } from '../../office/words/change-words.ts'
import { readWords } from '../../office/words/read-words.ts'
import { asMail } from '../as-mail.ts'
import { moment } from '../moment.ts'
import { ConsoleRefusal, serveStaff, type StaffParts } from '../serve-staff.ts'

/** The words of screens and mails. */
export function wordsRoutes(app: FastifyInstance, parts: StaffParts): void {
  const { sites } = parts.deps
  const houses = readHouses(sites)
  serveStaff(app, parts, readWordsCall, async ({ params: { site }, query }, { by }) => {
    const found = await readWords(by, { siteKey: site, ...query })
    return {
      rows: found.rows.map(({ key, words }) => ({
        key,
        words: Array.from(words, ([lang, word]) => ({
          lang,
          text: word.text,
          usual: word.usual,
          is_own: word.isOwn,
          draft: word.draft,
          shown_from: moment(word.at),
        })),
      })),
      found: found.found,
      drafts: [...found.drafts],
      seen: found.seen,
      incomplete: found.incomplete,
      letters: [...letterKinds],
    }
  })
  serveStaff(app, parts, draftWordsCall, async ({ params: { site }, body }, { by }) => {
    const done = await draftWords(by, { siteKey: site, drafts: body.drafts })
    switch (done.kind) {
      case 'done':
        return {}
      case 'faults':
        throw new ConsoleRefusal('invalid request', {
          fields: done.faults.slice(0, 20).map(({ key, lang, rule, name }) => ({
            field: `${key}.${lang}`,
            rule: name === undefined ? rule : `${rule} ${name}`,
          })),
        })
      case 'conflicts':
        throw new ConsoleRefusal('changed meanwhile', {
          conflicts: done.conflicts.map(({ key, lang, theirs, by: who, at }) => ({
            field: `${key}.${lang}`,
            theirs,
            by: who,
            at: moment(at),
          })),
        })
    }
  })
  serveStaff(app, parts, publishWordsCall, async ({ params: { site }, body }, { by }) => {
    const { at, seen, reason } = body
    const done = await publishWords(by, {
      siteKey: site,
      at: at === null ? null : new Date(at),
      seen,
      reason,
    })
    if (done.kind === 'past')
      throw new ConsoleRefusal('invalid request', { fields: [{ field: 'at', rule: 'past' }] })
    if (done.kind !== 'done') throw new ConsoleRefusal('changed meanwhile')
    return { words: done.words }
  })
  serveStaff(app, parts, takeWordsBackCall, async ({ params: { site }, body }, { by }) => {
    if (!(await takeWordsBack(by, { siteKey: site, ...body }))) throw new ConsoleRefusal('not found')
    return {}
  })
  serveStaff(
    app,
    parts,
    readLetterCall,
    async ({ params: { site: siteKey, letter, lang } }, { by }, { reply }) => {
      const house = houses.get(siteKey)
      if (house === undefined || !isLanguage(lang)) throw new ConsoleRefusal('not found')
      const html = await readLetter(by, { siteKey, kind: letter, lang, house })
      if (html === undefined) throw new ConsoleRefusal('not found')
      return asMail(reply, html, sites.originOf(siteKey))
    },
  )
}
