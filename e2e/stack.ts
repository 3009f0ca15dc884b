const port = 3100
const simulatorsPort = 3101

/** Where the system under test listens: other ports than a developer's own instance. */
export const STACK = {
  port,
  simulatorsPort,
  smtpPort: 3125,
  store: `http://localhost:${port}`,
  simulators: `http://localhost:${simulatorsPort}`,
} as const

/** Of the site `cancanfactory`; no other one has a tag manager. */
export const TAG_MANAGER_ID = 'GTM-E2E1'

/** Where a site of the store is: one deployment serves them all, each at a host of its own (D-57). */
export function originOf(siteKey: string): string {
  return siteKey === 'demo' ? STACK.store : `http://${siteKey}.localhost:${port}`
}

/** Whether an origin is the store's, of whichever site. */
export function isStore(origin: string): boolean {
  return origin === STACK.store || new RegExp(`^http://[a-z-]+\\.localhost:${port}$`).test(origin)
}
