import type { SharedPart } from '@kippu/contract/shares'

import { refuse, type Refusal } from '../../platform/http/refusal.ts'
import { boughtProductOf } from '../../orders/bought/bought-product.ts'
import type { TokenQuestion } from '../../orders/bought/token-question.ts'
import { presentTickets } from '../present-tickets.ts'
import { findPart, giverOf } from '../read-part.ts'
import { type ShowingDeps, showingOf } from '../showing.ts'

/**
 * The tickets that were handed on, for those who have the link or have accepted it. The link shows which tickets these
 * are until somebody accepts them, and never a code; nothing of the buyer but the first letter of their name.
 */
export async function readShare(
  { db, ...deps }: ShowingDeps,
  asked: TokenQuestion,
): Promise<SharedPart | Refusal<'record not found'>> {
  const part = await findPart(db, asked)
  if (part === undefined) return refuse('record not found')
  const product = boughtProductOf(part)
  const { share_id: shareId, is_holder: isHolder, is_accepted: isAccepted } = part
  return {
    status: isAccepted ? 'accepted' : 'offered',
    product_name: product.product_name,
    booking_type: product.sale_type,
    reservation_from: product.reservation_from,
    reservation_to: product.reservation_to,
    giver_name: giverOf(part),
    tickets:
      isAccepted && !isHolder
        ? []
        : presentTickets(await showingOf(deps, asked.siteKey), part, {
            kind: isHolder ? 'holder' : 'link',
            shareId,
          }),
    reservation_token: isHolder ? asked.token : null,
  }
}
