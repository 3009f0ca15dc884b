import { isLanguage } from '@kippu/domain/language'
import type { RawBuilder } from 'kysely'

import { askedRows } from '../../platform/db/asked.ts'
import { hashToken, isTokenOf, type TokenKind } from '../../platform/tokens.ts'
import type { AskedOrder } from '../life/find-order.ts'

/** The question about the thing that a token of a site opens, in a language. */
export interface TokenQuestion extends AskedOrder {
  /** As the visitor sent it; the language of the order where it is none. */
  readonly lang: string | undefined
}

/** The questions as the table `asked (hash, site, lang)` of a statement; a token of another kind opens nothing. */
export function askedByTokens(
  kinds: readonly TokenKind[],
  questions: readonly TokenQuestion[],
): RawBuilder<unknown> {
  const hashOf = (token: string): Buffer | null =>
    kinds.some(kind => isTokenOf(kind, token)) ? hashToken(token) : null
  return askedRows({
    hash: ['bytea', questions.map(({ token }) => hashOf(token))],
    site: ['text', questions.map(({ siteKey }) => siteKey)],
    lang: ['text', questions.map(({ lang }) => (isLanguage(lang) ? lang : null))],
  })
}
