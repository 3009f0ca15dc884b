import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/**
 * Rows of the database as the migrations make them: written by `npm run write:schema`. What a table and its columns mean stands beside
 * them in `migrations`.
 */

/** jsonb: parsed when read, written as JSON text. */
type Json = ColumnType<unknown, string, string>
type JsonWithDefault = ColumnType<unknown, string | undefined, string>
type NullableJson = ColumnType<unknown, string | null | undefined, string | null>

/** One of the words that a check names: known when read; what is written is for the check to judge. */
type Word<Words extends string> = ColumnType<Words, string, string>
type WordWithDefault<Words extends string> = ColumnType<Words, string | undefined, string>
type NullableWord<Words extends string> = ColumnType<Words | null, string | null | undefined, string | null>

export interface Schema {
  calendar_colors: CalendarColorsTable
  catalogue_imports: CatalogueImportsTable
  channel_shares: ChannelSharesTable
  check_ins: CheckInsTable
  closed_months: ClosedMonthsTable
  coupon_products: CouponProductsTable
  coupon_texts: CouponTextsTable
  coupons: CouponsTable
  field_templates: FieldTemplatesTable
  former_reservation_tokens: FormerReservationTokensTable
  found_buyers: FoundBuyersTable
  gate_devices: GateDevicesTable
  gate_keys: GateKeysTable
  gate_refusals: GateRefusalsTable
  gates: GatesTable
  holds: HoldsTable
  idempotency_keys: IdempotencyKeysTable
  inquiry_tries: InquiryTriesTable
  journal_entries: JournalEntriesTable
  languages: LanguagesTable
  ledger_entries: LedgerEntriesTable
  locked_names: LockedNamesTable
  log_seals: LogSealsTable
  login_failures: LoginFailuresTable
  magazine_readers: MagazineReadersTable
  magazine_subscriptions: MagazineSubscriptionsTable
  mailed_summaries: MailedSummariesTable
  members: MembersTable
  membership_promotion_texts: MembershipPromotionTextsTable
  membership_promotions: MembershipPromotionsTable
  notices: NoticesTable
  option_value_texts: OptionValueTextsTable
  option_values: OptionValuesTable
  order_coupons: OrderCouponsTable
  order_items: OrderItemsTable
  orders: OrdersTable
  payment_attempts: PaymentAttemptsTable
  payment_methods: PaymentMethodsTable
  payout_lines: PayoutLinesTable
  pictures: PicturesTable
  product_days: ProductDaysTable
  product_option_texts: ProductOptionTextsTable
  product_options: ProductOptionsTable
  product_sets: ProductSetsTable
  product_texts: ProductTextsTable
  products: ProductsTable
  proof_domains: ProofDomainsTable
  proof_networks: ProofNetworksTable
  proof_recipients: ProofRecipientsTable
  provider_events: ProviderEventsTable
  receipt_numbers: ReceiptNumbersTable
  receipts: ReceiptsTable
  refund_requests: RefundRequestsTable
  refunds: RefundsTable
  request_counts: RequestCountsTable
  reseller_bookings: ResellerBookingsTable
  reseller_told_days: ResellerToldDaysTable
  reseller_webhooks: ResellerWebhooksTable
  resellers: ResellersTable
  reservation_payments: ReservationPaymentsTable
  reservations: ReservationsTable
  seeded_methods: SeededMethodsTable
  settings: SettingsTable
  share_mails: ShareMailsTable
  shares: SharesTable
  slot_rules: SlotRulesTable
  sold_days: SoldDaysTable
  staff: StaffTable
  staff_actions: StaffActionsTable
  staff_answered_questions: StaffAnsweredQuestionsTable
  staff_approvals: StaffApprovalsTable
  staff_invitations: StaffInvitationsTable
  staff_passkeys: StaffPasskeysTable
  staff_recovery_codes: StaffRecoveryCodesTable
  staff_sessions: StaffSessionsTable
  texts: TextsTable
  tickets: TicketsTable
  time_spans: TimeSpansTable
  unpaid_orders: UnpaidOrdersTable
  visit_cancellation_items: VisitCancellationItemsTable
  visit_cancellations: VisitCancellationsTable
  wallet_passes: WalletPassesTable
  wallet_registrations: WalletRegistrationsTable
  webhook_deliveries: WebhookDeliveriesTable
  webhook_endpoints: WebhookEndpointsTable
  webhook_events: WebhookEventsTable
  webhook_tries: WebhookTriesTable
}

