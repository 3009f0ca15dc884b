import { addressOfScript } from './script-address.ts'

/**
 * Scripts and style sheets of third parties, each loaded once in a document and only when a chosen method needs it.
 * Their addresses come from the server, which lists the same hosts in the content policy of the document.
 */

/** How long a file may take, in ms, before the visitor gets a message and a button to retry. */
const LOAD_TIMEOUT = 20_000

/** Files that are loading or loaded, by address. */
const loads = new Map<string, Promise<void>>()

/** The files that a provider's fields need before they can be rendered. */
export interface ProviderFiles {
  readonly scripts: readonly string[]
  readonly styles: readonly string[]
}

/**
 * Loads all files: style sheets at once, scripts one after the other, because the later ones use the earlier.
 *
 * @throws Error when one fails to load; it is forgotten, so that the next call loads it again.
 */
export async function loadAll({ scripts, styles }: ProviderFiles): Promise<void> {
  const sheets = Promise.all(styles.map(loadStyle))
  for (const address of scripts) await loadScript(address)
  await sheets
}

/** Loads one script. @throws Error like {@link loadAll}; TypeError when the document does not list it. */
export function loadScript(address: string): Promise<void> {
  return once(address, () => {
    const script = document.createElement('script')
    // The property is typed as a text, and would take a trusted address as well.
    Reflect.set(script, 'src', addressOfScript(address))
    return script
  })
}

function loadStyle(address: string): Promise<void> {
  return once(address, () => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = address
    return link
  })
}

function once(address: string, create: () => HTMLElement): Promise<void> {
  const known = loads.get(address)
  if (known !== undefined) return known
  const load = arrival(create).catch((error: unknown) => {
    loads.delete(address)
    throw error
  })
  loads.set(address, load)
  return load
}

/** Creates an element, adds it to the document and waits until its file has loaded. */
function arrival(create: () => HTMLElement): Promise<void> {
  return new Promise((resolve, reject) => {
    const element = create()
    const fail = (): void => {
      clearTimeout(timer)
      element.remove()
      reject(new Error('a script of the payment provider did not load'))
    }
    const timer = setTimeout(fail, LOAD_TIMEOUT)
    element.addEventListener('error', fail)
    element.addEventListener('load', () => {
      clearTimeout(timer)
      resolve()
    })
    document.head.append(element)
  })
}
