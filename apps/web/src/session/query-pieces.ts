import { useSession } from './session.ts'

/** The pages that accept a product or a membership in their address. */
const ASKED_PAGES = /^\/(order|membership-login)?$/
/** Those that accept the code of a sign at the door. */
const SPOT_PAGES = /^\/spot(\/products)?$/

/**
 * Stores the query of a route: the code of a sign at the door, the product, and the membership the visitor came with. A
 * route without them changes nothing, so both stay through the whole purchase.
 */
export function rememberQuery(route: string): void {
  const [path = '', text = ''] = route.split('?')
  if (text === '') return
  const query = new URLSearchParams(text)
  const spotQrToken = query.get('qr_token')
  if (spotQrToken && SPOT_PAGES.test(path)) useSession.setState({ spotQrToken })
  if (!ASKED_PAGES.test(path)) return
  const productInQuery = query.get('product')
  if (productInQuery) useSession.setState({ productInQuery })
  const membershipInQuery = {
    membershipKey: query.get('membership_key'),
    membershipValue: query.get('membership_value'),
    token: query.get('token'),
  }
  if (Object.values(membershipInQuery).some(Boolean)) useSession.setState({ membershipInQuery })
}
