import type { Deps } from '../deps.ts'
import { type MailedLink, noteMailedLinks } from '../orders/life/order-mail.ts'

/** Notes that the confirmation mail of a generation needs no further try: it was taken, or refused for good. */
export async function noteMailed({ db }: Pick<Deps, 'db'>, mail: MailedLink): Promise<void> {
  await db.write(noteMailedLinks, mail)
}
