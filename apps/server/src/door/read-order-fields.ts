import type { Answer } from '@kippu/contract/call'
import type { readSpotOrderFields } from '@kippu/contract/spot'

import type { Deps } from '../platform/deps.ts'
import { boughtInLanguage } from '../orders/bought/bought-order.ts'
import type { TokenQuestion } from '../orders/bought/token-question.ts'
import { refuseToken, type UnknownToken } from '../tickets/former-tokens.ts'
import { findSpotReservation } from './spot-reservation.ts'

/** The questions after a payment at the door, and what was answered so far. */
export async function readOrderFields(
  { db }: Pick<Deps, 'db'>,
  { lang, ...asked }: TokenQuestion,
): Promise<Answer<typeof readSpotOrderFields> | UnknownToken> {
  const found = await db.read(read => findSpotReservation(read, asked))
  if (found === undefined) return refuseToken(db, asked)
  const { order, templates, mails } = found
  const bought = await db.find(boughtInLanguage, { id: order.id, lang })
  return {
    field_templates: [...templates],
    contents: [...order.buyer.answers],
    mail_sent: mails > 0,
    product_name: bought?.bought.product.product_name ?? '',
    lang: order.lang,
  }
}
