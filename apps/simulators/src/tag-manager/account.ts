/**
 * The store's variable that leads to this script. It is loaded for sites with a tag manager's id alone, and none has
 * one unless it is set.
 */
export function variables(origin: string): Record<string, string> {
  return { TAG_MANAGER_URL: `${origin}/tag-manager/gtm.js` }
}
