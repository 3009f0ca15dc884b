import path from 'node:path'

/**
 * The areas of the server, from the top to the ground. Every file lies in one of them, and an import goes down, types included. How the
 * files of an area are ordered is its own affair. A new area needs a decision: `docs/decisions/0021-floors.md`.
 */
export const AREAS = [
  'cli',
  'start',
  'console',
  'mail',
  'office',
  'gate',
  'door',
  'resellers',
  'pages',
  'payments',
  'sales',
  'tickets',
  'orders',
  'catalogue',
  'stock',
  'sites',
  'platform',
] as const

export type Area = (typeof AREAS)[number]

export const SERVER = 'apps/server/src'

/**
 * The rooms of the other apps and of `tools` by their floors, the lowest first. A room is a folder, or a file beside the rooms; its inner
 * folders are rooms of their own. An import goes down, types included, never up and never to a room of the same floor:
 * a type that two rooms need belongs to a lower one. `*` means every folder of that place.
 */
export const FLOORS: Readonly<Record<string, ReadonlyArray<readonly string[]>>> = {
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
      'reseller',
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
  tools: [
    ['start'],
    ['start/dev', 'test'],
    ['test/mutants', 'check', 'drills/compose'],
    ['drills', 'pages/client', 'pages/faces'],
    ['pages'],
  ],
}

/** Why one room may not import another; undefined when the import goes down. Both paths are under the root. */
export function brokenFloor(file: string, target: string): string | undefined {
  if (isInside(file, SERVER) && isInside(target, SERVER)) return brokenArea(file, target)
  const app = appOf(file)
  if (app === undefined || !isInside(target, app)) return undefined
  const [from, to] = [roomOf(app, file), roomOf(app, target)]
  if (from.name === to.name) return undefined
  const lost = [from, to].find(room => room.floor === undefined)
  if (lost !== undefined) return `${lost.name} stands on no floor of ${app}: name it in tools/check/floors.ts`
  if ((from.floor ?? 0) > (to.floor ?? 0)) return undefined
  return from.floor === to.floor
    ? `${from.name} and ${to.name} of ${app} stand on one floor`
    : `${from.name} of ${app} stands below ${to.name}`
}

/** Why a file of the server may not lie where it lies; undefined when it is in an area. */
export function strayFile(file: string): string | undefined {
  return isInside(file, SERVER) && rankOf(file) === -1
    ? `it lies in no area of ${SERVER}: tools/check/floors.ts has them`
    : undefined
}

function brokenArea(file: string, target: string): string | undefined {
  const [from, to] = [rankOf(file), rankOf(target)]
  // A file in no area is a fault of its own.
  if (from === -1 || to === -1 || from <= to) return undefined
  return `${AREAS[from]} of ${SERVER} stands below ${AREAS[to]}`
}

/** Where the area of a file of the server stands, from the top; -1 without one. */
function rankOf(file: string): number {
  const [name] = path.posix.relative(SERVER, file).split('/')
  return AREAS.findIndex(area => area === name)
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
