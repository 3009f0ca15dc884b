/**
 * The values that the ticket pages, their service worker and the server have to agree on, so that tickets open without
 * a connection (decision 51).
 */

/** The script of the service worker: its folder is all that it serves. */
export const WORKER_PATH = '/tickets/worker.js'

/** Name of the `meta` with that address; a document whose pages need a connection has none. */
export const WORKER_META = 'ticket-worker'

/** Makes the address of that script, and no other (decision 43). */
export const WORKER_POLICY = 'kippu-worker'

/** On an answer that was kept on the device: when the server gave it, in ms since 1970 by the visitor's clock. */
export const KEPT_AT = 'x-kept-at'
