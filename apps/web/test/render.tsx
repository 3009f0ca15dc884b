import type { FirstView } from '@kippu/contract/first-view'
import { QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach } from 'vitest'

import type { ApiError } from '../src/api/api-error.ts'
import { createQueryClient } from '../src/api/query-client.ts'
import { FirstViewContext } from '../src/page/first-view-context.ts'
import { textsQuery, TextsProvider } from '../src/i18n/texts.tsx'
import { buildFirstView } from './first-view.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const open: (() => void)[] = []
afterEach(() => open.splice(0).forEach(close => close()))

/**
 * Renders a part with the words of a language; it is removed after the test.
 *
 * @param onFailure is told of the calls for which the app would show a dialog.
 */
export function render(
  node: ReactNode,
  view: FirstView = buildFirstView(),
  onFailure: (failure: ApiError) => void = () => undefined,
): { element: HTMLElement; show: (next: ReactNode) => void } {
  const element = document.body.appendChild(document.createElement('div'))
  const root = createRoot(element)
  const queryClient = createQueryClient(onFailure)
  queryClient.setQueryData(textsQuery(view.lang).queryKey, view.texts)
  const show = (next: ReactNode) =>
    act(() =>
      root.render(
        <FirstViewContext value={view}>
          <QueryClientProvider client={queryClient}>
            <TextsProvider view={view} lang={view.lang}>
              {next}
            </TextsProvider>
          </QueryClientProvider>
        </FirstViewContext>,
      ),
    )
  open.push(() => {
    act(() => root.unmount())
    element.remove()
  })
  show(node)
  return { element, show }
}

export function click(target: Element | null | undefined): void {
  act(() => {
    if (target instanceof HTMLElement) target.click()
  })
}

export function press(key: string, options: KeyboardEventInit = {}): void {
  act(() => {
    document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...options }),
    )
  })
}

/** How long a condition may take to hold, for a machine that is busy, and the pause between two checks, in ms. */
const [PATIENCE, LOOK_EVERY] = [10_000, 10]

/**
 * Waits until a condition holds, letting all pending work arrive. The waiting itself is inside `act`, so that React
 * renders whatever arrives meanwhile.
 */
export async function eventually(check: () => void): Promise<void> {
  for (let waited = 0; ; waited += LOOK_EVERY) {
    await act(() => new Promise<void>(resolve => setTimeout(resolve, LOOK_EVERY)))
    try {
      return check()
    } catch (error) {
      if (waited >= PATIENCE) throw error
    }
  }
}
