import { afterEach, vi } from 'vitest'

const installed: string[] = []

afterEach(() => {
  vi.restoreAllMocks()
  for (const name of installed.splice(0)) Reflect.deleteProperty(window, name)
})

/**
 * Stands in for the hosts of others: an address that is asked for leaves its globals in the window, as the script there
 * would; any other one fails. Keeps what was asked for.
 */
export function answerScripts(scripts: Readonly<Record<string, Readonly<Record<string, unknown>>>>): {
  readonly asked: string[]
} {
  const asked: string[] = []
  vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    for (const node of nodes) {
      if (!(node instanceof HTMLScriptElement || node instanceof HTMLLinkElement)) continue
      const address = node instanceof HTMLScriptElement ? node.src : node.href
      asked.push(address)
      const globals = scripts[address]
      queueMicrotask(() => {
        for (const [name, value] of Object.entries(globals ?? {})) {
          Reflect.set(window, name, value)
          installed.push(name)
        }
        node.dispatchEvent(new Event(globals === undefined ? 'error' : 'load'))
      })
    }
  })
  return { asked }
}
