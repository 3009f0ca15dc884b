import { getTexts } from '@kippu/contract/site-content'
import type { Language } from '@kippu/domain/language'

import { request } from '../api/client.ts'

/**
 * Every text of the site in one language, by key.
 *
 * @throws ApiError when the server does not answer.
 */
export async function readTexts(lang: Language): Promise<Record<string, string>> {
  const rows = await request(getTexts, { query: { lang } })
  return Object.fromEntries(rows.map(({ key, text }) => [key, text]))
}
