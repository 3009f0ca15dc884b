import { cleanLine } from '@kippu/domain/form/normalise'
import type { Language } from '@kippu/domain/language'

import type { Deps } from '../platform/deps.ts'
import type { OrderRecord } from '../orders/life/find-order.ts'
import { noteRefusedAddress } from '../orders/life/refused-address.ts'
import type { SiteContent } from '../sites/content/site-content.ts'
import type { SiteGates } from '../tickets/site-gates/site-gates.ts'
import { traced } from '../platform/tracing.ts'
import type { Houses } from './houses.ts'
import type { Letter } from './letter/letter.ts'
import type { Mailer } from './mailer.ts'
import type { SiteMailContext } from './templates/frame.ts'
import { mapOf } from '../sites/visiting/map-of.ts'
import { siteWords } from '../sites/words.ts'

/** The parts of the server that composing a mail needs. */
export interface MailContentDeps extends Pick<Deps, 'env' | 'db' | 'clock' | 'tokens' | 'sites' | 'log'> {
  readonly content: SiteContent
  readonly gates: SiteGates
}

export interface MailDeps extends MailContentDeps {
  readonly mailer: Mailer
  readonly houses: Houses
}

/** The language and the site of a mail. @throws for a site that no longer exists: the job is tried again. */
export async function siteMailContext(
  { sites, content, houses }: Pick<MailDeps, 'sites' | 'content' | 'houses'>,
  siteKey: string,
  lang: Language,
): Promise<SiteMailContext> {
  const found = sites.find(siteKey)
  const house = houses.get(siteKey)
  if (found === undefined || house === undefined) throw new Error(`there is no site ${siteKey}`)
  const site = await content.house(found)
  const words = siteWords(await content.texts(siteKey, lang), lang)
  return {
    lang,
    words,
    site: site.name[lang],
    venueAddress: site.address[lang],
    mapUrl: mapOf(site, lang),
    house,
    contact: {
      email: words('site_email') || site.mail.contact,
      phone: words('site_phone'),
      phoneHours: words('site_phone_hours'),
      seller: words('site_seller') || site.issuer.name,
    },
  }
}

/** The buyer's name, '' where it was not given; line breaks never reach a mail. */
export function buyerName({ buyer }: Pick<OrderRecord, 'buyer'>): string {
  return cleanLine(buyer.name)
}

/** The buyer's mail address, '' where none was given. */
export function buyerAddress({ buyer }: Pick<OrderRecord, 'buyer'>): string {
  return cleanLine(buyer.email ?? '')
}

interface Recipient {
  readonly siteKey: string
  readonly lang: Language
  /** A mail address. */
  readonly to: string
}

interface IdentifiedLetter {
  readonly letter: Letter
  /** The id of the message, before the domain of its sender. */
  readonly id: string
}

/** Sends a letter in the name of a site. */
export async function sendTo(
  { env, mailer, sites, content }: MailDeps,
  { siteKey, lang, to }: Recipient,
  { letter, id }: IdentifiedLetter,
): Promise<'sent' | 'refused'> {
  const address = addressOf(env.mailFrom)
  const site = sites.find(siteKey)
  const senderName = site === undefined ? letter.site : (await content.house(site)).mail.senderName[lang]
  const mail = {
    letter,
    from: { name: senderName, address },
    replyTo: replyAddressOf(letter),
    to,
    messageId: `${id}@${address.slice(address.lastIndexOf('@') + 1)}`,
  }
  return traced('mail.send', { site: siteKey, lang: letter.lang }, () => mailer.send(mail))
}

/**
 * Sends a letter to the buyer of an order; none where there is no address, as of an order of the door. It is logged
 * that the mail server refuses an address, never the address itself.
 */
export async function sendLetter(
  deps: MailDeps,
  order: OrderRecord,
  mail: IdentifiedLetter,
): Promise<'sent' | 'refused'> {
  const { siteKey, lang } = order
  const to = buyerAddress(order)
  if (to === '') return 'sent'
  const result = await sendTo(deps, { siteKey, lang, to }, mail)
  if (result === 'refused')
    deps.log.warn({ orderId: order.id }, 'the mail server refuses the address of this order')
  return result
}

/**
 * Sends a letter about a reservation to its buyer. Where the mail server refuses the address, it is marked, so that the
 * buyer can correct it.
 */
export async function sendReservationLetter(
  deps: MailDeps,
  { reservationId, order }: { readonly reservationId: string; readonly order: OrderRecord },
  mail: IdentifiedLetter,
): Promise<'sent' | 'refused'> {
  const result = await sendLetter(deps, order, mail)
  const { email: address } = order.buyer
  if (result === 'refused' && address !== undefined)
    await deps.db.transaction(tx => noteRefusedAddress(tx, { reservationId, address }))
  return result
}

/** The venue's contact, where an answer is read: what an operator wrote there may be no address. */
function replyAddressOf({ replyTo }: Letter): string | null {
  const address = cleanLine(replyTo)
  return /^[^\s@<>,;:"]+@[^\s@<>,;:"]+$/.test(address) ? address : null
}

/** `Kippu <tickets@example.com>` → `tickets@example.com`; the name is the site's own. */
function addressOf(mailFrom: string): string {
  return /<([^<>]+)>\s*$/.exec(mailFrom)?.[1] ?? mailFrom.trim()
}
