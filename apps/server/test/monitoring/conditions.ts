/** Series over ten minutes and more, a sample every half minute, as `promtool test rules` writes them. */
export interface Condition {
  readonly series: Readonly<Record<string, string>>
  /** How long it has lasted when the alert must fire. */
  readonly after: string
}

const UP = (each: string): string => `0+${each}x200`
const STAYS = (value: string): string => `${value}+0x200`
const BUCKETS = (labels: string): Readonly<Record<string, string>> => ({
  [`kippu_http_request_seconds_bucket{${labels},le="0.1"}`]: UP('0'),
  [`kippu_http_request_seconds_bucket{${labels},le="2.5"}`]: UP('30'),
  [`kippu_http_request_seconds_bucket{${labels},le="+Inf"}`]: UP('30'),
})

/** What is wrong when each alert fires. */
export const CONDITIONS: Readonly<Record<string, Condition>> = {
  KippuDown: { series: { 'up{job="kippu",instance="a"}': STAYS('0') }, after: '5m' },
  KippuNoWorker: { series: { 'up{job="kippu",instance="a"}': STAYS('1') }, after: '10m' },
  KippuWorkerStands: {
    series: { 'kippu_loop_age_seconds{instance="a",loop="mails"}': '0+30x200' },
    after: '10m',
  },
  KippuErrors: {
    series: { 'kippu_answers_total{route="/api/v1/orders",outcome="error"}': UP('1') },
    after: '10m',
  },
  KippuBusy: { series: { 'kippu_answers_total{outcome="busy"}': UP('30') }, after: '10m' },
  KippuOrdersSlow: { series: BUCKETS('method="POST",route="/api/v1/orders"'), after: '20m' },
  KippuPagesSlow: { series: BUCKETS('method="GET",route="/api/v1/products"'), after: '20m' },
  KippuHoldsWait: { series: { kippu_longest_hold_wait_seconds: STAYS('4') }, after: '5m' },
  KippuOrdersInDoubt: { series: { kippu_orders_in_doubt: STAYS('3') }, after: '5m' },
  KippuHoldsNotReleased: { series: { kippu_oldest_hold_overdue_seconds: '0+30x200' }, after: '20m' },
  KippuMailsLate: { series: { kippu_oldest_mail_waiting_seconds: '0+30x200' }, after: '20m' },
  KippuPaymentsStuck: { series: { kippu_oldest_attempt_open_seconds: STAYS('9000') }, after: '15m' },
  KippuReconcilerBehind: { series: { kippu_oldest_check_overdue_seconds: '0+30x200' }, after: '20m' },
  KippuPaymentNeedsPerson: { series: { kippu_payment_attempts_need_person: STAYS('1') }, after: '5m' },
  KippuCheckoutsFail: {
    series: {
      'kippu_checkouts_total{method="stripe",outcome="configuration"}': UP('1'),
      'kippu_checkouts_total{method="gmo_credit",outcome="paid"}': UP('1'),
    },
    after: '40m',
  },
  KippuNothingSold: { series: { 'kippu_orders_begun_total{site="demo"}': UP('1') }, after: '45m' },
  KippuProviderUnanswered: {
    series: {
      'kippu_provider_calls_total{provider="gmo",step="start",outcome="unknown"}': UP('1'),
      'kippu_provider_calls_total{provider="gmo",step="query",outcome="pending"}': UP('1'),
    },
    after: '20m',
  },
  KippuWebhooksRefused: {
    series: { 'kippu_webhook_events_refused_total{provider="gmo"}': UP('1') },
    after: '20m',
  },
  KippuWebhooksGivenUp: { series: { 'kippu_webhook_deliveries{state="dead"}': UP('1') }, after: '20m' },
  KippuDatabaseSilent: { series: { kippu_database_connections_cut_total: UP('1') }, after: '15m' },
  KippuDiskFull: { series: { kippu_full_disk_refusals_total: UP('1') }, after: '15m' },
  KippuPoolExhausted: {
    series: { 'kippu_database_pool{instance="a",state="waiting"}': STAYS('4') },
    after: '5m',
  },
  KippuMailsBounded: { series: { 'kippu_mails_bounded_total{by="network"}': UP('2') }, after: '60m' },
  KippuSharesFull: { series: { 'kippu_full_shares_total{share="day"}': UP('20') }, after: '20m' },
  KippuPolicyReports: {
    series: { 'kippu_csp_reports_total{directive="script-src"}': UP('5') },
    after: '20m',
  },
  KippuTwoReleases: {
    series: {
      'kippu_build_info{version="0.1.0",schema="36"}': STAYS('1'),
      'kippu_build_info{version="0.2.0",schema="37"}': STAYS('1'),
    },
    after: '70m',
  },
  // The time of these tests begins in 1970.
  KippuPassTypeEnds: {
    series: { 'kippu_pass_type_end_timestamp_seconds{pass_type="pass.a"}': STAYS('2500000') },
    after: '70m',
  },
}

