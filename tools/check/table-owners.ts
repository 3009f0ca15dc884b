import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type Area, SERVER } from './floors.ts'

/**
 * The owner of each table of the store: the one area of `apps/server/src` whose statements insert, update or delete
 * its rows. Any area may read it. An area that needs a change calls a verb of the owner.
 */
export const TABLE_OWNERS: Readonly<Record<string, Area>> = {
  calendar_colors: 'office',
  catalogue_imports: 'office',
  channel_shares: 'stock',
  check_ins: 'gate',
  closed_months: 'office',
  coupon_products: 'orders',
  coupon_texts: 'orders',
  coupons: 'orders',
  former_reservation_tokens: 'tickets',
  found_buyers: 'orders',
  gate_devices: 'gate',
  gate_keys: 'tickets',
  gate_refusals: 'gate',
  gates: 'gate',
  holds: 'stock',
  idempotency_keys: 'platform',
  inquiry_tries: 'tickets',
  journal_entries: 'office',
  languages: 'sites',
  ledger_entries: 'payments',
  locked_names: 'platform',
  login_failures: 'orders',
  magazine_readers: 'orders',
  magazine_subscriptions: 'orders',
  mailed_summaries: 'office',
  members: 'orders',
  membership_promotion_texts: 'orders',
  membership_promotions: 'orders',
  notices: 'sites',
  option_value_texts: 'office',
  option_values: 'office',
  order_coupons: 'orders',
  order_items: 'orders',
  orders: 'orders',
  payment_attempts: 'payments',
  payment_methods: 'payments',
  payout_lines: 'office',
  pictures: 'catalogue',
  product_days: 'stock',
  product_option_texts: 'office',
  product_options: 'office',
  product_sets: 'office',
  product_texts: 'office',
  products: 'catalogue',
  proof_domains: 'orders',
  proof_networks: 'orders',
  proof_recipients: 'orders',
  provider_events: 'payments',
  receipt_numbers: 'tickets',
  receipts: 'tickets',
  refund_requests: 'payments',
  seeded_methods: 'sites',
  refunds: 'payments',
  request_counts: 'platform',
  reseller_bookings: 'resellers',
  reseller_told_days: 'resellers',
  reseller_webhooks: 'resellers',
  resellers: 'resellers',
  reservation_payments: 'tickets',
  reservations: 'tickets',
  settings: 'sites',
  share_mails: 'tickets',
  shares: 'tickets',
  slot_rules: 'office',
  sold_days: 'office',
  log_seals: 'platform',
  staff: 'platform',
  staff_actions: 'platform',
  staff_approvals: 'platform',
  staff_answered_questions: 'console',
  staff_invitations: 'console',
  staff_passkeys: 'console',
  staff_recovery_codes: 'console',
  staff_sessions: 'console',
  texts: 'office',
  tickets: 'tickets',
  time_spans: 'stock',
  unpaid_orders: 'orders',
  webhook_deliveries: 'platform',
  webhook_endpoints: 'platform',
  webhook_events: 'platform',
  webhook_tries: 'platform',
  visit_cancellation_items: 'office',
  visit_cancellations: 'office',
  wallet_passes: 'tickets',
  wallet_registrations: 'tickets',
}

/** Tables whose every change raises the version of the row. */
const VERSIONED = new Set(['orders', 'payment_attempts'])

/** Migrations and seeds create rows that the owners change afterwards. */
const EXEMPT = ['platform/db', 'sites/seed']

const BUILDER = /\.(insertInto|updateTable|deleteFrom)\(\s*'(\w+)'/g
const RAW =
  /\b(insert into|update|delete from)\s+(\w+)\b(?=\s*(?:\(|\n|(?:\w+\s+)?(?:as|set|using|where)\b))/gi

/** Every statement under `root` that writes a table of another owner, and every one that does not raise a version. */
export function findForeignWrites(root: string): string[] {
  const files = globSync(`${SERVER}/**/*.ts`, { cwd: root }).filter(file => !file.endsWith('.test.ts'))
  return files.toSorted().flatMap(file => {
    const inside = path.posix.relative(SERVER, file)
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