export interface CalendarColorsTable {
  site_key: string
  visit_date: string
  color_code: string
}

export interface CatalogueImportsTable {
  id: GeneratedAlways<number>
  site_key: string
  at: Date
  staff: string
  language: WordWithDefault<'en' | 'ja'>
  changes: NullableJson
  undone_at: Date | null
}

export interface ChannelSharesTable {
  time_span_id: number
  channel: Word<'web' | 'pos' | 'kiosk' | 'OTA' | 'spot'>
  share: number
  used: Generated<number>
  uses_pool: boolean
  release_at: Date | null
}

export interface CheckInsTable {
  scan_id: string
  ticket_id: number
  reservation_id: string
  site_key: string
  time_span_id: number
  direction: Word<'in' | 'out'>
  mode: Word<'read_qr' | 'tap_ticket' | 'staff'>
  gate_id: string | null
  device_id: string | null
  at: Date
  recorded_at: Date
  fault: NullableWord<'used' | 'invalid_time' | 'invalid'>
  fault_reason: string | null
  undone_at: Date | null
  undone_reason: string | null
  undone_device_id: string | null
}

export interface ClosedMonthsTable {
  site_key: string
  month: string
  booking: Word<'sale' | 'visit'>
  closed_at: Date
  closed_by: string
  entries: number
}

export interface CouponProductsTable {
  coupon_id: string
  product_id: number
}

export interface CouponTextsTable {
  coupon_id: string
  lang: string
  name: string
}

