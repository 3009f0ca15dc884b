import path from 'node:path'

/**
 * The rooms of each app by their floors, the lowest first. A room is a folder, or a file beside the rooms; its inner
 * folders are rooms of their own. An import goes down, types included, never up and never to a room of the same floor:
 * a type that two rooms need belongs to a lower one. `*` means every folder of that place.
 * `docs/decisions/0021-floors.md` says why.
 */
export const FLOORS: Readonly<Record<string, ReadonlyArray<readonly string[]>>> = {
  'apps/server/src': [
    [
      'buyers',
      'catalogue/files',
      'clock.ts',
      'db',
      'env-error.ts',
      'env.ts',
      'mail/letter',
      'sealing.ts',
      'short-cache.ts',
      'stop-signals.ts',
      'tally.ts',
      'tokens.ts',
      'tracing.ts',
      'variables',
    ],
    [
      'db/seed',
      'http',
      'jobs',
      'payments/port',
      'site-variables.ts',
      'staff',
      'variable-files.ts',
      'version.ts',
    ],
    [
      'address-proofs',
      'check-connections.ts',
      'check-encryption.ts',
      'check-database.ts',
      'check-prepared.ts',
      'deps.ts',
      'external-scripts',
      'idempotency',
      'orders/coupons',
      'orders/stock',
      'open-api',
      'payments/providers/*',
      'webhooks',
    ],
    ['orders/price'],
    [
      'csp-reports',
      'gate/devices',
      'health',
      'mail-magazines',
      'membership/promotions',
      'metrics',
      'orders/life',
      'payments/attempts',
      'request-counts',
    ],
    ['orders/bought', 'orders/change-coupons', 'payments/apple-pay'],
    ['tickets/site-gates'],
    ['mail/templates', 'payments/accounts', 'receipts/pdf', 'site-content', 'tickets', 'wallet/accounts'],
    [
      'membership',
      'notices',
      'orders/fulfil',
      'products',
      'read-env.ts',
      'receipts',
      'shares',
      'tickets/check-in',
      'upgrade',
      'wallet/passes',
    ],
    [
      'catalogue/sheets',
      'db/demo',
      'documents',
      'env-parts.ts',
      'gate',
      'order-mails',
      'orders/take-order',
      'payments/saga',
      'wallet/apple',
      'wallet/google',
    ],
    ['catalogue', 'orders/time-change', 'wallet'],
    ['app-deps.ts', 'books', 'orders', 'payments/checkout', 'payments/d-account', 'payments/refunds'],
    ['visits'],
    ['mail', 'payments/addresses', 'payments/reconcile', 'spot'],
    ['payments', 'signage'],
    ['desk', 'doctor', 'persons'],
    ['retention'],
    ['app.ts', 'cli', 'status-app.ts'],
    ['server.ts'],
    ['run-server.ts'],
    ['main.ts'],
  ],
  'apps/simulators/src': [
    ['core', 'core/pages'],
    [
      'alipay',
      'apple-pay',
      'apple-wallet',
      'control-routes.ts',
      'core/card-fields',
      'docomo',
      'env.ts',
      'fingerprint',
      'gmo',
      'google-wallet',
      'index-page.ts',
      'mailbox',
      'membership',
      'softbank',
      'tag-manager',
    ],
    ['adyen', 'stripe'],
    ['accounts.ts'],
    ['start.ts'],
    ['main.ts'],
  ],
  'apps/web/src': [
    ['api', 'page', 'parts/payable', 'session', 'ui'],
    ['gate/offline', 'gate/words', 'i18n', 'parts/checkout/membership', 'parts/paying/data'],
    [
      'failure',
      'gate/device',
      'parts/checkout/summary',
      'parts/choosing/calendar',
      'parts/choosing/slots',
      'parts/choosing/tickets',
      'parts/form',
      'parts/notices',
      'parts/paying/methods',
      'parts/paying/scripts',
      'parts/scanner',
      'parts/ticket',
      'parts/time-change/state',
      'parts/visit',
    ],
    [
      'gate/parts',
      'parts/checkout/order',
      'parts/choosing/choice',
      'parts/choosing/sets',
      'parts/display',
      'parts/house',
      'parts/paying/apple',
      'parts/sharing',
    ],
    [
      'parts/checkout/complete',
      'parts/checkout/conditions',
      'parts/checkout/coupon',
      'parts/checkout/hold',
      'parts/choosing/sections',
      'parts/paying/card',
    ],
    ['parts/checkout/page', 'parts/checkout/refused', 'parts/paying/choice', 'parts/paying/step'],
    ['parts/paying/checkout', 'parts/time-change/page'],
    ['gate/screens', 'screens/*'],
    ['gate'],
    ['app'],
  ],
}

/** Why one room may not import another; undefined when the import goes down. Both paths are under the root. */
export function brokenFloor(file: string, target: string): string | undefined {
  const app = appOf(file)
  if (app === undefined || !isInside(target, app)) return undefined
  const [from, to] = [roomOf(app, file), roomOf(app, target)]
  if (from.name === to.name) return undefined
  const lost = [from, to].find(room => room.floor === undefined)
  if (lost !== undefined) return `${lost.name} stands on no floor of ${app}: name it in tools/floors.ts`
  if ((from.floor ?? 0) > (to.floor ?? 0)) return undefined
  return from.floor === to.floor
    ? `${from.name} and ${to.name} of ${app} stand on one floor`
    : `${from.name} of ${app} stands below ${to.name}`
}

interface Room {
  readonly name: string
  readonly floor: number | undefined
}

function roomOf(app: string, file: string): Room {
  const inside = path.posix.relative(app, file)
  const folder = path.posix.dirname(inside)
  const name = folder === '.' ? inside : folder
  const index = (FLOORS[app] ?? []).findIndex(floor => floor.some(entry => isNamed(entry, name)))
  return { name, floor: index === -1 ? undefined : index }
}

function isNamed(entry: string, room: string): boolean {
  if (!entry.endsWith('/*')) return entry === room
  return path.posix.dirname(room) === entry.slice(0, -2)
}

function appOf(file: string): string | undefined {
  return Object.keys(FLOORS).find(app => isInside(file, app))
}

function isInside(file: string, folder: string): boolean {
  return file.startsWith(`${folder}/`)
}
