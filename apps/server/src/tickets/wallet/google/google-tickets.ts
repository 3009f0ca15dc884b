import { DEFAULT_LANGUAGE, isLanguage, type Language } from '@kippu/domain/language'
import type { Site } from '@kippu/sites/site'

import type { JobOf } from '../../../platform/jobs/jobs.ts'
import { siteWords } from '../../../sites/words.ts'
import { type PassTicket, readPassTickets } from '../../pass-tickets.ts'
import type { GoogleWalletAccount } from '../accounts/google-wallet-account.ts'
import { walletsOf } from '../accounts/wallet-accounts.ts'
import { groupOf } from '../passes/group-of.ts'
import { createHouseLooks } from '../passes/house-look.ts'
import { findPassesOf, type PassRow } from '../passes/queries.ts'
import type { WalletDeps } from '../passes/wallet-deps.ts'
import { createGoogleClient, type GoogleClient } from './google-client.ts'
import { objectId, ticketClass, ticketObject } from './ticket-objects.ts'

interface Saving {
  readonly account: GoogleWalletAccount
  readonly site: Site
  readonly lang: Language
  /** The rows of one reservation. */
  readonly rows: readonly PassRow[]
}

/** Tickets in Google Wallet. */
export interface GoogleTickets {
  /** Writes tickets as they are now; returns the link with which their visitor puts them into the wallet. @throws where Google does not take them. */
  save(saving: Saving): Promise<string>
  /** Writes what has changed of a reservation's tickets. @throws where Google does not take it: the job is repeated. */
  update(job: Pick<JobOf<'update-google-passes'>, 'reservationId'>): Promise<void>
}

/** A ticket as Google gets it. */
interface Written {
  readonly id: string
  readonly ticket: PassTicket
  readonly itsClass: object
  readonly object: object
}

export function createGoogleTickets(deps: WalletDeps): GoogleTickets {
  const looks = createHouseLooks()
  const clients = new Map<string, GoogleClient>()
  const clientOf = (account: GoogleWalletAccount): GoogleClient => {
    const client = clients.get(account.issuerId) ?? createGoogleClient(account, deps.clock)
    clients.set(account.issuerId, client)
    return client
  }

  const write = async ({ account, site, lang, rows }: Saving): Promise<readonly Written[]> => {
    const [first] = rows
    if (first === undefined) return []
    const [texts, look, tickets] = await Promise.all([
      deps.content.texts(site.key, lang),
      looks.of(site),
      readPassTickets(deps, { siteKey: site.key, reservationId: first.reservationId, lang }),
    ])
    const { issuerId } = account
    const issuing = { issuerId, site, look, locale: { lang, words: siteWords(texts, lang) } }
    return rows.flatMap(row => {
      const ticket = tickets(row.ticketId, row.shareId)
      if (ticket === undefined) return []
      const object = ticketObject(issuing, { id: row.id, ticket, group: groupOf(deps, row) })
      return [{ id: objectId(issuerId, row.id), ticket, itsClass: ticketClass(issuing, ticket), object }]
    })
  }

  return {
    save: async saving => {
      const client = clientOf(saving.account)
      const written = await write(saving)
      const classes = new Map(written.map(({ ticket, itsClass }) => [ticket.productId, itsClass]))
      await Promise.all(Array.from(classes.values(), one => client.insert('eventTicketClass', one)))
      await Promise.all(
        written.map(async ({ id, object }) => {
          if ((await client.insert('eventTicketObject', object)) === 'known') await client.change(id, object)
        }),
      )
      const ids = written.map(({ id }) => id)
      return client.linkOf(ids, deps.sites.originOf(saving.site.key))
    },
    update: async ({ reservationId }) => {
      const rows = await deps.db.read(read => findPassesOf(read, { reservationId, wallet: 'google' }))
      for (const [key, own] of Map.groupBy(rows, ({ siteKey, lang }) => `${siteKey} ${lang}`)) {
        const [siteKey = '', language] = key.split(' ')
        const site = deps.sites.find(siteKey)
        const account = walletsOf(deps.env.wallets, siteKey).google
        // The venue gave its issuer up, or the site is no more.
        if (site === undefined || account === null) continue
        const lang = isLanguage(language) ? language : DEFAULT_LANGUAGE
        const client = clientOf(account)
        const written = await write({ account, site, lang, rows: own })
        // One that was asked for and never written is not a fault.
        await Promise.all(written.map(({ id, object }) => client.change(id, object)))
      }
    },
  }
}
