import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { insertRow, type Row, validRow } from '../../../test/valid-row.ts'

interface Check {
  /** Columns that make a valid row one that the check refuses, or one at the edge that it takes. */
  readonly refuses: readonly Row[]
  readonly takes: readonly Row[]
}

const notNegative = (column: string): Check => ({ refuses: [{ [column]: -1 }], takes: [{ [column]: 0 }] })
const positive = (column: string): Check => ({ refuses: [{ [column]: 0 }], takes: [{ [column]: 1 }] })
const percent = (column: string): Check => ({
  refuses: [{ [column]: -1 }, { [column]: 101 }],
  takes: [{ [column]: 0 }, { [column]: 100 }],
})
const oneOf = (column: string, words: string, more: Readonly<Record<string, Row>> = {}): Check => ({
  refuses: [{ [column]: 'another' }],
  takes: words.split(' ').map(word => ({ [column]: word, ...more[word] })),
})

const OWN_CODE: Check = {
  refuses: ['', '-a', 'a b', '森', 'a'.repeat(41)].map(code => ({ code })),
  takes: [{ code: null }, { code: 'Forest-2_b' }],
}

const SET_ITEM = { kind: 'set', option_value_id: null }
const SET_TICKET = { type: 'set', option_value_id: null }
const ACCEPTED = {
  accepted_at: '2026-04-01',
  holder_hash: Buffer.from('holder'),
  acceptance_hash: Buffer.from('key'),
}
const DECIDED = { asked_by: 'aki', decided_by: 'ren', decided_at: '2026-04-01', is_given: true }
const CHANGE = { kind: 'time_change', replaces: crypto.randomUUID() }

const HOUR = { starts_at: '2026-04-01T10:00:00Z', ends_at: '2026-04-01T11:00:00Z' }

