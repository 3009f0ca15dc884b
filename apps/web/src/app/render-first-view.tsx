import type { FirstView } from '@kippu/contract/first-view'
import { prerender } from 'react-dom/static'

import { createQueryClient } from '../api/query-client.ts'
import { App } from './app.tsx'
import { ORDER_ROUTES } from './order-routes.tsx'
import { FixedRouter } from '../page/router.tsx'
import { TICKET_ROUTES } from './ticket-routes.tsx'

/**
 * The markup of the first screen of an entry, for the server to put into `#root` (design §7). The browser hydrates
 * the order page; the ticket page is drawn anew, for the server never sees which ticket it is.
 *
 * Parts whose code the browser fetches later are waited for and written in their place, whatever they weigh: the page is
 * complete without a script.
 *
 * @throws what a screen throws that breaks.
 */
export async function renderFirstView(view: FirstView): Promise<string> {
  const isOrder = view.kind === 'order'
  const errors: unknown[] = []
  const { prelude } = await prerender(
    <FixedRouter route={isOrder ? '/' : '/id/-'}>
      <App
        view={view}
        lang={view.lang}
        routes={isOrder ? ORDER_ROUTES : TICKET_ROUTES}
        queryClient={createQueryClient(() => undefined)}
      />
    </FixedRouter>,
    { progressiveChunkSize: Infinity, onError: error => void errors.push(error) },
  )
  if (errors.length > 0) throw errors[0]
  return new Response(prelude).text()
}
