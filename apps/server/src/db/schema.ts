import type { ColumnType, Generated } from 'kysely'

/** Rows of the database as the migrations make them; a test compares this file with the real catalogue. */

/** jsonb: parsed when read, written as JSON text. */
type Json = ColumnType<unknown, string, string>
type JsonWithDefault = ColumnType<unknown, string | undefined, string>
type NullableJson = ColumnType<unknown, string | null | undefined, string | null>

export interface Schema {
  languages: LanguagesTable
  texts: TextsTable
  seeded_methods: SeededMethodsTable
  settings: SettingsTable
  field_templates: FieldTemplatesTable
  payment_methods: PaymentMethodsTable
  products: ProductsTable
  product_texts: ProductTextsTable
  product_options: ProductOptionsTable
  product_option_texts: ProductOptionTextsTable
  option_values: OptionValuesTable
  option_value_texts: OptionValueTextsTable
  product_days: ProductDaysTable
  time_spans: TimeSpansTable
  calendar_colors: CalendarColorsTable
  channel_shares: ChannelSharesTable
  notices: NoticesTable
  orders: OrdersTable
  order_items: OrderItemsTable
  holds: HoldsTable
  payment_attempts: PaymentAttemptsTable
  ledger_entries: LedgerEntriesTable
  provider_events: ProviderEventsTable
  refunds: RefundsTable
  reservations: ReservationsTable
  tickets: TicketsTable
  product_sets: ProductSetsTable
  membership_promotions: MembershipPromotionsTable
  membership_promotion_texts: MembershipPromotionTextsTable
  members: MembersTable
  login_failures: LoginFailuresTable
  inquiry_tries: InquiryTriesTable
  proof_recipients: ProofRecipientsTable
  proof_domains: ProofDomainsTable
  proof_networks: ProofNetworksTable
  request_counts: RequestCountsTable
  coupons: CouponsTable
  coupon_texts: CouponTextsTable
  coupon_products: CouponProductsTable
  order_coupons: OrderCouponsTable
  former_reservation_tokens: FormerReservationTokensTable
  reservation_payments: ReservationPaymentsTable
  refund_requests: RefundRequestsTable
  receipt_numbers: ReceiptNumbersTable
  receipts: ReceiptsTable
  shares: SharesTable
  share_mails: ShareMailsTable
  gate_keys: GateKeysTable
  check_ins: CheckInsTable
  gate_refusals: GateRefusalsTable
  gates: GatesTable
  gate_devices: GateDevicesTable
  magazine_readers: MagazineReadersTable
  magazine_subscriptions: MagazineSubscriptionsTable
  wallet_passes: WalletPassesTable
  wallet_registrations: WalletRegistrationsTable
  staff: StaffTable
  staff_actions: StaffActionsTable
  closed_months: ClosedMonthsTable
  journal_entries: JournalEntriesTable
  payout_lines: PayoutLinesTable
  mailed_summaries: MailedSummariesTable
  visit_cancellations: VisitCancellationsTable
  visit_cancellation_items: VisitCancellationItemsTable
  catalogue_imports: CatalogueImportsTable
  idempotency_keys: IdempotencyKeysTable
  webhook_deliveries: WebhookDeliveriesTable
  webhook_endpoints: WebhookEndpointsTable
  webhook_events: WebhookEventsTable
  webhook_tries: WebhookTriesTable
}

export interface LanguagesTable {
  site_key: string
  id: string
  is_default: boolean
  position: number
}

export interface TextsTable {
  site_key: string
  lang: string
  key: string
  text: string
  source: Generated<string>
}

export interface SeededMethodsTable {
  site_key: string
  channel: string
  methods: string[]
}

export interface SettingsTable {
  site_key: string
  key: string
  value: string
}

export interface FieldTemplatesTable {
  site_key: string
  field_name: string
  is_display: boolean
  is_require: boolean
  position: number
}

export interface PaymentMethodsTable {
  site_key: string
  channel: string
  method: string
  position: number
  discount_type: string | null
  discount_amount: Generated<number>
}

export interface ProductsTable {
  id: Generated<number>
  site_key: string
  uuid: string
  product_type: string
  sale_type: string
  base_price: number
  image_path: string | null
  position: number
  sale_from: Date | null
  sale_until: Date | null
  grace_minutes: Generated<number>
  tax_rate: Generated<number>
  time_changes: Generated<string>
  /** The default of the database is for older programs alone: whoever adds a product says it. */
  entry_policy: string
  reentry_minutes: number | null
  scan_mode: Generated<string>
  channels: Generated<string[]>
  code: string | null
  retired_at: Date | null
}

