import type { JobOf } from '../platform/jobs/jobs.ts'
import { boughtProductOf } from '../orders/bought/bought-product.ts'
import { emptyMail, findPendingMail, type PendingShareMail } from '../tickets/shares/share-mails.ts'
import { linkToken, shareRoute } from '../tickets/shares/share-tokens.ts'
import { findPart, type PartRow, validTicketsOf } from '../tickets/read-part.ts'
import type { Letter } from './letter/letter.ts'
import { type MailDeps, sendTo, siteMailContext } from './send-letter.ts'
import { storeLink } from '../sites/store-link.ts'
import { shareMail } from './templates/share.ts'
import { sharedVisitFile } from './visit-file.ts'

/** Sends the link of a share to the person that its giver named. What they wrote is emptied afterwards. */
export async function sendShareMail(
  deps: MailDeps,
  { mailId }: JobOf<'send-share-mail'>,
): Promise<'sent' | 'refused'> {
  const mail = await deps.db.read(read => findPendingMail(read, mailId))
  const result = mail === undefined ? 'sent' : await send(deps, mail, mailId)
  await deps.db.transaction(tx => emptyMail(tx, mailId))
  return result
}

async function send(deps: MailDeps, mail: PendingShareMail, mailId: string): Promise<'sent' | 'refused'> {
  const { siteKey, lang, email } = mail
  const token = linkToken(deps.tokens, mail.shareId, mail.tokenHash)
  const part = await findPart(deps.db, { siteKey, token, lang })
  // Given back, or over, while the mail server was away: the link would lead to nothing.
  if (part === undefined || !isWanted(part, deps.clock.now())) return 'sent'
  const letter = await letterOf(deps, { mail, part, token })
  return sendTo(deps, { siteKey, lang, to: email }, { letter, id: `share.${mailId}` })
}

interface ShareLetter {
  readonly mail: PendingShareMail
  readonly part: PartRow
  readonly token: string
}

async function letterOf(deps: MailDeps, { mail, part, token }: ShareLetter): Promise<Letter> {
  const { siteKey, lang, giverName, message } = mail
  const kinds = Map.groupBy(
    validTicketsOf(part),
    ({ type, option_name: kind, product_name: product }) => (type === 'set' ? product : kind) ?? '',
  )
  const writing = await siteMailContext(deps, siteKey, lang)
  const visit = {
    product: boughtProductOf(part),
    tickets: Array.from(kinds, ([name, { length }]) => `${name} × ${length}`),
    url: storeLink(deps, { siteKey, lang, route: shareRoute(token) }),
  }
  return shareMail(writing, {
    giverName,
    message,
    ...visit,
    calendar: sharedVisitFile(writing, { siteKey, token, ...visit, writtenAt: deps.clock.now() }),
  })
}

function isWanted(part: PartRow, nowMs: number): boolean {
  const isOver = Date.parse(boughtProductOf(part).reservation_to) <= nowMs
  return part.status === 'active' && !isOver && validTicketsOf(part).length > 0
}
