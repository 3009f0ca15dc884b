import { sumOf } from '@kippu/domain/sum'

import type { Read, Tx } from '../../platform/db/database.ts'
import {
  findOpenApproval,
  hasStaff,
  type OpenApproval,
  type RefusedApproval,
  spendApproval,
  type ToApprove,
} from '../../platform/staff/approvals.ts'
import type { Act } from '../../platform/staff/staff-verb.ts'
import { digestOfPlan } from './digest-of-plan.ts'
import type { Impact } from './find-impact.ts'
import { isOddWhereSold } from './find-odd-prices.ts'
import type { OddPrice, Plan } from './planned.ts'

export const IMPORT = 'catalogue import'

export type NotAgreed = 'a second person is needed' | RefusedApproval

interface PlannedImport {
  readonly siteKey: string
  readonly isWhole: boolean
  readonly plan: Plan
  readonly impact: Impact
}

/** An import that is too much for one person. */
export interface SecondPerson {
  /** Asked for by the actor already, for exactly this. */
  readonly approval: OpenApproval | null
}

/** Odd prices of days that are sold already are too much for one person. Before anybody is on the list of staff, there is no second one. */
async function isTooMuch(
  read: Read,
  { plan, impact }: Pick<PlannedImport, 'plan' | 'impact'>,
): Promise<boolean> {
  return isOddWhereSold(plan.oddPrices, impact) && (await hasStaff(read))
}

/** The second person of an import; null where it needs none. */
export async function secondPersonOf(
  read: Read,
  act: Act,
  planned: PlannedImport,
): Promise<SecondPerson | null> {
  if (!(await isTooMuch(read, planned))) return null
  return { approval: await findOpenApproval(read, act, toApprove(planned)) }
}

/** The second person where one is needed, as the lines of the import say them. */
export async function agreedTo(
  tx: Tx,
  act: Act,
  { approval, ...planned }: PlannedImport & { readonly approval?: string | undefined },
): Promise<Readonly<Record<string, unknown>> | NotAgreed> {
  if (!(await isTooMuch(tx, planned))) return {}
  if (approval === undefined) return 'a second person is needed'
  const used = await spendApproval(tx, act, approval, toApprove(planned))
  return typeof used === 'string' ? used : { approval, approved_by: used.by }
}

/** An approval is for exactly these rows before and after. */
export function toApprove({
  siteKey,
  isWhole,
  plan,
}: Pick<PlannedImport, 'siteKey' | 'isWhole' | 'plan'>): ToApprove {
  const sheets = plan.sheets.filter(({ changes }) => changes.length > 0).map(({ sheet }) => sheet.name)
  return { siteKey, verb: IMPORT, subject: sheets.join(', '), asked: { isWhole }, digest: digestOfPlan(plan) }
}

/** The numbers for the one who is asked. */
export function shownOf({
  plan: { oddPrices },
  impact,
}: Pick<PlannedImport, 'plan' | 'impact'>): Readonly<Record<string, unknown>> {
  return {
    prices: oddPrices.total,
    first: oddPrices.first.map(oddPriceText),
    tickets: sumOf(impact.tickets.map(({ count }) => count)),
  }
}

/** `days walk 2026-12-01: 2800 → 28` */
export function oddPriceText({ place, before, after }: OddPrice): string {
  return `${place}: ${before ?? 'new'} → ${after}`
}
