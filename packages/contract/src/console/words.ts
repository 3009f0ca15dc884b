import { LANGUAGES } from '@kippu/domain/language'
import * as v from 'valibot'

import { jstDateTime, jstMoment, storableText } from '../shapes.ts'
import { reasonText } from './refunds.ts'
import { staffCall } from './staff-call.ts'

const lang = v.picklist(LANGUAGES)

const word = v.object({
  lang,
  /** As visitors read it. */
  text: v.string(),
  /** As the folder or the product says it. */
  usual: v.string(),
  is_own: v.boolean(),
  draft: v.nullable(v.string()),
  /** From when on the draft is shown; null: it has no moment yet. */
  shown_from: v.nullable(jstDateTime),
})
export type WordShown = v.InferOutput<typeof word>

const row = v.object({ key: v.string(), words: v.array(word) })
export type WordsRow = v.InferOutput<typeof row>

export const WORDS_OF = ['all', 'mails', 'own', 'drafts', 'incomplete'] as const

export const readWordsCall = staffCall({
  method: 'GET',
  path: '/console/v1/sites/{site}/words',
  who: 'words:write',
  query: v.strictObject({ typed: v.pipe(v.string(), v.maxLength(200)), of: v.picklist(WORDS_OF) }),
  response: v.object({
    rows: v.array(row),
    /** How many there are: the first are listed. */
    found: v.number(),
    /** Drafts without a moment. */
    drafts: v.array(v.object({ key: v.string(), lang, text: v.string() })),
    /** Stands for them: they are published only as they were seen. */
    seen: v.string(),
    /** Texts that the house says in its own way in some languages, and not in all. */
    incomplete: v.number(),
    /** The mails that can be looked at. */
    letters: v.array(v.string()),
  }),
})
export type WordsShown = v.InferOutput<(typeof readWordsCall)['response']>

/** Keeps drafts, which no visitor reads. */
export const draftWordsCall = staffCall({
  method: 'POST',
  path: '/console/v1/sites/{site}/words/drafts',
  who: 'words:write',
  repeatable: true,
  body: v.strictObject({
    drafts: v.pipe(
      v.array(
        v.strictObject({
          key: v.pipe(storableText, v.maxLength(200)),
          lang,
          /** The draft as it was read; null: there was none. */
          before: v.nullable(v.string()),
          /** Null: there is none any more. */
          text: v.nullable(storableText),
        }),
      ),
      v.minLength(1),
      v.maxLength(60),
    ),
  }),
  response: v.strictObject({}),
})

/** Publishes all drafts together. */
export const publishWordsCall = staffCall({
  method: 'POST',
  path: '/console/v1/sites/{site}/words/publications',
  who: 'words:write',
  repeatable: true,
  body: v.strictObject({
    /** Null: at once. */
    at: v.nullable(jstMoment),
    seen: v.string(),
    reason: reasonText,
  }),
  response: v.object({ words: v.number() }),
})

/** Takes one text back: a draft or a plan is no more, what is published is as the folder or the product says it. */
export const takeWordsBackCall = staffCall({
  method: 'POST',
  path: '/console/v1/sites/{site}/words/returns',
  who: 'words:write',
  repeatable: true,
  body: v.strictObject({ key: v.pipe(storableText, v.maxLength(200)), lang, reason: reasonText }),
  response: v.strictObject({}),
})

/** A mail as it will be with all drafts, as a page of its own. */
export const readLetterCall = staffCall({
  method: 'GET',
  path: '/console/v1/sites/{site}/words/letters/{letter}/{lang}',
  who: 'words:write',
  response: v.string(),
})