const CHECKS: Readonly<Record<string, Check>> = {
  calendar_colors_color_code_check: {
    refuses: ['00aa44', '#00AA44', '#00aa4', '#00aa440'].map(color_code => ({ color_code })),
    takes: [{ color_code: '#09afaf' }],
  },
  check_ins_check: {
    refuses: [{ undone_at: '2026-04-01' }, { undone_reason: 'wrong person' }],
    takes: [{}, { undone_at: '2026-04-01', undone_reason: 'wrong person' }],
  },
  check_ins_direction_check: oneOf('direction', 'in out'),
  check_ins_fault_check: oneOf('fault', 'used invalid_time invalid'),
  check_ins_mode_check: oneOf('mode', 'read_qr tap_ticket staff'),
  resellers_cancellation_hours_check: notNegative('cancellation_hours'),
  resellers_check: {
    refuses: [{ former_key_hash: Buffer.from('key') }, { former_key_ends_at: '2026-04-01' }],
    takes: [{}, { former_key_hash: Buffer.from('key'), former_key_ends_at: '2026-04-01' }],
  },
  resellers_check1: {
    refuses: [{ revoked_at: '2026-04-01', key_hash: Buffer.from('a key') }],
    takes: [{ revoked_at: '2026-04-01', key_hash: null }],
  },
  resellers_code_check: {
    refuses: ['', 'Kluk', '-a', 'a_b', 'a'.repeat(41)].map(code => ({ code })),
    takes: [{ code: 'kluk-2' }],
  },
  resellers_name_check: { refuses: [{ name: '' }], takes: [{ name: 'a' }] },
  resellers_net_percent_check: percent('net_percent'),
  option_values_unit_type_check: oneOf(
    'unit_type',
    'ADULT YOUTH CHILD INFANT FAMILY SENIOR STUDENT MILITARY OTHER',
  ),
  pictures_hash_check: {
    refuses: ['', 'A'.repeat(32), 'a'.repeat(31), '../etc'].map(hash => ({ hash })),
    takes: [{ hash: 'a0'.repeat(16) }],
  },
  pictures_width_check: {
    refuses: [{ width: 0 }, { width: 1601 }],
    takes: [1, 1600].map(width => ({ hash: 'a0'.repeat(16), width })),
  },
  closed_months_booking_check: oneOf('booking', 'sale visit'),
  closed_months_entries_check: notNegative('entries'),
  closed_months_month_check: {
    refuses: ['2026-13', '2026-00', '26-10', '2026-1'].map(month => ({ month })),
    takes: [{ month: '2026-12' }, { month: '2026-01' }],
  },
  coupons_check: {
    refuses: [{ taken: -1 }, { taken: 3, usage_limit: 2 }],
    takes: [{ taken: 0 }, { taken: 2, usage_limit: 2 }, { taken: 3, usage_limit: null }],
  },
  coupons_check1: {
    refuses: [{ kind: 'invitation', usage_limit: null }],
    takes: [
      { kind: 'invitation', usage_limit: 1 },
      { kind: 'campaign', usage_limit: null },
    ],
  },
  coupons_kind_check: oneOf('kind', 'flat_rate fixed_rate invitation campaign', {
    invitation: { usage_limit: 1 },
  }),
  coupons_min_quantity_check: positive('min_quantity'),
  coupons_usage_limit_check: notNegative('usage_limit'),
  gate_devices_check: {
    refuses: [{ enrolled_at: '2026-04-01' }, { key_hash: Buffer.from('key') }],
    takes: [{}, { enrolled_at: '2026-04-01', key_hash: Buffer.from('key') }],
  },
  gate_devices_name_check: { refuses: [{ name: '' }], takes: [{ name: 'a' }] },
  gates_name_check: { refuses: [{ name: '' }], takes: [{ name: 'a' }] },
  gate_keys_number_check: {
    refuses: [{ number: 0 }, { number: 256 }],
    takes: [{ number: 1 }, { number: 255 }],
  },
  catalogue_imports_language_check: oneOf('language', 'en ja'),
  channel_shares_channel_check: oneOf('channel', 'web pos kiosk OTA spot'),
  channel_shares_check: {
    takes: [
      { uses_pool: false, share: 3, used: 3 },
      { uses_pool: true, share: 3, used: 4 },
    ],
    refuses: [{ uses_pool: false, share: 3, used: 4 }],
  },
  channel_shares_share_check: notNegative('share'),
  channel_shares_used_check: notNegative('used'),
  gate_refusals_judged_check: oneOf('judged', 'success used invalid_time invalid'),
  gate_refusals_status_check: oneOf('status', 'used invalid_time invalid'),
  holds_channel_check: oneOf('channel', 'web pos kiosk OTA spot'),
  holds_units_check: positive('units'),
  ledger_entries_account_check: oneOf('account', 'provider sales'),
  ledger_entries_kind_check: oneOf('kind', 'capture refund'),
  inquiry_tries_tries_check: notNegative('tries'),
  login_failures_failures_check: notNegative('failures'),
  journal_entries_entry_check: positive('entry'),
  journal_entries_kind_check: oneOf('kind', 'sale change refund release visit unplaced'),
  journal_entries_line_check: positive('line'),
  journal_entries_tax_check: notNegative('tax'),
  journal_entries_tax_rate_check: percent('tax_rate'),
  journal_entries_yen_check: positive('yen'),
  payout_lines_occurrence_check: positive('occurrence'),
  magazine_subscriptions_field_name_check: oneOf('field_name', 'mail_magazine teamlab_mail_magazine'),
  membership_promotions_promotion_amount_check: notNegative('promotion_amount'),
  membership_promotions_promotion_type_check: oneOf('promotion_type', 'percent fixed'),
  notices_check: {
    refuses: [{ shown_from: '2026-04-02', shown_until: '2026-04-02' }],
    takes: [{ shown_from: '2026-04-01', shown_until: '2026-04-02' }],
  },
  notices_severity_check: oneOf('severity', 'information warning'),
  notices_texts_check: {
    refuses: [{ texts: '{"ja":"休館"}' }, { texts: '{"en":"closed"}' }],
    takes: [{ texts: '{"ja":"休館","en":"closed","th":"ปิด"}' }],
  },
  order_coupons_discount_check: notNegative('discount'),
  proof_domains_addresses_check: notNegative('addresses'),
  proof_domains_proved_check: notNegative('proved'),
  proof_networks_addresses_check: notNegative('addresses'),
  proof_networks_room_check: notNegative('room'),
  order_items_check: {
    refuses: [
      { kind: 'extra', option_value_id: null },
      { ...SET_ITEM, option_value_id: 1 },
    ],
    takes: [{ kind: 'extra', option_value_id: 1 }, SET_ITEM],
  },
  order_items_check1: {
    refuses: [{ kind: 'extra', stock: 'none' }],
    takes: [
      { ...SET_ITEM, stock: 'none' },
      { kind: 'extra', stock: 'held' },
    ],
  },
  order_items_former_price_check: notNegative('former_price'),
  order_items_kind_check: oneOf('kind', 'ticket_type extra set', { set: SET_ITEM }),
  order_items_stock_check: oneOf('stock', 'held carried none', { carried: SET_ITEM, none: SET_ITEM }),
  order_items_tax_rate_check: percent('tax_rate'),
  order_items_base_price_check: notNegative('base_price'),
  order_items_coupon_discount_check: notNegative('coupon_discount'),
  order_items_membership_discount_check: notNegative('membership_discount'),
  order_items_method_discount_check: notNegative('method_discount'),
  order_items_quantity_check: positive('quantity'),
  order_items_unit_price_check: notNegative('unit_price'),
  orders_channel_check: oneOf('channel', 'web pos kiosk OTA spot'),
  orders_check: {
    refuses: [
      { ...CHANGE, replaces: null },
      { ...CHANGE, kind: 'visit' },
    ],
    takes: [CHANGE, { kind: 'visit', replaces: null }],
  },
  orders_check1: { refuses: [{ credit: 1 }], takes: [{ credit: 0 }, { ...CHANGE, credit: 1 }] },
  orders_check3: {
    refuses: [{ kind: 'visit', refund_due: 1 }],
    takes: [{ ...CHANGE, refund_due: 1 }],
  },
  orders_check2: {
    refuses: [{ kind: 'visit', moves_from: crypto.randomUUID() }],
    takes: [{ ...CHANGE, moves_from: crypto.randomUUID() }],
  },
  orders_credit_check: { refuses: [{ ...CHANGE, credit: -1 }], takes: [{ ...CHANGE, credit: 0 }] },
  orders_kind_check: oneOf('kind', 'visit time_change', { time_change: CHANGE }),
  orders_wrong_mail_codes_check: {
    refuses: [{ wrong_mail_codes: -1 }, { wrong_mail_codes: 6 }],
    takes: [{ wrong_mail_codes: 0 }, { wrong_mail_codes: 5 }],
  },
  orders_membership_discount_check: notNegative('membership_discount'),
  orders_method_discount_check: notNegative('method_discount'),
  orders_price_check: notNegative('price'),
  orders_quantity_check: positive('quantity'),
  orders_refund_due_check: {
    refuses: [{ ...CHANGE, refund_due: -1 }],
    takes: [{ ...CHANGE, refund_due: 0 }],
  },
  orders_status_check: oneOf(
    'status',
    'temporary mail_sent ready_checkout payment_pending payment_3ds completed expired cancelled refunded refund_failed',
  ),
  orders_subtotal_check: notNegative('subtotal'),
  payment_attempts_amount_check: notNegative('amount'),
  payment_attempts_method_discount_check: notNegative('method_discount'),
  payment_attempts_operation_check: oneOf('operation', 'start resume capture void refund'),
  payment_attempts_provider_order_ref_check: {
    refuses: ['', 'a'.repeat(28), 'a_b', 'é'].map(provider_order_ref => ({ provider_order_ref })),
    takes: ['a', 'Az09-'.padEnd(27, '0')].map(provider_order_ref => ({ provider_order_ref })),
  },
  payment_attempts_state_check: oneOf(
    'state',
    'created executing action_required pending authorized captured partially_refunded refunded voided failed expired refund_failed',
  ),
  payment_attempts_tax_amount_check: notNegative('tax_amount'),
  payment_methods_discount_amount_check: notNegative('discount_amount'),
  payment_methods_discount_type_check: oneOf('discount_type', 'fixed percent'),
  option_values_code_check: OWN_CODE,
  product_options_code_check: OWN_CODE,
  products_code_check: OWN_CODE,
  product_days_base_price_check: notNegative('base_price'),
  product_options_type_check: oneOf('type', 'ticket_type extra'),
  product_sets_num_check: notNegative('num'),
  products_base_price_check: notNegative('base_price'),
  products_channels_check: {
    takes: [{ channels: [] }, { channels: ['web', 'pos', 'kiosk', 'OTA', 'spot'] }],
    refuses: [{ channels: ['web', 'shop'] }],
  },
  products_entry_policy_check: oneOf('entry_policy', 'once daily any'),
  products_grace_minutes_check: notNegative('grace_minutes'),
  products_product_type_check: oneOf('product_type', 'main set'),
  products_reentry_minutes_check: positive('reentry_minutes'),
  products_sale_type_check: oneOf('sale_type', 'period date time'),
  products_scan_mode_check: oneOf('scan_mode', 'read_qr tap_ticket'),
  products_tax_rate_check: percent('tax_rate'),
  products_time_changes_check: oneOf('time_changes', 'all not_spot none'),
  receipt_numbers_last_check: positive('last'),
  receipts_number_check: positive('number'),
  refund_requests_amount_check: notNegative('amount'),
  refund_requests_purpose_check: oneOf('purpose', 'tickets difference'),
  refunds_amount_check: positive('amount'),
  refunds_state_check: oneOf('state', 'requested done failed'),
  reservation_payments_amount_check: notNegative('amount'),
  reservations_status_check: oneOf('status', 'active cancelled'),
  texts_check: {
    refuses: [{ next_text: null, next_at: '2026-04-01' }],
    takes: [
      { next_text: 'words', next_at: null },
      { next_text: 'words', next_at: '2026-04-01' },
    ],
  },
  texts_source_check: oneOf('source', 'bundled site'),
  shares_check: {
    refuses: [{ accepted_at: '2026-04-01' }, { ...ACCEPTED, acceptance_hash: null }],
    takes: [{}, ACCEPTED],
  },
  staff_actions_via_check: oneOf('via', 'cli console'),
  staff_approvals_check: {
    refuses: [{ ...DECIDED, decided_by: 'aki', asked_by: 'aki' }],
    takes: [{ ...DECIDED, decided_by: 'ren', asked_by: 'aki' }],
  },
  staff_approvals_check1: {
    refuses: [{ decided_by: 'ren' }, { ...DECIDED, is_given: null }],
    takes: [DECIDED, {}],
  },
  staff_check: {
    refuses: [{ ended_at: '2026-01-01', email: 'aki@museum.example' }],
    takes: [
      { ended_at: '2026-01-01', email: null },
      { ended_at: null, email: 'aki@museum.example' },
    ],
  },
  staff_passkeys_label_check: { refuses: [{ label: '' }], takes: [{ label: 'desk' }] },
  staff_name_check: { refuses: [{ name: '' }, { name: 'Aki' }, { name: 'a b' }], takes: [{ name: 'a.b-2' }] },
  staff_role_check: oneOf('role', 'owner manager planner box_office marketing accountant auditor'),
  staff_site_keys_check: {
    refuses: [{ site_keys: [] }],
    takes: [{ site_keys: null }, { site_keys: ['mori'] }],
  },
  tickets_check: {
    refuses: [
      { type: 'gate', option_value_id: null },
      { ...SET_TICKET, option_value_id: 1 },
    ],
    takes: [{ type: 'gate', option_value_id: 1 }, SET_TICKET],
  },
  tickets_check1: {
    refuses: [{ share_id: crypto.randomUUID() }],
    takes: [{ share_id: crypto.randomUUID(), handed_on_at: '2026-04-01' }, { handed_on_at: '2026-04-01' }],
  },
  tickets_code_version_check: notNegative('code_version'),
  tickets_id_check: positive('id'),
  tickets_price_check: notNegative('price'),
  tickets_type_check: oneOf('type', 'gate set', { set: SET_TICKET }),
  time_spans_capacity_check: notNegative('capacity'),
  time_spans_check: {
    refuses: [
      { taken: -1, capacity: 5 },
      { taken: 6, capacity: 5 },
    ],
    takes: [
      { taken: 0, capacity: 5 },
      { taken: 5, capacity: 5 },
    ],
  },
  time_spans_check1: {
    refuses: [{ starts_at: '2026-04-01T10:00:00Z', ends_at: '2026-04-01T10:00:00Z' }],
    takes: [{ starts_at: '2026-04-01T10:00:00Z', ends_at: '2026-04-01T10:00:01Z' }],
  },
  time_spans_check2: {
    refuses: [{ ...HOUR, sold_until: '2026-04-01T11:00:01Z' }],
    takes: [{ ...HOUR, sold_until: '2026-04-01T11:00:00Z' }, HOUR],
  },
  time_spans_check3: {
    refuses: [{ sale_state: 'stopped' }, { stopped_at: '2026-04-01' }],
    takes: [{}, { sale_state: 'stopped', stopped_at: '2026-04-01' }],
  },
  time_spans_sale_state_check: oneOf('sale_state', 'open stopped', { stopped: { stopped_at: '2026-04-01' } }),
  unpaid_orders_orders_check: positive('orders'),
  unpaid_orders_reason_check: oneOf('reason', 'given_up no_form no_payment no_change'),
  unpaid_orders_units_check: positive('units'),
  visit_cancellation_items_letter_check: oneOf('letter', 'refund move contact'),
  visit_cancellation_items_state_check: oneOf('state', 'waiting refunding done failed needs_person'),
  visit_cancellations_check: {
    refuses: [{ way: 'move' }, { moves_until: '2026-04-01' }],
    takes: [{}, { way: 'move', moves_until: '2026-04-01' }],
  },
  visit_cancellations_way_check: oneOf('way', 'refund move', { move: { moves_until: '2026-04-01' } }),
  wallet_passes_wallet_check: oneOf('wallet', 'apple google'),
  wallet_registrations_device_id_check: { refuses: [{ device_id: '' }], takes: [{ device_id: 'phone' }] },
  wallet_registrations_push_token_check: { refuses: [{ push_token: '' }], takes: [{ push_token: 'aa11' }] },
  webhook_deliveries_check: {
    refuses: [{ ended_at: '2026-04-01' }, { state: 'dead' }],
    takes: [{}, { state: 'dead', ended_at: '2026-04-01' }],
  },
  webhook_deliveries_state_check: oneOf('state', 'waiting delivered dead', {
    delivered: { ended_at: '2026-04-01' },
    dead: { ended_at: '2026-04-01' },
  }),
  webhook_endpoints_check: {
    refuses: [{ former_until: '2026-04-01' }, { former_secret: Buffer.from('secret') }],
    takes: [{}, { former_until: '2026-04-01', former_secret: Buffer.from('secret') }],
  },
  webhook_endpoints_events_check: {
    refuses: [{ events: [] }],
    takes: [{ events: ['order.changed'] }],
  },
  webhook_events_type_check: oneOf(
    'type',
    'order.completed order.changed order.refunded ticket.checked_in webhook.test booking_update availability_update',
  ),
}