export interface ProductTextsTable {
  product_id: number
  lang: string
  name: string
  description: string
  caution: string | null
  naming_right: string | null
}

export interface ProductOptionsTable {
  id: Generated<number>
  product_id: number
  type: string
  position: number
  code: string | null
}

export interface ProductOptionTextsTable {
  option_id: number
  lang: string
  name: string
}

export interface OptionValuesTable {
  id: Generated<number>
  option_id: number
  add_cost: number
  position: number
  needs_proof: Generated<boolean>
  code: string | null
  retired_at: Date | null
}

export interface OptionValueTextsTable {
  option_value_id: number
  lang: string
  name: string
  caution: string | null
}

export interface ProductDaysTable {
  product_id: number
  visit_date: string
  base_price: number
  is_closed: Generated<boolean>
  is_sold_out_display: Generated<boolean>
}

export interface TimeSpansTable {
  id: Generated<number>
  site_key: string
  product_id: number
  visit_date: string
  starts_at: Date
  ends_at: Date
  capacity: number
  taken: Generated<number>
  shares: Generated<number>
  sale_state: Generated<string>
  stopped_at: Date | null
  stop_reason: string | null
}

export interface ChannelSharesTable {
  time_span_id: number
  channel: string
  share: number
  used: Generated<number>
  uses_pool: boolean
  release_at: Date | null
}

export interface CalendarColorsTable {
  site_key: string
  visit_date: string
  color_code: string
}

export interface NoticesTable {
  id: Generated<number>
  site_key: string
  severity: string
  shown_from: Date
  shown_until: Date
  texts: Json
  created_at: Generated<Date>
  withdrawn_at: Date | null
}

export interface OrdersTable {
  id: string
  site_key: string
  channel: string
  token_hash: Buffer
  status: string
  lang: string
  product_id: number
  time_span_id: number
  quantity: number
  subtotal: number
  price: number
  customer_info: JsonWithDefault
  mail_generation: Generated<number>
  mail_token_hash: Buffer | null
  mailed_generation: Generated<number>
  expires_at: Date
  created_at: Date
  completed_at: Date | null
  promotion_id: string | null
  member_id: string | null
  membership_discount: Generated<number>
  method_discount: Generated<number>
  extensions: Generated<number>
  kind: Generated<string>
  replaces: string | null
  credit: Generated<number>
  email: string | null
  version: Generated<number>
  places_at_proof: Generated<boolean>
  emptied_at: Date | null
  moves_from: string | null
  email_refused_at: Date | null
  refund_due: Generated<number>
  mails_after_payment: Generated<number>
  mail_code_generation: Generated<number>
  wrong_mail_codes: Generated<number>
}

export interface OrderItemsTable {
  order_id: string
  position: number
  option_value_id: number | null
  quantity: number
  base_price: number | null
  add_cost: number | null
  unit_price: number
  kind: Generated<string>
  membership_discount: Generated<number>
  coupon_discount: Generated<number>
  method_discount: Generated<number>
  product_id: number | null
  time_span_id: number | null
  tax_rate: Generated<number>
  stock: Generated<string>
  former_price: number | null
}

export interface HoldsTable {
  order_id: string
  time_span_id: number
  units: number
  expires_at: Date | null
  network: Buffer | null
  mail_domain: string | null
  channel: Generated<string>
}

export interface PaymentAttemptsTable {
  id: string
  site_key: string
  order_id: string
  payment_number_hash: Buffer
  provider: string
  method: string
  purpose: Generated<string>
  provider_order_ref: string
  amount: number
  currency: string
  tax_amount: number
  state: string
  operation: string | null
  provider_refs: JsonWithDefault
  browser_step: NullableJson
  failure: NullableJson
  deadline: Date
  check_at: Date | null
  checks: Generated<number>
  needs_person: Generated<boolean>
  created_at: Date
  updated_at: Date
  method_discount: Generated<number>
  md_hash: Buffer | null
  provider_account: string | null
  version: Generated<number>
}

export interface RefundsTable {
  id: string
  site_key: string
  order_id: string
  attempt_id: string
  amount: number
  reason: string
  state: string
  failure: NullableJson
  check_at: Date | null
  checks: Generated<number>
  retries: Generated<number>
  needs_person: Generated<boolean>
  created_at: Date
  updated_at: Date
  request_id: string | null
}

export interface RefundRequestsTable {
  id: string
  site_key: string
  reservation_id: string
  purpose: string
  ticket_ids: number[]
  amount: number
  reason: string
  created_at: Date
  order_id: string | null
  is_spread: Generated<boolean>
  is_told_otherwise: Generated<boolean>
}

