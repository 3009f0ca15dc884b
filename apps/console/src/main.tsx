import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

import { StaffError } from './api'
import { App } from './app'
import './console.css'
import { LanguageProvider } from './language'
import { ME } from './session/me'

/** A session that has ended in between leads to the sign-in, and from there back to where one was. */
const client = new QueryClient({
  queryCache: new QueryCache({ onError: leave }),
  mutationCache: new MutationCache({ onError: leave }),
  defaultOptions: { queries: { retry: false, refetchOnWindowFocus: true } },
})

function leave(error: Error): void {
  if (error instanceof StaffError && error.code === 'not signed in') client.setQueryData(ME, null)
}

const root = document.getElementById('root')
if (root === null) throw new Error('the page has no root')
createRoot(root).render(
  <StrictMode>
    <LanguageProvider>
      <QueryClientProvider client={client}>
        <App />
      </QueryClientProvider>
    </LanguageProvider>
  </StrictMode>,
)