interface Unique {
  readonly table: string
  readonly columns: readonly string[]
  /** Further columns of both rows, and of the second alone. */
  readonly both?: Row
  readonly second?: Row
}

const unique = (table: string, columns: string, more: Pick<Unique, 'both' | 'second'> = {}): Unique => ({
  table,
  columns: columns.split(' '),
  ...more,
})

/** Every unique index that is not a primary key. */
const UNIQUES: Readonly<Record<string, Unique>> = {
  reseller_bookings_order_id_key: unique('reseller_bookings', 'order_id'),
  resellers_former_key_hash_key: unique('resellers', 'former_key_hash', {
    both: { former_key_ends_at: '2026-04-01' },
  }),
  resellers_key_hash_key: unique('resellers', 'key_hash'),
  resellers_site_key_code_key: unique('resellers', 'site_key code'),
  coupons_site_key_code_key: unique('coupons', 'site_key code'),
  gate_devices_enrolment_hash_key: unique('gate_devices', 'enrolment_hash'),
  gate_devices_key_hash_key: unique('gate_devices', 'key_hash', { both: { enrolled_at: '2026-04-01' } }),
  gates_by_name: unique('gates', 'site_key name'),
  gates_code_hash_key: unique('gates', 'code_hash'),
  languages_one_default: unique('languages', 'site_key', { both: { is_default: true } }),
  log_seals_after_id_key: unique('log_seals', 'after_id'),
  log_seals_through_id_key: unique('log_seals', 'through_id'),
  ledger_entries_operation_key_account_key: unique('ledger_entries', 'operation_key account'),
  magazine_readers_site_key_email_key: unique('magazine_readers', 'site_key email'),
  magazine_readers_token_hash_key: unique('magazine_readers', 'token_hash'),
  members_site_key_login_id_key: unique('members', 'site_key login_id'),
  membership_promotions_site_key_membership_key_membership_va_key: unique(
    'membership_promotions',
    'site_key membership_key membership_value',
  ),
  option_values_code: unique('option_values', 'option_id code'),
  option_values_option_id_position_key: unique('option_values', 'option_id position'),
  // Options and extras count their positions together.
  order_items_position: unique('order_items', 'order_id position', { second: { kind: 'ticket_type' } }),
  orders_mail_token_hash_key: unique('orders', 'mail_token_hash'),
  orders_one_change: unique('orders', 'replaces', {
    both: { kind: 'time_change', check_at: '2026-04-01' },
  }),
  orders_token_hash_key: unique('orders', 'token_hash'),
  payment_attempts_md_hash_key: unique('payment_attempts', 'md_hash'),
  payment_attempts_one_open: unique('payment_attempts', 'order_id', { second: { state: 'authorized' } }),
  payment_attempts_payment_number_hash_key: unique('payment_attempts', 'payment_number_hash'),
  payment_attempts_provider_order_ref_key: unique('payment_attempts', 'provider_order_ref'),
  product_options_code: unique('product_options', 'product_id code'),
  product_options_product_id_position_key: unique('product_options', 'product_id position'),
  products_code: unique('products', 'site_key code'),
  products_uuid_key: unique('products', 'uuid'),
  receipts_first: unique('receipts', 'reservation_id'),
  receipts_former_id_key: unique('receipts', 'former_id'),
  receipts_site_key_year_number_key: unique('receipts', 'site_key year number'),
  refund_requests_order_id_key: unique('refund_requests', 'order_id'),
  refunds_one_open: unique('refunds', 'attempt_id'),
  reservation_payments_attempt_id_key: unique('reservation_payments', 'attempt_id'),
  reservations_order_id_key: unique('reservations', 'order_id'),
  reservations_site_key_number_key: unique('reservations', 'site_key number'),
  reservations_token_hash_key: unique('reservations', 'token_hash'),
  shares_holder_hash_key: unique('shares', 'holder_hash', {
    both: { accepted_at: '2026-04-01', acceptance_hash: Buffer.from('key') },
  }),
  shares_token_hash_key: unique('shares', 'token_hash'),
  staff_invitations_token_hash_key: unique('staff_invitations', 'token_hash'),
  staff_sessions_token_hash_key: unique('staff_sessions', 'token_hash'),
  tickets_by_uid: unique('tickets', 'uid'),
  tickets_code_hash_key: unique('tickets', 'code_hash'),
  time_spans_product_id_starts_at_key: unique('time_spans', 'product_id starts_at'),
  visit_cancellation_items_cancellation_id_reservation_id_key: unique(
    'visit_cancellation_items',
    'cancellation_id reservation_id',
  ),
  wallet_passes_reservation_id_ticket_id_share_id_wallet_key: unique(
    'wallet_passes',
    'reservation_id ticket_id share_id wallet',
  ),
  webhook_events_uid_key: unique('webhook_events', 'uid'),
}

