import type { Client } from 'pg'

export type Row = Readonly<Record<string, unknown>>

interface Column {
  readonly name: string
  readonly type: string
  readonly is_required: boolean
}

/** Values of columns that take only certain ones. */
const EXAMPLES: Readonly<Record<string, Row>> = {
  calendar_colors: { color_code: '#00aa44' },
  channel_shares: { channel: 'web', uses_pool: true },
  check_ins: { direction: 'in', mode: 'staff' },
  closed_months: { month: '2026-10', booking: 'sale' },
  coupons: { kind: 'flat_rate' },
  gate_refusals: { status: 'used' },
  journal_entries: { kind: 'sale' },
  ledger_entries: { account: 'sales', kind: 'capture' },
  magazine_subscriptions: { field_name: 'mail_magazine' },
  membership_promotions: { promotion_type: 'fixed' },
  notices: { severity: 'warning', texts: '{"ja":"休館","en":"closed"}' },
  order_items: { kind: 'extra', option_value_id: 1 },
  orders: { channel: 'web', status: 'temporary' },
  payment_attempts: { state: 'created' },
  product_options: { type: 'extra' },
  products: { product_type: 'main', sale_type: 'date', entry_policy: 'once' },
  refund_requests: { purpose: 'tickets' },
  refunds: { state: 'requested' },
  reservations: { status: 'active' },
  reseller_bookings: { unit_items: '[]' },
  resellers: { code: 'kluk', net_percent: 85 },
  staff: { name: 'aki', role: 'owner' },
  tickets: { type: 'gate', option_value_id: 1 },
  unpaid_orders: { reason: 'given_up' },
  visit_cancellation_items: { state: 'waiting' },
  webhook_deliveries: { state: 'waiting' },
  webhook_endpoints: { events: ['order.completed'] },
  webhook_events: { type: 'order.completed' },
  visit_cancellations: { way: 'refund' },
  wallet_passes: { wallet: 'apple' },
}

/** A value by type, another for each number. */
const VALUES: Readonly<Record<string, (number: number) => unknown>> = {
  text: number => `word-${number}`,
  uuid: () => crypto.randomUUID(),
  bytea: number => Buffer.from(`bytes ${number}`),
  bigint: number => number,
  integer: number => number,
  smallint: number => number,
  boolean: () => false,
  date: number => new Date(Date.UTC(2026, 0, number)).toISOString().slice(0, 10),
  'timestamp with time zone': number => new Date(Date.UTC(2026, 0, number)),
  jsonb: () => '{}',
  ARRAY: () => [],
}

let made = 0

/**
 * A row that a table takes, with another value in every column than any row before it: the columns that must have a value,
 * and those that are named. References lead nowhere.
 */
export async function validRow(client: Client, table: string, named: readonly string[] = []): Promise<Row> {
  const { rows } = await client.query<Column>(
    `select column_name as name, data_type as type,
            is_nullable = 'NO' and column_default is null and is_identity = 'NO' and is_generated = 'NEVER' as is_required
       from information_schema.columns where table_schema = 'public' and table_name = $1
      order by ordinal_position`,
    [table],
  )
  const filled = rows.filter(({ name, is_required }) => is_required || named.includes(name))
  const values = filled.map(({ name, type }) => [name, valueOf(type)] as const)
  return { ...Object.fromEntries(values), ...EXAMPLES[table] }
}

export async function insertRow(client: Client, table: string, row: Row): Promise<void> {
  const columns = Object.keys(row)
  await client.query(
    `insert into ${table} (${columns.join(', ')}) values (${columns.map((_, index) => `$${index + 1}`).join(', ')})`,
    Object.values(row),
  )
}

function valueOf(type: string): unknown {
  const make = VALUES[type]
  if (make === undefined) throw new Error(`no example of ${type}`)
  made += 1
  return make(made)
}
