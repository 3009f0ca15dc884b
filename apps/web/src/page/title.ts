import type { SiteView } from '@kippu/contract/first-view'
import type { Language } from '@kippu/domain/language'

/**
 * Title of the document: the site's, one in Japanese and one for every other language, behind the heading of the
 * screen, in the language of the page. So tabs, history and screen readers tell screens apart (WCAG 2.4.2, decision
 * 66). A heading that the site's title begins with is not said twice.
 */
export function titleOf(site: Pick<SiteView, 'title'>, lang: Language, heading = ''): string {
  const title = lang === 'ja' ? site.title.ja : site.title.default
  return heading === '' || title.startsWith(heading) ? title : `${heading} – ${title}`
}

/**
 * Writes the title whenever the heading of the screen has become another one: screens say what they wait for before they say what they
 * are. Whatever stands before a title meanwhile, such as "Error:", stays.
 *
 * @returns a function that ends it.
 */
export function followHeading(titleBehind: (heading: string) => string): () => void {
  let written: string | undefined
  const write = (): void => {
    const heading = document.querySelector('main h1')?.textContent ?? ''
    if (heading === written) return
    written = heading
    document.title = titleBehind(heading)
  }
  write()
  const observer = new MutationObserver(write)
  observer.observe(document.body, { childList: true, characterData: true, subtree: true })
  return () => observer.disconnect()
}