export interface LedgerEntriesTable {
  id: string
  site_key: string
  order_id: string
  attempt_id: string
  account: string
  amount: number
  kind: string
  operation_key: string
  created_at: Date
}

export interface ProviderEventsTable {
  provider: string
  dedupe_key: string
  attempt_id: string | null
  payload: Json
  received_at: Date
  processed_at: Date | null
}

export interface ReservationsTable {
  id: string
  site_key: string
  order_id: string
  number: string
  token_hash: Buffer
  status: string
  created_at: Date
  attempt_id: string | null
  token_generation: Generated<number>
  mailed_again_at: Generated<Date[]>
  reminded_order_id: string | null
}

export interface FormerReservationTokensTable {
  token_hash: Buffer
  reservation_id: string
  replaced_at: Date
}

export interface ReservationPaymentsTable {
  reservation_id: string
  attempt_id: string
  amount: number
  created_at: Date
}

export interface ReceiptNumbersTable {
  site_key: string
  year: number
  last: number
}

export interface ReceiptsTable {
  id: string
  site_key: string
  reservation_id: string
  year: number
  number: number
  former_id: string | null
  addressee: string
  document: Json
  issued_at: Date
}

export interface TicketsTable {
  reservation_id: string
  id: number
  type: string
  option_value_id: number | null
  price: number
  code_hash: Buffer
  used_at: Date | null
  set_product_id: number | null
  time_span_id: number | null
  revoked_at: Date | null
  uid: Generated<string | null>
  code_version: Generated<number>
  product_id: number | null
  handed_on_at: Date | null
  share_id: string | null
  last_in_at: Date | null
  last_out_at: Date | null
  changed_at: Date | null
  claimed_until: Date | null
}

export interface SharesTable {
  id: string
  site_key: string
  reservation_id: string
  token_hash: Buffer
  holder_hash: Buffer | null
  acceptance_hash: Buffer | null
  created_at: Date
  accepted_at: Date | null
  taken_back_at: Date | null
}

export interface ShareMailsTable {
  id: string
  share_id: string
  reservation_id: string
  recipient_hash: Buffer
  email: string | null
  giver_name: string | null
  message: string | null
  lang: string
  created_at: Date
}

export interface ProductSetsTable {
  product_id: number
  set_product_id: number
  position: number
  num: Generated<number>
}

export interface MembershipPromotionsTable {
  id: string
  site_key: string
  membership_key: string
  membership_value: string
  promotion_type: string
  promotion_amount: number
}

export interface MembershipPromotionTextsTable {
  promotion_id: string
  lang: string
  name: string
}

export interface MembersTable {
  id: string
  site_key: string
  login_id: string
  password_hash: string | null
  promotion_id: string | null
  name: string
  resident_area: Generated<string>
  email: string
  phone: Generated<string>
  age: Generated<string>
  gender: Generated<string>
}

export interface LoginFailuresTable {
  site_key: string
  subject_hash: Buffer
  failures: number
  counted_from: Date
}

export interface InquiryTriesTable {
  site_key: string
  subject_hash: Buffer
  tries: number
  counted_from: Date
}

export interface ProofRecipientsTable {
  recipient_hash: Buffer
  mailed_at: Date[]
  is_proved: Generated<boolean>
  keep_until: Date
  sent_at: Generated<Date[]>
  sent_from: Generated<Buffer[]>
  sent_for: Generated<string[]>
}

export interface ProofDomainsTable {
  domain_hash: Buffer
  counted_from: Date
  addresses: number
  proved: Generated<number>
  keep_until: Date
}

export interface ProofNetworksTable {
  network_hash: Buffer
  domain_hash: Buffer
  counted_from: Date
  addresses: number
  room: Generated<number>
}

export interface RequestCountsTable {
  minute: number
  subject: Buffer
  requests: number
}

export interface CouponsTable {
  id: string
  site_key: string
  code: string
  kind: string
  discount_type: string
  discount_amount: number
  should_apply_per_ticket: Generated<boolean>
  is_active: Generated<boolean>
  channels: string[]
  starts_on: string | null
  ends_on: string | null
  visits_from: string | null
  visits_until: string | null
  visit_weekdays: number[] | null
  min_quantity: Generated<number>
  usage_limit: number | null
  taken: Generated<number>
}

export interface CouponTextsTable {
  coupon_id: string
  lang: string
  name: string
}

export interface CouponProductsTable {
  coupon_id: string
  product_id: number
}

export interface OrderCouponsTable {
  order_id: string
  coupon_id: string
  position: number
  discount: number
  is_counted: Generated<boolean>
}

export interface MagazineReadersTable {
  id: string
  site_key: string
  email: string
  token_hash: Buffer
}

