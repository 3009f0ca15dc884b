import { IDBFactory } from 'fake-indexeddb'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'

import { gateViewOf } from '../../test/gate-view.ts'
import { SITE } from '../../test/gate-world.ts'
import { openDevice } from './device/gate-device.ts'
import { useGate, type GateState } from './device/gate-state.ts'
import { GateApp } from './gate-app.tsx'
import { WordsProvider } from './words/words.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

afterEach(() => {
  location.hash = ''
  vi.unstubAllGlobals()
})

const ENROLS = ['Enrol this device']

test.each<[Partial<GateState>, readonly string[]]>([
  [{ phase: 'opening' }, ENROLS],
  [{ phase: 'unknown' }, ENROLS],
  [{ phase: 'lost' }, ENROLS],
  [{ phase: 'no_storage' }, ['Entrance gate']],
  [{ phase: 'enrolled', token: 'enr_anew' }, ENROLS],
  [{ phase: 'enrolled' }, ['Arrivals', 'Scan', 'Door list', 'Arrivals', 'Device']],
])('a gate that is %o shows %j', async (state, shown) => {
  location.hash = 'arrivals'
  // The store does not answer.
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('no connection')))
  const view = gateViewOf(SITE)
  const device = await openDevice({ view, lang: () => 'en', factory: new IDBFactory() })
  useGate.setState({ ...useGate.getInitialState(), ...state }, true)
  const element = document.body.appendChild(document.createElement('div'))
  const root = createRoot(element)
  await act(async () =>
    root.render(
      <WordsProvider view={view}>
        <GateApp device={device} />
      </WordsProvider>,
    ),
  )
  expect(Array.from(element.querySelectorAll('h1, nav button'), ({ textContent }) => textContent)).toEqual(
    shown,
  )
  act(() => root.unmount())
  element.remove()
})
