import { create } from 'zustand'

import { parseJson } from './parse-json.ts'
import { NO_PIECES } from './pieces.ts'
import type { Pieces } from './pieces.ts'
import { siteStorage, tabStorage } from './storage.ts'

/** The prefix of every name is the site key, so that the sites of one origin keep apart. */
let prefix = ''

/** Name of the payments that all tabs of this browser know: see `own-payments.ts`. */
export const OWN_PAYMENTS = 'ownPayments'

/** Name of the way to pay that was gone on with last: see `last-method.ts`. */
export const LAST_METHOD = 'lastMethod'

/** The key under which a piece of the open site is stored. */
export function storageName(name: string): string {
  return prefix + name
}

/** The carrier code of stores that take d払い directly: the same on every site. */
export const SITE_CODE = 'docomo'

interface Session extends Pieces {
  readonly siteCode: typeof SITE_CODE
}

/**
 * The visitor's session. In components `useSession(s => s.savedOrder)`, elsewhere `useSession.getState()`; a step is
 * saved with `useSession.setState({ savedOrder })`. While hydrating, React gets the empty session that the server used.
 */
export const useSession = create<Session>(() => ({ ...NO_PIECES, siteCode: SITE_CODE }))

/** Stores each piece under its own key: a key exists once its step is done. */
useSession.subscribe(session => {
  for (const [name, value] of Object.entries(session)) {
    if (name === 'siteCode') continue
    if (value === null) tabStorage.removeItem(prefix + name)
    else tabStorage.setItem(prefix + name, JSON.stringify(value))
  }
})

/**
 * Reads what this tab stored for a site. It is called once, and awaited before the first render. A tab without stored
 * pieces waits for nothing: the schemas are only loaded when there is a piece to parse.
 */
export async function openSession(siteKey: string): Promise<void> {
  prefix = `${siteKey}:`
  const hasStored = Object.keys(NO_PIECES).some(name => tabStorage.getItem(prefix + name) !== null)
  const stored = hasStored ? (await import('./stored-pieces.ts')).readStoredPieces(prefix) : {}
  useSession.setState({ ...NO_PIECES, ...stored })
}

const forgetters = new Set<() => void>()

/**
 * Registers a function that runs at every reset, of the order or of everything. It forgets the answers of the buyer
 * form, which identify a person and are not a piece of the session.
 */
export function onReset(forget: () => void): void {
  forgetters.add(forget)
}

function forgetAnswers(): void {
  forgetUnsent()
  forgetters.forEach(forget => forget())
}

/** Forgets the order, with the choices and answers that led to it, and keeps the rest. */
export function resetOrder(): void {
  useSession.setState({ orderDraft: null, savedOrder: null, savedSignIn: null, savedPayment: null })
  forgetAnswers()
}

/** Forgets everything: tokens, answers, payments, and all session storage. The language stays. */
export function resetAll(): void {
  useSession.setState(NO_PIECES)
  tabStorage.clear()
  siteStorage.removeItem(storageName(OWN_PAYMENTS))
  siteStorage.removeItem(storageName(LAST_METHOD))
  forgetAnswers()
}

/**
 * Stores a message for the page that loads next.
 *
 * @public No screen of today stores one.
 */
export function cacheToast(message: string): void {
  tabStorage.setItem(`${prefix}toast`, message)
}

/** The message stored for this page, once. */
export function takeCachedToast(): string | null {
  return takeOnce('toast')
}

/** Under which the tab keeps what is typed into the buyer form and not sent yet. */
const UNSENT = 'unsent'

/**
 * Keeps the answers of the buyer form while they are not sent (decision 63). It identifies a person: it is not a piece
 * of the session, and it goes when the form is sent, when the order has ended or is bought, and with the tab. A visitor
 * who chooses another day first keeps it.
 */
export function storeUnsent(answers: object): void {
  tabStorage.setItem(storageName(UNSENT), JSON.stringify(answers))
}

/** The kept answers, unparsed; null when there are none. */
export function readUnsent(): unknown {
  const text = tabStorage.getItem(storageName(UNSENT))
  return text === null ? null : parseJson(text)
}

export function forgetUnsent(): void {
  tabStorage.removeItem(storageName(UNSENT))
}

/** The value stored for the page that loads next. */
function takeOnce(name: string): string | null {
  const text = tabStorage.getItem(prefix + name)
  tabStorage.removeItem(prefix + name)
  return text
}
