import '../ui/tokens.css'
import '../ui/base.css'
import '../ui/print.css'
import { TICKET_ROUTES } from './ticket-routes.tsx'
import { addressOf } from '../page/entry.ts'
import { linkCut } from '../page/redirects.ts'
import { start } from './start.tsx'

// The shop would say nothing of tickets.
if (location.hash.length < 2) location.replace(addressOf(linkCut()))
else void start(TICKET_ROUTES)
