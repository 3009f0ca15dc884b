/** `E2E_PORT` lets two runs stand side by side. */
const port = Number(process.env['E2E_PORT'] ?? 3100)
const simulatorsPort = port + 1
/** Of a second process of the store, whose pages send their calls to another host. */
const otherApiPort = port + 2

/** The ports of the system under test, which differ from those of a developer's own instance. */
export const STACK = {
  port,
  simulatorsPort,
  smtpPort: port + 25,
  store: `http://localhost:${port}`,
  simulators: `http://localhost:${simulatorsPort}`,
  otherApi: {
    port: otherApiPort,
    store: `http://localhost:${otherApiPort}`,
    api: `http://api.localhost:${otherApiPort}`,
  },
} as const

/** Tag manager of the site `cancanfactory`; no other site has one. */
export const TAG_MANAGER_ID = 'GTM-E2E1'

/** The address of a site: one deployment serves them all, each at a host of its own (D-57). */
export function originOf(siteKey: string): string {
  return siteKey === 'demo' ? STACK.store : `http://${siteKey}.localhost:${port}`
}

/** Whether an origin belongs to the store, at any of its sites. */
export function isStore(origin: string): boolean {
  return new RegExp(`^http://(?:[a-z-]+\\.)?localhost:(?:${port}|${otherApiPort})$`).test(origin)
}
