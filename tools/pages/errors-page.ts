import type { Call } from '@kippu/contract/call'
import { CALLS } from '@kippu/contract/calls'
import { COMMON_ERRORS, ERRORS, type ErrorCode, isErrorCode } from '@kippu/contract/errors'
import { textsOf } from '@kippu/texts/texts'

import { decide, type FailureContext, type Outcome } from '../../apps/web/src/failure/failure.ts'
import { CONNECTION_WORDS } from '../../apps/web/src/i18n/bundled-words.ts'

const NO_PLACE = { product: null, membershipKey: null, membershipValue: null, token: null }
const HERE: FailureContext = {
  path: '/order',
  timeChange: null,
  isTimeChange: false,
  spot: null,
  came: NO_PLACE,
  start: { ...NO_PLACE, product: 'PRODUCT' },
}

/** The kinds of place that the failure handler distinguishes. */
const PLACES: readonly { readonly name: string; readonly context: FailureContext }[] = [
  { name: 'an order', context: HERE },
  { name: 'its confirmation', context: { ...HERE, path: '/confirm' } },
  {
    name: 'a date change',
    context: { ...HERE, timeChange: { oldToken: 'RESERVATION', token: 'CHANGE' }, isTimeChange: true },
  },
  { name: 'an on-site order', context: { ...HERE, spot: { qrToken: 'QR' } } },
]

const EVERY_CALL: readonly string[] = COMMON_ERRORS
const UNKNOWN_PATHS: readonly string[] = ['not_found', 'method_not_allowed']

/**
 * `docs/errors.md`: every error value, the calls that answer with it, the words the visitor reads and where they go
 * then.
 */
export function errorsPage(): string {
  const codes = Object.keys(ERRORS).filter(isErrorCode)
  return `# Errors

Written by \`npm run docs:errors\` from \`packages/contract\`, \`packages/texts\` and the failure handler of \`apps/web\`; a
check of \`npm test\` fails when it is out of date. A refusal is \`{ "error": code, … }\` with its status; the browser
decides by the code alone (\`apps/web/src/failure/failure.ts\`), in this order:

1. A silent call shows nothing${listed(({ silent }) => silent === true)}.
2. A payment that comes back${listed(({ confirmsPayment }) => confirmsPayment === true)} shows \`${titleOf('3ds_payment_retry_error_title')}\` when
   \`can_retry\` is true and goes back to where it was chosen; else it leads to \`/payment-error\`, or to \`/error\` when the
   answer names neither an order nor a payment. 429 and 503 say nothing of the payment and go on to step 5.
3. A payment that may be tried in another way shows \`${titleOf('adyen_payment_retryable_error_title')}\` on 400 and goes back as well; other
   statuses lead to \`/error\`.
4. A status that a call ignores shows nothing${listed(({ ignoredStatuses }) => ignoredStatuses !== undefined, ignored)}.
5. An error value shows its dialog: the table below.
6. Anything else shows \`${titleOf('request_error_title')}\`. No answer at all shows \`${CONNECTION_WORDS.en.title}\`.

| Error | Status | Answered by | Dialog (en) | After OK |
|---|---|---|---|---|
${codes.map(rowOf).join('\n')}
`
}

function rowOf(code: ErrorCode): string {
  const { status } = ERRORS[code]
  const outcomes = PLACES.map(({ name, context }) => ({ name, outcome: outcomeOf(code, context) }))
  return `| \`${code}\` | ${status} | ${callersOf(code)} | ${dialogOf(outcomes[0]?.outcome)} | ${afterOk(outcomes)} |`
}

function outcomeOf(code: ErrorCode, context: FailureContext): Outcome {
  const failure = { call: CALLS.createOrder, kind: 'refused', status: 400, body: { error: code } } as const
  return decide(failure, context)
}

function callersOf(code: ErrorCode): string {
  if (EVERY_CALL.includes(code)) return 'every call'
  if (UNKNOWN_PATHS.includes(code)) return 'paths and methods without a call'
  const names = callsWhere(({ errors }) => errors.includes(code)).map(([name]) => `\`${name}\``)
  return names.length === 0 ? '—' : names.join(', ')
}

function dialogOf(outcome: Outcome | undefined): string {
  if (outcome?.kind !== 'dialog') return '—'
  return outcome.words === 'connection' ? CONNECTION_WORDS.en.title : titleOf(outcome.words.title)
}

function afterOk(outcomes: readonly { readonly name: string; readonly outcome: Outcome }[]): string {
  const ways = outcomes.flatMap(({ name, outcome }) =>
    outcome.kind === 'dialog' && outcome.next.goTo !== null
      ? [{ name, to: outcome.next.goTo, forgets: outcome.next.forget === 'everything' }]
      : [],
  )
  if (ways.length === 0) return 'stays'
  const routes = [...new Set(ways.map(({ to }) => to))].map(
    to => `\`${to}\` from ${ways.flatMap(way => (way.to === to ? [way.name] : [])).join(', ')}`,
  )
  const forgets = ways.some(way => way.forgets) ? 'forgets everything, then ' : ''
  return forgets + routes.join('; ')
}

function listed(test: (call: Call) => boolean, more: (call: Call) => string = () => ''): string {
  const names = callsWhere(test).map(([name, call]) => `\`${name}\`${more(call)}`)
  return names.length === 0 ? '' : ` (${names.join(', ')})`
}

function ignored({ ignoredStatuses = [] }: Call): string {
  return ` ${ignoredStatuses.join(', ')}`
}

function callsWhere(test: (call: Call) => boolean): [string, Call][] {
  return Object.entries<Call>(CALLS).filter(([, call]) => test(call))
}

function titleOf(key: string): string {
  return textsOf('en')[key] ?? '—'
}
