import { APPLE_SERVICE } from '@kippu/contract/wallet-service'
import type { Language } from '@kippu/domain/language'
import type { Site } from '@kippu/sites/site'

import { siteWords } from '../../../sites/words.ts'
import { readPassTickets } from '../../pass-tickets.ts'
import { type AppleWalletAccount } from '../accounts/apple-wallet-account.ts'
import { groupOf } from '../passes/group-of.ts'
import { createHouseLooks, type HouseLook } from '../passes/house-look.ts'
import type { PassRow } from '../passes/queries.ts'
import type { WalletDeps } from '../passes/wallet-deps.ts'
import { drawMark } from './draw-mark.ts'
import { packPass } from './pack-pass.ts'
import { channelsOf, passDocument } from './pass-document.ts'

interface MakingPasses {
  readonly account: AppleWalletAccount
  readonly site: Site
  readonly lang: Language
  readonly rows: readonly PassRow[]
  /** The token of a pass; where a phone has just named it, that one. */
  readonly tokenOf: (row: PassRow) => string
}

/** Makes passes of one reservation and one language as they are now, each a file that a phone takes. */
export type MakePasses = (making: MakingPasses) => Promise<readonly Buffer[]>

export function createMakePasses(deps: WalletDeps): MakePasses {
  const looks = createHouseLooks()
  const pictures = createPictures()
  return async ({ account, site, lang, rows, tokenOf }) => {
    const [first] = rows
    if (first === undefined) return []
    const [texts, look, tickets] = await Promise.all([
      deps.content.texts(site.key, lang),
      looks.of(site),
      readPassTickets(deps, { siteKey: site.key, reservationId: first.reservationId, lang }),
    ])
    const issuing = {
      account,
      site,
      look,
      locale: { lang, words: siteWords(texts, lang) },
      serviceUrl: deps.sites.originOf(site.key) + APPLE_SERVICE,
    }
    const files = pictures(site.key, look)
    return rows.flatMap(row => {
      const ticket = tickets(row.ticketId, row.shareId)
      if (ticket === undefined) return []
      const pass = { serialNumber: row.id, token: tokenOf(row), ticket, group: groupOf(deps, row) }
      const document = passDocument(issuing, pass)
      const json = Buffer.from(JSON.stringify(document))
      return [packPass({ 'pass.json': json, ...files }, account, new Date(deps.clock.now()))]
    })
  }
}

/** The pictures of a house, drawn once: those of a phone's screen at twice and three times their size. */
function createPictures(): (siteKey: string, look: HouseLook) => Readonly<Record<string, Buffer>> {
  const known = new Map<string, Readonly<Record<string, Buffer>>>()
  return (siteKey, look) => {
    const found = known.get(siteKey)
    if (found !== undefined) return found
    const [ground, ink] = [channelsOf(look.accent), channelsOf(look.onAccent)]
    const drawn = {
      'icon.png': drawMark({ side: 29, ground, ink }),
      'icon@2x.png': drawMark({ side: 58, ground, ink }),
      'icon@3x.png': drawMark({ side: 87, ground, ink }),
      ...(look.logo !== null && { 'logo@2x.png': look.logo }),
    }
    known.set(siteKey, drawn)
    return drawn
  }
}