let database: TestDatabase
let client: Client
/** Checks with the table of each. */
let tables: ReadonlyMap<string, string>

beforeAll(async () => {
  database = await createTestDatabase()
  client = new Client({ connectionString: database.url })
  await client.connect()
  // Of a row's references only these constraints are asked for here.
  await client.query('set session_replication_role = replica')
  const { rows } = await client.query<{ name: string; table: string }>(
    "select conname as name, conrelid::regclass::text as table from pg_constraint where contype = 'c' and connamespace = 'public'::regnamespace",
  )
  tables = new Map(rows.map(({ name, table }) => [name, table]))
})

afterAll(async () => {
  await client.end()
  await database.drop()
})

test('every check of the database has rows that it refuses here', () => {
  expect(Array.from(tables.keys()).toSorted()).toEqual(Object.keys(CHECKS).toSorted())
})

test('every unique index has rows that it refuses here', async () => {
  const { rows } = await client.query<{ name: string }>(
    "select indexrelid::regclass::text as name from pg_index join pg_class on pg_class.oid = indrelid where indisunique and not indisprimary and relnamespace = 'public'::regnamespace",
  )
  expect(rows.map(({ name }) => name).toSorted()).toEqual(Object.keys(UNIQUES).toSorted())
})

test.each(Object.entries(CHECKS))(
  '%s refuses what it is there for, and takes the edge',
  async (name, check) => {
    const table = tables.get(name)!
    for (const row of check.refuses) {
      const refusal = await inTransaction(async () => {
        await dropOtherChecks(table, name)
        await insertRow(client, table, { ...(await validRow(client, table)), ...row })
      })
      expect({ row, refusal }).toEqual({ row, refusal: { code: '23514', constraint: name } })
    }
    for (const row of check.takes) {
      const refusal = await inTransaction(async () =>
        insertRow(client, table, { ...(await validRow(client, table)), ...row }),
      )
      expect({ row, refusal }).toEqual({ row, refusal: undefined })
    }
  },
)

test.each(Object.entries(UNIQUES))('%s refuses the second of two equal rows alone', async (name, index) => {
  const { table, columns, both, second } = index
  const write = (isEqual: boolean) =>
    inTransaction(async () => {
      const one = { ...(await validRow(client, table, columns)), ...both }
      const other = { ...(await validRow(client, table, columns)), ...both, ...second }
      await insertRow(client, table, one)
      const same = columns.map(column => [column, one[column]] as const)
      await insertRow(client, table, { ...other, ...(isEqual && Object.fromEntries(same)) })
    })
  expect(await write(true)).toEqual({ code: '23505', constraint: name })
  expect(await write(false)).toBeUndefined()
})

/** What the database refused, or undefined; nothing is kept. */
async function inTransaction(work: () => Promise<void>) {
  await client.query('begin')
  try {
    await work()
    return undefined
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string }
    if (constraint === undefined) throw error
    return { code, constraint }
  } finally {
    await client.query('rollback')
  }
}

/** Another check must not be what refuses a row. */
async function dropOtherChecks(table: string, name: string): Promise<void> {
  for (const [other, of] of tables)
    if (of === table && other !== name) await client.query(`alter table ${table} drop constraint ${other}`)
}
