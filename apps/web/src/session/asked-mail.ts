import { storageName } from './session.ts'
import { siteStorage } from './storage.ts'

const ASKED_MAIL = 'askedMail'

/** Remembers that a buyer form was sent from this browser: that it was, and nothing of it. */
export function rememberAskedMail(): void {
  siteStorage.setItem(storageName(ASKED_MAIL), '1')
}

/** Whether the link of a mail may be its reader's: a gateway that opens links and runs their scripts has sent no form. */
export function hasAskedMail(): boolean {
  return siteStorage.getItem(storageName(ASKED_MAIL)) !== null
}
