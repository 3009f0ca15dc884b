import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'

import { answerFetch } from '../../test/answering-fetch.ts'
import { buildChoice } from '../../test/choice.ts'
import { buildFirstView } from '../../test/first-view.ts'
import { eventually } from '../../test/render.tsx'
import { ORDER_ROUTES } from './order-routes.tsx'
import { renderFirstView } from './render-first-view.tsx'
import { start } from './start.tsx'

afterEach(() => vi.restoreAllMocks())

test('the browser takes over the markup of the server without a difference, ids included', async () => {
  const { product } = buildChoice()
  const view = buildFirstView({ products: product ? [product] : [], productUuid: product?.uuid ?? null })
  const complaints = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  answerFetch({})
  const root = document.body.appendChild(document.createElement('div'))
  root.id = 'root'
  root.innerHTML = await renderFirstView(view)
  const data = document.body.appendChild(document.createElement('script'))
  Object.assign(data, { id: 'first-view', type: 'application/json', text: JSON.stringify(view) })
  await act(() => start(ORDER_ROUTES))
  // React has taken an element over when it has put its own key on it.
  const isTaken = (element: Element) => Object.keys(element).some(key => key.startsWith('__react'))
  await eventually(() =>
    expect(
      [...root.querySelectorAll('section, footer, nav, img')].filter(element => !isTaken(element)),
    ).toEqual([]),
  )
  await act(() => vi.dynamicImportSettled())
  expect(complaints.mock.calls.map(([text]) => String(text)).filter(text => /hydrat/i.test(text))).toEqual([])
})
