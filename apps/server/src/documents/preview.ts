import { sameToken, type Tokens } from '../tokens.ts'

/**
 * The link with which somebody sees a store before it opens. Nothing of it is stored: it says until when it is good, signed for one site with
 * the key of the deployment.
 */

export const PREVIEW_PATH = '/preview'

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
