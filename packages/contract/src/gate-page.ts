import type { Language } from '@kippu/domain/language'

/** The values that the page of the staff's gate, its service worker and the server have to agree on (decision 55). */

export const GATE_PATH = '/gate'

/** The script of its service worker, beside the page, so that it serves that one alone. */
export const GATE_WORKER_PATH = '/gate-worker.js'

/** Name of the `meta` with that address; a document whose page needs a connection has none. */
export const GATE_WORKER_META = 'gate-worker'

/** Makes the address of that script, and no other (decision 43). */
export const GATE_WORKER_POLICY = 'kippu-gate-worker'

/** Id of the data in the document. */
export const GATE_VIEW_ID = 'gate-view'

/**
 * All data in the document of the gate. It is the same for every device of a site, and has the words of all languages, so that the staff
 * may change theirs without a connection.
 */
export interface GateView {
  readonly site: {
    readonly key: string
    readonly title: { readonly ja: string; readonly default: string }
    readonly name: Readonly<Record<Language, string>>
  }
  /** The default of the site. */
  readonly lang: Language
  readonly langs: readonly Language[]
  readonly texts: Readonly<Record<Language, Readonly<Record<string, string>>>>
}
