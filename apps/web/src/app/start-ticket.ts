import '../ui/tokens.css'
import '../ui/base.css'
import '../ui/print.css'
import { TICKET_ROUTES } from './ticket-routes.tsx'
import { start } from './start.tsx'

void start(TICKET_ROUTES)
