import { jstIso } from '@kippu/domain/jst-date'
import * as v from 'valibot'

import type { Database } from '../../platform/db/database.ts'
import { site } from '../../platform/staff/inputs.ts'
import { recordAlone } from '../../platform/staff/record-action.ts'
import { type Act, staffVerb } from '../../platform/staff/staff-verb.ts'
import { sameToken, type Tokens } from '../../platform/tokens.ts'

/**
 * The link with which somebody sees a store before it opens. Nothing of it is stored: it says until when it is good, signed for one site with
 * the key of the deployment.
 */

export const PREVIEW_PATH = '/preview'

interface GivenPreview {
  readonly siteKey: string
  /** In epoch ms. */
  readonly until: number
}

/** Gives somebody of the staff the last part of the link. */
export const givePreview = staffVerb({
  name: 'sites preview',
  permission: 'sites:write',
  reach: 'site',
  input: v.object({ ...site, until: v.number() }),
  run: async (
    { db, tokens }: { readonly db: Database; readonly tokens: Pick<Tokens, 'derive'> },
    { siteKey, until }: GivenPreview,
    act: Act,
  ) => {
    await recordAlone(db, act, { subject: siteKey, details: { until: jstIso(until) } })
    return previewToken(tokens, siteKey, until)
  },
})

/** @param until in epoch ms. */
export function previewToken(tokens: Pick<Tokens, 'derive'>, siteKey: string, until: number): string {
  const second = Math.floor(until / 1_000)
  return `${tokens.derive('preview', `${siteKey} ${second}`)}.${second.toString(36)}`
}

const FORM = /^prv_[\w-]{24}\.([0-9a-z]{1,9})$/

interface AskedPreview {
  readonly siteKey: string
  readonly token: string
  readonly now: number
}

/** Whether a link is one of this site, and still good. */
export function isPreviewOf(tokens: Pick<Tokens, 'derive'>, { siteKey, token, now }: AskedPreview): boolean {
  const [, coded] = FORM.exec(token) ?? []
  if (coded === undefined) return false
  const until = Number.parseInt(coded, 36) * 1_000
  return until > now && sameToken(previewToken(tokens, siteKey, until), token)
}
