import '../ui/tokens.css'
import '../ui/base.css'
import '../ui/print.css'
import { ORDER_ROUTES } from './order-routes.tsx'
import { loadRest } from '../screens/order/load-rest.ts'
import { start } from './start.tsx'

void start(ORDER_ROUTES, loadRest)
