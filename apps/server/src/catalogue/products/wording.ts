import type { SiteContent } from '../../sites/content/site-content.ts'
import type { Wording } from './present.ts'

/** The language that a site answers in when this one is asked for, and the one of words that it lacks. */
export async function wordingOf(
  content: SiteContent,
  siteKey: string,
  asked: string | undefined,
): Promise<Wording> {
  return {
    lang: await content.chooseLanguage(siteKey, asked),
    fallback: await content.chooseLanguage(siteKey, undefined),
  }
}
