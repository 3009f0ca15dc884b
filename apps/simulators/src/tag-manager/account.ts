/** The store's variable that leads to this script. No site has an id by itself, and without one nothing loads. */
export function variables(origin: string): Record<string, string> {
  return { TAG_MANAGER_URL: `${origin}/tag-manager/gtm.js` }
}
