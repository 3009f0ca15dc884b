/**
 * The links that leave the browser: in mails, calendar files, shares and QR codes. A screen's address has its route
 * behind a hash, which gateways of mails encode or drop; so a link has it in its path, and the server leads on from
 * there. A link changes nothing: gateways open it too.
 */

/** Screens of tickets have links of their own, in the folder that opens without a connection (decision 51). */
const TICKETS = /^\/tickets\/#\/id(\/.*)$/
const TICKET_LINK = /^\/tickets(\/(?:rsv|shd)_[^/?]+(?:\/receipt|\/[^/?]+\/(?:gate|set))?\/?(?:\?.*)?)$/
const OTHERS = /^\/#(\/.*)$/
const OTHER_LINK = /^\/to(\/.*)$/
/** A screen's address that came as a path, its hash with it. */
const ADDRESS = /^(\/tickets\/|\/gate|\/)\/?#(.*)$/

/** A token that stands in links has so many letters, and whatever follows is not part of it. */
const TOKEN = /((?:eml|mag|rsv|shd|shr)_[\w-]{24})[^/?&]*/g

/** The link to the address of a screen: `/tickets/rsv_1` to `/tickets/#/id/rsv_1`, `/to/order` to `/#/order`. */
export function linkOf(address: string): string {
  return address.replace(TICKETS, '/tickets$1').replace(OTHERS, '/to$1')
}

/**
 * The address of the screen that a link leads to, or a screen's address that a gateway encoded; undefined where a path
 * is neither.
 * @param url path and query, as they came.
 */
export function addressOfLink(url: string): string | undefined {
  const [path = '', ...queries] = url.split('?')
  const query = queries
    .join('?')
    .replaceAll('&amp;', '&')
    .replaceAll('=3D', '=')
    .replaceAll(/%0[AD]/gi, '')
    .replaceAll(/=(?:%20|\+)+/g, '=')
  const asked = query.includes('=') ? query : decodeWhole(query)
  const spelled = decodeWhole(path)
    .replaceAll(/=?\s+/g, '')
    .replaceAll(/\/{2,}/g, '/')
  const whole = mendRoute(spelled + (asked === '' ? '' : `${spelled.includes('?') ? '&' : '?'}${asked}`))
  const safe = whole.replaceAll(/[^!-~]+/g, encodeURIComponent)
  if (ADDRESS.test(safe)) return safe.replace(ADDRESS, '$1#$2')
  if (TICKET_LINK.test(safe)) return safe.replace(TICKET_LINK, '/tickets/#/id$1')
  return OTHER_LINK.test(safe) ? safe.replace(OTHER_LINK, '/#$1') : undefined
}

/** A route without what encoders and sentences add to it: encoded slashes and question mark, a slash or a mark at an end. */
export function mendRoute(route: string): string {
  return route
    .replace(/%2F/gi, '/')
    .replace(/^([^?&]*?)(?:%3F|&(?:amp;)?)/i, '$1?')
    .replace(TOKEN, '$1')
    .replace(/(.)\/(?=\?|$)/, '$1')
}

/** Gateways may encode what another one has encoded. */
function decodeWhole(text: string): string {
  let decoded = text
  for (let times = 0; times < 3; times += 1)
    try {
      decoded = decodeURIComponent(decoded)
    } catch {
      return decoded
    }
  return decoded
}
