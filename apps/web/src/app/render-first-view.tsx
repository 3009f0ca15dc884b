import type { FirstView } from '@kippu/contract/first-view'
import { renderToString } from 'react-dom/server'

import { createQueryClient } from '../api/query-client.ts'
import { App } from './app.tsx'
import { ORDER_ROUTES } from './order-routes.tsx'
import { FixedRouter } from './router.tsx'
import { TICKET_ROUTES } from './ticket-routes.tsx'

/**
 * The markup of the first screen of an entry, for the server to put into `#root` (design §7). The browser hydrates
 * the order page; the ticket page is drawn anew, for the server never sees which ticket it is.
 */
export function renderFirstView(view: FirstView): string {
  const isOrder = view.kind === 'order'
  return renderToString(
    <FixedRouter route={isOrder ? '/' : '/id/-'}>
      <App
        view={view}
        lang={view.lang}
        routes={isOrder ? ORDER_ROUTES : TICKET_ROUTES}
        queryClient={createQueryClient(() => undefined)}
      />
    </FixedRouter>,
  )
}
