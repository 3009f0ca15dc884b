/** Name of the `meta` by which a document names the origin of its calls; without it they go to its own. */
export const API_ORIGIN_META = 'api-origin'
