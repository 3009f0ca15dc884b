import { SCRIPTS_META } from '@kippu/contract/trusted-types'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { answerScripts } from '../../../../test/answering-scripts.ts'

const LISTED = 'https://scripts.example/listed.js'
const OTHER = 'https://scripts.example/other.js'

interface Rules {
  readonly createScriptURL: (address: string) => string
}

/** Takes the part of a browser with Trusted Types: policies have names, and a name only once. */
function trustedTypes() {
  const names: string[] = []
  return {
    names,
    createPolicy: (name: string, rules: Rules) => {
      if (names.includes(name)) throw new TypeError(`a policy ${name} exists`)
      names.push(name)
      return rules
    },
  }
}

beforeEach(() => {
  vi.resetModules()
  const meta = document.head.appendChild(document.createElement('meta'))
  meta.name = SCRIPTS_META
  meta.content = `https://scripts.example/first.js ${LISTED}`
})
afterEach(() => {
  vi.unstubAllGlobals()
  document.querySelector(`meta[name="${SCRIPTS_META}"]`)?.remove()
})

test('where the browser has Trusted Types, only scripts that the document lists are loaded (R-7.74, S-15.04)', async () => {
  const browser = trustedTypes()
  vi.stubGlobal('trustedTypes', browser)
  const { loadScript } = await import('./load-script.ts')
  const { asked } = answerScripts({ [LISTED]: {}, [OTHER]: {} })
  await loadScript(LISTED)
  await expect(loadScript(OTHER)).rejects.toThrow('the document lists no such script')
  expect(asked).toEqual([LISTED])
  expect(browser.names).toEqual(['kippu-scripts'])
})

test('a document that lists none loads none', async () => {
  vi.stubGlobal('trustedTypes', trustedTypes())
  document.querySelector(`meta[name="${SCRIPTS_META}"]`)?.remove()
  const { loadScript } = await import('./load-script.ts')
  const { asked } = answerScripts({ [LISTED]: {} })
  await expect(loadScript(LISTED)).rejects.toThrow(TypeError)
  expect(asked).toEqual([])
})

test('other browsers load what the answers of the server name', async () => {
  const { loadScript } = await import('./load-script.ts')
  const { asked } = answerScripts({ [OTHER]: {} })
  await loadScript(OTHER)
  expect(asked).toEqual([OTHER])
})
