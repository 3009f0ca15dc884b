import type { FirstView } from '@kippu/contract/first-view'
import { prerender } from 'react-dom/static'

import { createQueryClient } from '../api/query-client.ts'
import { App } from './app.tsx'
import { ORDER_ROUTES } from './order-routes.tsx'
import { FixedRouter } from '../page/router.tsx'
import { TICKET_ROUTES } from './ticket-routes.tsx'

export { renderNotices } from '../parts/notices/render-notices.tsx'

/**
 * The markup of the first screen of an entry, which the server puts into `#root` (decision 6). The browser hydrates the
 * order page. It renders the ticket page again, because the server never learns which ticket it is.
 *
 * Parts whose code the browser fetches later are awaited and written in their place, whatever their size: the page is
 * complete without a script.
 *
 * @throws any error that a screen throws.
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
