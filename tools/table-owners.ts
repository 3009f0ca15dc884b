import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * The owner of each table of the store: the one folder of `apps/server/src` whose statements insert, update or delete
 * its rows. Any slice may read it. A slice that needs a change calls a verb of the owner.
 */
export const TABLE_OWNERS: Readonly<Record<string, string>> = {
  calendar_colors: 'catalogue',
  catalogue_imports: 'catalogue',
  channel_shares: 'orders/stock',
  check_ins: 'tickets',
  closed_months: 'books',
  coupon_products: 'orders/coupons',
  coupon_texts: 'orders/coupons',
  coupons: 'orders/coupons',
  former_reservation_tokens: 'tickets',
  gate_devices: 'gate',
  gate_keys: 'tickets',
  gate_refusals: 'tickets',
  gates: 'gate',
  holds: 'orders/stock',
  idempotency_keys: 'idempotency',
  inquiry_tries: 'tickets',
  journal_entries: 'books',
  ledger_entries: 'payments/saga',
  login_failures: 'membership',
  magazine_readers: 'mail-magazines',
  magazine_subscriptions: 'mail-magazines',
  mailed_summaries: 'books',
  members: 'membership',
  membership_promotion_texts: 'membership/promotions',
  membership_promotions: 'membership/promotions',
  notices: 'notices',
  option_value_texts: 'catalogue',
  option_values: 'catalogue',
  order_coupons: 'orders',
  order_items: 'orders',
  orders: 'orders',
  payment_attempts: 'payments/attempts',
  payment_methods: 'site-content',
  payout_lines: 'books',
  product_days: 'orders/stock',
  product_option_texts: 'catalogue',
  product_options: 'catalogue',
  product_sets: 'catalogue',
  product_texts: 'catalogue',
  products: 'products',
  proof_domains: 'address-proofs',
  proof_networks: 'address-proofs',
  proof_recipients: 'address-proofs',
  provider_events: 'payments/addresses',
  receipt_numbers: 'receipts',
  receipts: 'receipts',
  refund_requests: 'payments/saga',
  seeded_methods: 'db/seed',
  refunds: 'payments/refunds',
  request_counts: 'request-counts',
  reservation_payments: 'tickets',
  reservations: 'tickets',
  settings: 'site-content',
  share_mails: 'shares',
  shares: 'shares',
  staff: 'staff',
  staff_actions: 'staff',
  texts: 'catalogue',
  tickets: 'tickets',
  time_spans: 'orders/stock',
  webhook_deliveries: 'webhooks',
  webhook_endpoints: 'webhooks',
  webhook_events: 'webhooks',
  webhook_tries: 'webhooks',
  visit_cancellation_items: 'visits',
  visit_cancellations: 'visits',
  wallet_passes: 'wallet',
  wallet_registrations: 'wallet',
}

/** Tables whose every change raises the version of the row. */
const VERSIONED = new Set(['orders', 'payment_attempts'])

const SOURCES = 'apps/server/src'
/** Migrations and seeds create rows that the owners change afterwards. */
const EXEMPT = ['db']

const BUILDER = /\.(insertInto|updateTable|deleteFrom)\(\s*'(\w+)'/g
const RAW =
  /\b(insert into|update|delete from)\s+(\w+)\b(?=\s*(?:\(|\n|(?:\w+\s+)?(?:as|set|using|where)\b))/gi

/** Every statement under `root` that writes a table of another owner, and every one that does not raise a version. */
export function findForeignWrites(root: string): string[] {
  const files = globSync(`${SOURCES}/**/*.ts`, { cwd: root }).filter(file => !file.endsWith('.test.ts'))
  return files.toSorted().flatMap(file => {
    const inside = path.posix.relative(SOURCES, file)
    if (EXEMPT.some(folder => inside.startsWith(`${folder}/`))) return []
    const source = readFileSync(path.join(root, file), 'utf8')
    return writesIn(source).flatMap(write => complaintsOf(file, inside, write))
  })
}

interface Write {
  readonly verb: string
  readonly table: string
  /** The statement, beginning with the table's name. */
  readonly rest: string
}

function writesIn(source: string): Write[] {
  const matches = [...source.matchAll(BUILDER), ...source.matchAll(RAW)].toSorted((a, b) => a.index - b.index)
  return matches.map((match, turn) => {
    // A part of a statement is not executed where it stands: it ends where the next one begins, at the latest.
    const next = matches[turn + 1]?.index ?? source.length
    const executed = source.indexOf('.execute', match.index)
    const end = executed === -1 ? next : Math.min(executed, next)
    return { verb: match[1] ?? '', table: match[2] ?? '', rest: source.slice(match.index, end) }
  })
}

function complaintsOf(file: string, inside: string, { verb, table, rest }: Write): string[] {
  const owner = TABLE_OWNERS[table]
  if (owner === undefined) return []
  const isForeign = !inside.startsWith(`${owner}/`)
  const isSilent = /^update/i.test(verb) && VERSIONED.has(table) && !rest.includes('VERSION_RAISED')
  return [
    ...(isForeign ? [`${file}: ${table} is written by ${owner} alone`] : []),
    ...(isSilent ? [`${file}: a change of ${table} raises its version (VERSION_RAISED)`] : []),
  ]
}