export interface CouponsTable {
  id: string
  site_key: string
  code: string
  kind: Word<'flat_rate' | 'fixed_rate' | 'invitation' | 'campaign'>
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

export interface FieldTemplatesTable {
  site_key: string
  field_name: string
  is_display: boolean
  is_require: boolean
  position: number
}

export interface FormerReservationTokensTable {
  token_hash: Buffer
  reservation_id: string
  replaced_at: Date
}

export interface FoundBuyersTable {
  order_id: string
  site_key: string
  name: string | null
  name_turned: string | null
  phone_turned: string | null
  created_at: Date
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

export interface GateKeysTable {
  site_key: string
  number: number
  public_key: Buffer
  created_at: Date
  retired_at: Date | null
}

export interface GateRefusalsTable {
  scan_id: string
  site_key: string
  gate_id: string | null
  device_id: string | null
  at: Date
  recorded_at: Date
  was_admitted: Generated<boolean>
  status: Word<'used' | 'invalid_time' | 'invalid'>
  reason: string
  judged: NullableWord<'success' | 'used' | 'invalid_time' | 'invalid'>
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

export interface HoldsTable {
  order_id: string
  time_span_id: number
  channel: WordWithDefault<'web' | 'pos' | 'kiosk' | 'OTA' | 'spot'>
  units: number
  expires_at: Date | null
  ends: Generated<boolean>
  network: Buffer | null
  is_proved: Generated<boolean>
  mail_domain: string | null
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

export interface InquiryTriesTable {
  site_key: string
  subject_hash: Buffer
  tries: number
  counted_from: Date
}

export interface JournalEntriesTable {
  site_key: string
  month: string
  entry: number
  line: number
  day: string
  kind: Word<'sale' | 'change' | 'refund' | 'release' | 'visit' | 'unplaced'>
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

export interface LanguagesTable {
  site_key: string
  id: string
  is_default: boolean
  position: number
}

export interface LedgerEntriesTable {
  id: string
  site_key: string
  order_id: string
  attempt_id: string
  account: Word<'provider' | 'sales'>
  amount: number
  kind: Word<'capture' | 'refund'>
  operation_key: string
  created_at: Date
}

export interface LockedNamesTable {
  name: string
}

export interface LogSealsTable {
  id: GeneratedAlways<number>
  sealed_at: Date
  after_id: number
  through_id: number
  digests: string
  root: Buffer
}

export interface LoginFailuresTable {
  site_key: string
  subject_hash: Buffer
  failures: number
  counted_from: Date
}

export interface MagazineReadersTable {
  id: string
  site_key: string
  email: string
  token_hash: Buffer
}

export interface MagazineSubscriptionsTable {
  reader_id: string
  field_name: Word<'mail_magazine' | 'teamlab_mail_magazine'>
  is_subscribed: boolean
  changed_at: Date
}

export interface MailedSummariesTable {
  site_key: string
  day: string
  mailed_at: Date
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

export interface MembershipPromotionTextsTable {
  promotion_id: string
  lang: string
  name: string
}

export interface MembershipPromotionsTable {
  id: string
  site_key: string
  membership_key: string
  membership_value: string
  promotion_type: Word<'percent' | 'fixed'>
  promotion_amount: number
}

export interface NoticesTable {
  id: GeneratedAlways<number>
  site_key: string
  severity: Word<'information' | 'warning'>
  shown_from: Date
  shown_until: Date
  texts: Json
  created_at: Generated<Date>
  withdrawn_at: Date | null
}

export interface OptionValueTextsTable {
  option_value_id: number
  lang: string
  name: string
  caution: string | null
}

export interface OptionValuesTable {
  id: Generated<number>
  option_id: number
  code: string | null
  add_cost: number
  position: number
  needs_proof: Generated<boolean>
  only_with: number | null
  unit_type: NullableWord<'ADULT' | 'YOUTH' | 'CHILD' | 'INFANT' | 'FAMILY' | 'SENIOR' | 'STUDENT' | 'MILITARY' | 'OTHER'>
  retired_at: Date | null
}

export interface OrderCouponsTable {
  order_id: string
  coupon_id: string
  position: number
  discount: number
  is_counted: Generated<boolean>
}

export interface OrderItemsTable {
  order_id: string
  kind: Word<'ticket_type' | 'extra' | 'set'>
  position: number
  product_id: number
  time_span_id: number
  option_value_id: number | null
  quantity: number
  base_price: number | null
  add_cost: number | null
  unit_price: number
  former_price: number | null
  membership_discount: Generated<number>
  coupon_discount: Generated<number>
  method_discount: Generated<number>
  tax_rate: Generated<number>
  stock: WordWithDefault<'held' | 'carried' | 'none'>
}

export interface OrdersTable {
  id: string
  site_key: string
  channel: Word<'web' | 'pos' | 'kiosk' | 'OTA' | 'spot'>
  kind: WordWithDefault<'visit' | 'time_change'>
  status: Word<'temporary' | 'mail_sent' | 'ready_checkout' | 'payment_pending' | 'payment_3ds' | 'completed' | 'expired' | 'cancelled' | 'refunded' | 'refund_failed'>
  version: Generated<number>
  token_hash: Buffer
  lang: string
  product_id: number
  time_span_id: number
  quantity: number
  subtotal: number
  price: number
  promotion_id: string | null
  member_id: string | null
  membership_discount: Generated<number>
  method_discount: Generated<number>
  customer_info: JsonWithDefault
  email: string | null
  email_refused_at: Date | null
  mail_generation: Generated<number>
  mail_token_hash: Buffer | null
  mailed_generation: Generated<number>
  mail_code_generation: Generated<number>
  wrong_mail_codes: Generated<number>
  mails_after_payment: Generated<number>
  places_at_proof: Generated<boolean>
  extensions: Generated<number>
  replaces: string | null
  moves_from: string | null
  credit: Generated<number>
  refund_due: Generated<number>
  expires_at: Date
  check_at: Date | null
  created_at: Date
  completed_at: Date | null
  emptied_at: Date | null
}

export interface PaymentAttemptsTable {
  id: string
  site_key: string
  order_id: string
  payment_number_hash: Buffer
  provider: string
  provider_account: string | null
  method: string
  provider_order_ref: string
  amount: number
  currency: string
  tax_amount: number
  method_discount: Generated<number>
  state: Word<'created' | 'executing' | 'action_required' | 'pending' | 'authorized' | 'captured' | 'partially_refunded' | 'refunded' | 'voided' | 'failed' | 'expired' | 'refund_failed'>
  operation: NullableWord<'start' | 'resume' | 'capture' | 'void' | 'refund'>
  version: Generated<number>
  provider_refs: JsonWithDefault
  browser_step: NullableJson
  md_hash: Buffer | null
  failure: NullableJson
  deadline: Date
  check_at: Date | null
  checks: Generated<number>
  needs_person: Generated<boolean>
  created_at: Date
  updated_at: Date
}

export interface PaymentMethodsTable {
  site_key: string
  channel: string
  method: string
  position: number
  discount_type: NullableWord<'fixed' | 'percent'>
  discount_amount: Generated<number>
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

export interface PicturesTable {
  site_key: string
  hash: string
  width: number
  bytes: Buffer
  uploaded_at: Date
}

export interface ProductDaysTable {
  product_id: number
  visit_date: string
  base_price: number
  is_closed: Generated<boolean>
  is_sold_out_display: Generated<boolean>
  ruled_price: number | null
}

export interface ProductOptionTextsTable {
  option_id: number
  lang: string
  name: string
}

export interface ProductOptionsTable {
  id: Generated<number>
  product_id: number
  code: string | null
  type: Word<'ticket_type' | 'extra'>
  position: number
}

export interface ProductSetsTable {
  product_id: number
  set_product_id: number
  position: number
  num: Generated<number>
}

export interface ProductTextsTable {
  product_id: number
  lang: string
  name: string
  description: string
  caution: string | null
  naming_right: string | null
}

export interface ProductsTable {
  id: Generated<number>
  site_key: string
  uuid: string
  code: string | null
  product_type: Word<'main' | 'set'>
  sale_type: Word<'period' | 'date' | 'time'>
  base_price: number
  tax_rate: Generated<number>
  image_path: string | null
  position: number
  channels: Generated<string[]>
  sale_from: Date | null
  sale_until: Date | null
  grace_minutes: Generated<number>
  time_changes: WordWithDefault<'all' | 'not_spot' | 'none'>
  entry_policy: Word<'once' | 'daily' | 'any'>
  reentry_minutes: number | null
  scan_mode: WordWithDefault<'read_qr' | 'tap_ticket'>
  retired_at: Date | null
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

export interface ProofRecipientsTable {
  recipient_hash: Buffer
  mailed_at: Date[]
  sent_at: Generated<Date[]>
  sent_from: Generated<Buffer[]>
  sent_for: Generated<string[]>
  is_proved: Generated<boolean>
  keep_until: Date
}

export interface ProviderEventsTable {
  provider: string
  dedupe_key: string
  attempt_id: string | null
  payload: Json
  received_at: Date
  processed_at: Date | null
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

export interface RefundRequestsTable {
  id: string
  site_key: string
  reservation_id: string
  purpose: Word<'tickets' | 'difference'>
  ticket_ids: number[]
  amount: number
  reason: string
  order_id: string | null
  is_spread: Generated<boolean>
  is_told_otherwise: Generated<boolean>
  created_at: Date
}

export interface RefundsTable {
  id: string
  site_key: string
  order_id: string
  attempt_id: string
  request_id: string | null
  amount: number
  reason: string
  state: Word<'requested' | 'done' | 'failed'>
  failure: NullableJson
  check_at: Date | null
  checks: Generated<number>
  retries: Generated<number>
  needs_person: Generated<boolean>
  created_at: Date
  updated_at: Date
}

export interface RequestCountsTable {
  minute: number
  subject: Buffer
  requests: number
}

export interface ResellerBookingsTable {
  site_key: string
  reseller_id: string
  uuid: string
  order_id: string
  leased_until: Date
  request_hash: Buffer
  reseller_reference: string | null
  contact: JsonWithDefault
  notes: string | null
  unit_items: Json
  cancelled_at: Date | null
  cancel_reason: string | null
  emptied_at: Date | null
  created_at: Date
  updated_at: Date
}

export interface ResellerToldDaysTable {
  site_key: string
  endpoint_id: string
  product_id: number
  visit_date: string
  states: Json
}

export interface ResellerWebhooksTable {
  site_key: string
  endpoint_id: string
  reseller_id: string
  capabilities: string[]
  looked_at: Date | null
}

export interface ResellersTable {
  id: string
  site_key: string
  code: string
  name: string
  key_hash: Buffer | null
  former_key_hash: Buffer | null
  former_key_ends_at: Date | null
  product_ids: number[] | null
  net_percent: number
  net_units: JsonWithDefault
  cancellation_hours: number
  created_at: Date
  revoked_at: Date | null
}

export interface ReservationPaymentsTable {
  reservation_id: string
  attempt_id: string
  amount: number
  created_at: Date
}

export interface ReservationsTable {
  id: string
  site_key: string
  order_id: string
  number: string
  token_hash: Buffer
  token_generation: Generated<number>
  status: Word<'active' | 'cancelled'>
  created_at: Date
  mailed_again_at: Generated<Date[]>
  reminded_order_id: string | null
  thanked_at: Date | null
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

export interface SlotRulesTable {
  product_id: number
  name: string
  said: Json
  reach: string
}

export interface SoldDaysTable {
  site_key: string
  day: string
  yen: number
  sums: Json
  summed_at: Date
}

export interface StaffTable {
  name: string
  role: Word<'owner' | 'manager' | 'planner' | 'box_office' | 'marketing' | 'accountant' | 'auditor'>
  site_keys: string[] | null
  email: string | null
  former_email: string | null
  created_at: Generated<Date>
  ended_at: Date | null
}

export interface StaffActionsTable {
  id: GeneratedAlways<number>
  at: Date
  site_key: string | null
  staff: string
  permission: string
  verb: string
  subject: string
  details: JsonWithDefault
  reason: string | null
  via: WordWithDefault<'cli' | 'console'>
}

export interface StaffAnsweredQuestionsTable {
  question: string
  ends_at: Date
}

export interface StaffApprovalsTable {
  id: string
  site_key: string
  verb: string
  subject: string
  arguments: string
  digest: string
  shown: Json
  asked_by: string
  asked_at: Date
  expires_at: Date
  waits_until: Date | null
  decided_by: string | null
  decided_at: Date | null
  is_given: boolean | null
  used_at: Date | null
}

export interface StaffInvitationsTable {
  staff: string
  id: string
  token_hash: Buffer
  created_at: Date
  ends_at: Date
}

export interface StaffPasskeysTable {
  id: string
  staff: string
  label: string
  public_key: Buffer
  sign_count: number
  created_at: Date
  last_used_at: Date | null
  revoked_at: Date | null
}

export interface StaffRecoveryCodesTable {
  staff: string
  code_hash: Buffer
  created_at: Date
  used_at: Date | null
}

export interface StaffSessionsTable {
  id: string
  token_hash: Buffer
  staff: string
  passkey_id: string
  created_at: Date
  seen_at: Date
  proved_at: Date
  ended_at: Date | null
}

export interface TextsTable {
  site_key: string
  lang: string
  key: string
  text: string
  source: WordWithDefault<'bundled' | 'site'>
  next_text: string | null
  next_at: Date | null
}

export interface TicketsTable {
  reservation_id: string
  id: number
  uid: Generated<string>
  type: Word<'gate' | 'set'>
  product_id: number
  time_span_id: number
  option_value_id: number | null
  price: number
  code_version: Generated<number>
  code_hash: Buffer
  used_at: Date | null
  last_in_at: Date | null
  last_out_at: Date | null
  revoked_at: Date | null
  handed_on_at: Date | null
  share_id: string | null
  changed_at: Date | null
  claimed_until: Date | null
}

export interface TimeSpansTable {
  id: Generated<number>
  site_key: string
  product_id: number
  visit_date: string
  starts_at: Date
  ends_at: Date
  sold_until: Date | null
  capacity: number
  taken: Generated<number>
  shares: Generated<number>
  sale_state: WordWithDefault<'open' | 'stopped'>
  stopped_at: Date | null
  stop_reason: string | null
  ruled_ends_at: Date | null
  ruled_capacity: number | null
}

export interface UnpaidOrdersTable {
  site_key: string
  day: string
  product_id: number
  reason: Word<'given_up' | 'no_form' | 'no_payment' | 'no_change'>
  orders: number
  units: number
}

export interface VisitCancellationItemsTable {
  id: string
  cancellation_id: number
  site_key: string
  reservation_id: string
  order_id: string
  state: Word<'waiting' | 'refunding' | 'done' | 'failed' | 'needs_person'>
  code: string | null
  letter: NullableWord<'refund' | 'move' | 'contact'>
  refund_request_id: string | null
  tries: Generated<number>
  check_at: Date
}

export interface VisitCancellationsTable {
  id: GeneratedAlways<number>
  site_key: string
  span_ids: number[]
  from_date: string
  to_date: string
  way: Word<'refund' | 'move'>
  moves_until: Date | null
  reason: string
  staff: string
  created_at: Date
  ended_at: Date | null
}

export interface WalletPassesTable {
  id: string
  site_key: string
  wallet: Word<'apple' | 'google'>
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

export interface WebhookDeliveriesTable {
  endpoint_id: string
  event_id: number
  reservation_id: string
  state: WordWithDefault<'waiting' | 'delivered' | 'dead'>
  tries: Generated<number>
  next_at: Generated<Date>
  ended_at: Date | null
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
  id: GeneratedAlways<number>
  uid: Generated<string>
  site_key: string
  type: Word<'order.completed' | 'order.changed' | 'order.refunded' | 'ticket.checked_in' | 'webhook.test' | 'booking_update' | 'availability_update'>
  reservation_id: string
  data: Json
  at: Generated<Date>
}

export interface WebhookTriesTable {
  id: GeneratedAlways<number>
  endpoint_id: string
  event_id: number
  at: Generated<Date>
  status: number | null
  fault: string | null
}
