/**
 * The values that a document's content policy and its scripts have to agree on about Trusted Types (decision 43): the
 * policies that our pages make, and where a document lists the scripts of others that it may load.
 */

/** Makes the text that imports the document's own entry, and no other. */
export const ENTRY_POLICY = 'kippu-entry'

/** Makes the addresses that the document lists. */
export const SCRIPTS_POLICY = 'kippu-scripts'

/** Name of the `meta` with the addresses of scripts of others, with blanks between; a document that may load none has none. */
export const SCRIPTS_META = 'scripts-of-others'
