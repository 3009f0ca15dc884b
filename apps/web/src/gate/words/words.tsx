import type { GateView } from '@kippu/contract/gate-page'
import { jstDateOf } from '@kippu/domain/jst-date'
import { bcp47Of, isLanguage, type Language } from '@kippu/domain/language'
import { fillTemplate, type TextParams } from '@kippu/domain/text-template'
import type { StaffTextKey } from '@kippu/texts/texts'
import { createContext, use, useEffect, useMemo, useState } from 'react'
import type { ReactElement, ReactNode } from 'react'

import { siteStorage } from '../../session/storage.ts'

interface Words {
  readonly lang: Language
  readonly view: Pick<GateView, 'site' | 'langs'>
  readonly t: (key: StaffTextKey, params?: TextParams) => string
  readonly choose: (lang: Language) => void
}

const WordsContext = createContext<Words | null>(null)

interface WordsProviderProps {
  readonly view: GateView
  readonly children: ReactNode
}

/** The words of the staff, in the language that this device was set to; the site's until then. */
export function WordsProvider({ view, children }: WordsProviderProps): ReactElement {
  const [lang, setLang] = useState(() => chosenLanguage(view))
  useEffect(() => {
    document.documentElement.lang = bcp47Of(lang)
  }, [lang])
  const words = useMemo(
    (): Words => ({
      lang,
      view,
      t: (key, params) => fillTemplate(view.texts[lang][key] ?? '', params),
      choose: chosen => {
        siteStorage.setItem(nameOf(view), chosen)
        setLang(chosen)
      },
    }),
    [lang, view],
  )
  return <WordsContext value={words}>{children}</WordsContext>
}

/** The language of the staff: the visitors' pages of this browser keep theirs. */
export function chosenLanguage(view: GateView): Language {
  const stored = siteStorage.getItem(nameOf(view))
  return isLanguage(stored) && view.langs.includes(stored) ? stored : view.lang
}

function nameOf({ site }: GateView): string {
  return `${site.key}:gate-lang`
}

export function useWords(): Words {
  const words = use(WordsContext)
  if (words === null) throw new Error('there are no words outside of their provider')
  return words
}

/** `10:02`, or with its day where that is another than today's; from ms since 1970, in Japan's time. */
export function useMoment(): (ms: number, now: number) => string {
  const { lang } = useWords()
  return useMemo(() => {
    const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: 'Asia/Tokyo' } as const
    const locale = bcp47Of(lang)
    const short = new Intl.DateTimeFormat(locale, time)
    const long = new Intl.DateTimeFormat(locale, {
      ...time,
      month: 'short',
      day: 'numeric',
      weekday: 'short',
    })
    return (ms, now) => (jstDateOf(ms) === jstDateOf(now) ? short : long).format(ms)
  }, [lang])
}