/** A store that sells, in which nothing is wrong. */
export const CALM: Readonly<Record<string, string>> = {
  'up{job="kippu",instance="a"}': STAYS('1'),
  'kippu_webhook_deliveries{instance="a",state="dead"}': STAYS('3'),
  'kippu_loop_age_seconds{instance="a",loop="mails"}': STAYS('1'),
  'kippu_answers_total{route="/api/v1/orders",outcome="ok"}': UP('30'),
  'kippu_answers_total{route="/api/v1/orders",outcome="busy"}': UP('1'),
  'kippu_answers_total{route="/api/v1/orders",outcome="error"}': STAYS('3'),
  'kippu_http_request_seconds_bucket{method="POST",route="/api/v1/orders",le="0.1"}': UP('30'),
  'kippu_http_request_seconds_bucket{method="POST",route="/api/v1/orders",le="2.5"}': UP('30'),
  'kippu_http_request_seconds_bucket{method="POST",route="/api/v1/orders",le="+Inf"}': UP('30'),
  kippu_longest_hold_wait_seconds: STAYS('0.2'),
  kippu_orders_in_doubt: STAYS('0'),
  kippu_oldest_hold_overdue_seconds: STAYS('30'),
  kippu_oldest_mail_waiting_seconds: STAYS('2'),
  kippu_oldest_attempt_open_seconds: STAYS('600'),
  // A busy store: some are due at any moment, none for long.
  kippu_reconciler_backlog: STAYS('3'),
  kippu_oldest_check_overdue_seconds: STAYS('4'),
  kippu_payment_attempts_need_person: STAYS('0'),
  'kippu_checkouts_total{method="stripe",outcome="paid"}': UP('3'),
  'kippu_checkouts_total{method="stripe",outcome="declined"}': UP('1'),
  'kippu_orders_begun_total{site="demo"}': UP('4'),
  'kippu_orders_paid_total{site="demo"}': UP('3'),
  'kippu_provider_calls_total{provider="stripe",step="start",outcome="authorized"}': UP('10'),
  'kippu_provider_calls_total{provider="stripe",step="start",outcome="unknown"}': UP('1'),
  'kippu_webhook_events_refused_total{provider="gmo"}': STAYS('2'),
  kippu_database_connections_cut_total: STAYS('5'),
  kippu_full_disk_refusals_total: STAYS('7'),
  'kippu_database_pool{instance="a",state="waiting"}': STAYS('0'),
  'kippu_mails_bounded_total{by="network"}': STAYS('60'),
  'kippu_full_shares_total{share="day"}': STAYS('500'),
  'kippu_csp_reports_total{directive="script-src"}': STAYS('80'),
  'kippu_csp_reports_total{directive="require-trusted-types-for"}': UP('9'),
  'kippu_build_info{version="0.1.0",schema="36"}': STAYS('1'),
  'kippu_pass_type_end_timestamp_seconds{pass_type="pass.a"}': STAYS('2700000'),
}
