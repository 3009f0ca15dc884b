import { afterEach, vi } from 'vitest'

const installed: string[] = []

afterEach(() => {
  vi.restoreAllMocks()
  for (const name of installed.splice(0)) Reflect.deleteProperty(window, name)
})

/**
 * Replaces the hosts of third-party scripts: a requested address sets its globals in the window, as the script there
 * would; any other address fails. Records the requested addresses.
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
