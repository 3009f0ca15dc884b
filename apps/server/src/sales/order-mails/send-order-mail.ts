import type { Answer } from '@kippu/contract/call'
import type { sendOrderMail as sendOrderMailCall } from '@kippu/contract/order-mails'
import type { ShareName } from '@kippu/domain/stock/unproven-shares'
import type { Site } from '@kippu/sites/site'

import { buyerOf, sharingDomainOf } from '../../orders/buyers/buyer.ts'
import { DatabaseBusy } from '../../platform/db/sql-states.ts'
import { takeStep } from '../../platform/db/take-step.ts'
import type { Deps } from '../../platform/deps.ts'
import { networkHash } from '../../platform/http/network.ts'
import { isRefusal, refuse, type Refusal } from '../../platform/http/refusal.ts'
import { findOrderByToken, placesOf } from '../../orders/life/find-order.ts'
import { giveUpPlaces } from '../../orders/life/give-up-places.ts'
import { storeForms } from '../../orders/life/order-mail.ts'
import type { PlacesAtProof } from '../../orders/life/take-places.ts'
import type { Places } from '../../stock/hold-queue.ts'
import type { FullShares } from '../../stock/full-shares.ts'
import { type AcceptedForm, type BuyerForm, type CannotSend, decideForm, fullShareOf } from './decide-form.ts'
import type { FirstTry } from './first-try.ts'
import { formFactsByToken } from './form-facts.ts'

export interface OrderMailDeps extends Pick<Deps, 'env' | 'db' | 'tokens' | 'jobs' | 'log'> {
  readonly firstTry: FirstTry
  readonly placesAtProof: PlacesAtProof
  readonly fullShares: Pick<FullShares, 'note'>
}

/**
 * Stores the answers of the buyer form and queues the mail whose link proves the address. Asked again, it replaces the
 * answers and voids the link sent before, so an address typed wrong, or one that the mail server refuses at once, can
 * be corrected. Once the address is proved, its order takes other answers with the same address without a mail; another
 * address needs another order. Where the site trusts its members, the own address of a member who is logged in needs no
 * mail: the order may be paid at once. The mails are in the language the form was read in, which may be another one
 * than at the order page. What is mailed is queued in the statement that stores the answers, so that it goes out even
 * if this process ends now. Nothing is stored where the mail would be one too many for its mailbox, its domain or the
 * visitor's network (docs/decisions/0039): the answers, and a link sent before, stay as they are. Where the share of
 * its mail domain is full, an order gives its places back and takes them at the proof (docs/decisions/0041).
 */
export async function sendOrderMail(
  deps: OrderMailDeps,
  site: Site,
  form: BuyerForm & { readonly token: string },
): Promise<Answer<typeof sendOrderMailCall> | CannotSend> {
  const accepted = await storeForm(deps, site, form)
  if (isRefusal(accepted)) {
    const { boundedBy: by, retryAfter } = accepted.details
    if (by !== undefined)
      deps.log.warn({ by, retryAfter, site: site.key }, 'a confirmation mail would be one too many')
    return accepted
  }
  switch (accepted.kind) {
    case 'mail': {
      const result = await deps.firstTry.sendConfirmation(accepted.mail)
      return result === 'refused'
        ? refuse('invalid email address')
        : { mail_sent: true, places: accepted.places }
    }
    case 'take places': {
      const places = await takePlaces(deps, site, form)
      return isRefusal(places) ? places : { mail_sent: false, places, order_token: form.token }
    }
    case 'proved':
      return { mail_sent: false, places: accepted.places, order_token: form.token }
    case 'give up places':
      throw new DatabaseBusy('the order got its places again')
  }
}

async function storeForm(
  deps: OrderMailDeps,
  site: Site,
  form: BuyerForm & { readonly token: string },
): Promise<AcceptedForm> {
  const mailDomain = sharingDomainOf(buyerOf(form.contents).email) ?? undefined
  const asked = { siteKey: site.key, token: form.token, mailDomain }
  const step = { read: formFactsByToken, write: storeForms }
  const decide = (): Promise<AcceptedForm> =>
    takeStep(deps.db, step, asked, facts => decideForm(deps, site, form, facts))
  const accepted = await decide()
  if (isRefusal(accepted)) return accepted
  if (accepted.kind === 'give up places') {
    await giveUp(deps, accepted.orderId, accepted.full)
    return decide()
  }
  if (accepted.kind !== 'mail' || accepted.places === 'at_proof' || mailDomain === undefined) return accepted
  // Others may have sent their forms in the same moment: of those who are too many each gives its places back.
  const now = await deps.db.find(formFactsByToken, asked)
  const full = now && fullShareOf(site, now)
  if (full === undefined) return accepted
  await giveUp(deps, accepted.mail.orderId, full)
  return { ...accepted, places: 'at_proof' }
}

async function giveUp({ db, fullShares }: OrderMailDeps, orderId: string, full: ShareName): Promise<void> {
  fullShares.note(full)
  await db.transaction(tx => giveUpPlaces(tx, orderId))
}

/** The order as it is now takes its places; it may change meanwhile, and is read again. */
async function takePlaces(
  { db, env, placesAtProof }: Pick<OrderMailDeps, 'db' | 'env' | 'placesAtProof'>,
  { key: siteKey, unprovenShares: shares }: Site,
  { token, address }: Pick<BuyerForm, 'address'> & { readonly token: string },
): Promise<Places | Refusal<'out of stock' | 'session_timeout'>> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const order = await db.read(read => findOrderByToken(read, { siteKey, token }))
    if (order === undefined || order.hasEnded) return refuse('session_timeout')
    if (order.status !== 'mail_sent' || !order.placesAtProof) return placesOf(order)
    const holder = {
      network: networkHash(env, address),
      mailDomain: sharingDomainOf(order.buyer.email),
      shares,
    }
    const taken = await placesAtProof.take(order, { holder })
    if (isRefusal(taken)) return taken
  }
  throw new DatabaseBusy('others changed the same order all the time')
}

/** How often an order is read again because it changed before it took its places. */
const MOST_TRIES = 10