export interface MagazineSubscriptionsTable {
  reader_id: string
  field_name: string
  is_subscribed: boolean
  changed_at: Date
}

export interface GateKeysTable {
  site_key: string
  number: number
  public_key: Buffer
  created_at: Date
  retired_at: Date | null
}

export interface CheckInsTable {
  scan_id: string
  ticket_id: number
  reservation_id: string
  site_key: string
  time_span_id: number
  direction: string
  mode: string
  gate_id: string | null
  device_id: string | null
  at: Date
  recorded_at: Date
  fault: string | null
  fault_reason: string | null
  undone_at: Date | null
  undone_reason: string | null
  undone_device_id: string | null
}

export interface GateRefusalsTable {
  scan_id: string
  site_key: string
  gate_id: string | null
  device_id: string | null
  at: Date
  recorded_at: Date
  was_admitted: Generated<boolean>
  status: string
  reason: string
  judged: string | null
  judged_reason: string | null
  time_span_id: number | null
}

export interface GatesTable {
  id: string
  site_key: string
  name: string
  code_hash: Buffer
  created_at: Date
  closed_at: Date | null
}

export interface GateDevicesTable {
  id: string
  site_key: string
  gate_id: string
  name: string
  enrolment_hash: Buffer
  enrolment_ends_at: Date
  key_hash: Buffer | null
  created_at: Date
  enrolled_at: Date | null
  last_seen_at: Date | null
  revoked_at: Date | null
}

export interface WalletPassesTable {
  id: string
  site_key: string
  wallet: string
  reservation_id: string
  ticket_id: number
  share_id: string | null
  lang: string
  token_hash: Buffer
  changed_at: Date
}

export interface WalletRegistrationsTable {
  device_id: string
  pass_id: string
  push_token: string
}

export interface StaffTable {
  name: string
  role: string
  site_keys: string[] | null
  created_at: Generated<Date>
  ended_at: Date | null
}

export interface StaffActionsTable {
  id: Generated<number>
  at: Date
  site_key: string | null
  staff: string
  permission: string
  verb: string
  subject: string
  details: JsonWithDefault
  reason: string | null
}

export interface ClosedMonthsTable {
  site_key: string
  month: string
  booking: string
  closed_at: Date
  closed_by: string
  entries: number
}

export interface JournalEntriesTable {
  site_key: string
  month: string
  entry: number
  line: number
  day: string
  kind: string
  document: string
  reference: string
  debit_kind: string
  debit_account: string
  credit_kind: string
  credit_account: string
  yen: number
  tax_rate: number | null
  tax: number
}

export interface PayoutLinesTable {
  site_key: string
  provider: string
  reference: string
  amount: number
  fee: number
  paid_on: string
  occurrence: number
  imported_at: Date
}

export interface MailedSummariesTable {
  site_key: string
  day: string
  mailed_at: Date
}

export interface VisitCancellationsTable {
  id: Generated<number>
  site_key: string
  span_ids: number[]
  from_date: string
  to_date: string
  way: string
  moves_until: Date | null
  reason: string
  staff: string
  created_at: Date
  ended_at: Date | null
}

export interface VisitCancellationItemsTable {
  id: string
  cancellation_id: number
  site_key: string
  reservation_id: string
  order_id: string
  state: string
  code: string | null
  letter: string | null
  refund_request_id: string | null
  tries: Generated<number>
  check_at: Date
}

export interface CatalogueImportsTable {
  id: Generated<number>
  site_key: string
  at: Date
  staff: string
  changes: NullableJson
  undone_at: Date | null
}

export interface IdempotencyKeysTable {
  site_key: string
  key_hash: Buffer
  request_hash: Buffer
  subject: string
  leased_until: Date
  answer: Buffer | null
  created_at: Generated<Date>
}

export interface WebhookEndpointsTable {
  id: string
  site_key: string
  url: string
  events: string[]
  secret: Buffer
  former_secret: Buffer | null
  former_until: Date | null
  created_at: Generated<Date>
  removed_at: Date | null
}

export interface WebhookEventsTable {
  id: Generated<string>
  uid: Generated<string>
  site_key: string
  type: string
  reservation_id: string
  data: Json
  at: Generated<Date>
}

export interface WebhookDeliveriesTable {
  endpoint_id: string
  event_id: string
  reservation_id: string
  state: Generated<string>
  tries: Generated<number>
  next_at: Generated<Date>
  ended_at: Date | null
}

export interface WebhookTriesTable {
  id: Generated<string>
  endpoint_id: string
  event_id: string
  at: Generated<Date>
  status: number | null
  fault: string | null
}
