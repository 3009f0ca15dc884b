import type { Language } from '@kippu/domain/language'
import { fillTemplate } from '@kippu/domain/text-template'
import type { TextKey } from '@kippu/texts/texts'

import { goTo } from '../page/entry.ts'
import { CONNECTION_WORDS, DEFAULT_400_TITLES } from '../i18n/bundled-words.ts'
import { rememberQuery } from '../session/query-pieces.ts'
import { resetAll, useSession } from '../session/session.ts'
import { showDialog } from '../ui/dialog-store.ts'
import type { DialogText, Outcome, ResetScope } from './failure.ts'

/** The loaded words by key, and their language. */
export interface LoadedTexts {
  readonly lang: Language
  readonly texts: Readonly<Record<string, string>>
}

const OK: TextKey = 'common_ok'

/**
 * Carries out a decision: first the dialog, then the steps after OK. `onTold` runs right before those steps: the
 * content of the page stays while the visitor is still reading.
 */
export async function performOutcome(
  outcome: Outcome,
  wording: LoadedTexts,
  onTold: () => void = () => undefined,
): Promise<void> {
  switch (outcome.kind) {
    case 'nothing':
      return onTold()
    case 'go':
      onTold()
      goTo(outcome.to)
      return
    case 'dialog':
      await tell(outcome, wording, onTold)
  }
}

async function tell(
  { words, next }: Extract<Outcome, { readonly kind: 'dialog' }>,
  wording: LoadedTexts,
  onTold: () => void,
): Promise<void> {
  const { texts } = wording
  const mend = next.mend === undefined ? undefined : texts[next.mend.label]
  const pressed = await showDialog({
    ...wordsOf(words, wording),
    ok: texts[OK] ?? 'OK',
    ...(mend !== undefined && { mend }),
  })
  onTold()
  forget(next.forget)
  if (pressed === 'ok') {
    if (next.goTo !== null) startAt(next.goTo)
    return
  }
  const to = next.mend?.goTo ?? null
  if (to === null) document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  else goTo(to)
}

/** The query of the route is stored again even if the address bar already shows this route. */
function startAt(route: string): void {
  goTo(route)
  rememberQuery(route)
}

function forget(what: ResetScope): void {
  switch (what) {
    case 'nothing':
      return
    case 'payment':
      useSession.setState({
        savedPayment: null,
        changeDatePayment: null,
        spotPayment: null,
        paymentNumber: null,
        payingBy: null,
        payingFor: null,
      })
      return
    case 'everything':
      resetAll()
  }
}

/** Title and message of a dialog; a mapped error without its text is a plain communication error. */
export function wordsOf(words: DialogText, { lang, texts }: LoadedTexts): { title: string; message: string } {
  const connection = CONNECTION_WORDS[lang]
  if (words === 'connection') return connection
  const title = texts[words.title]
  const message = texts[words.message]
  if (!title || !message) return { title: DEFAULT_400_TITLES[lang], message: connection.message }
  return {
    title,
    message: fillTemplate(message, words.minutes === undefined ? {} : { minutes: words.minutes }),
  }
}
