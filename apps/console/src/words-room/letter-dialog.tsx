import { readLetterCall } from '@kippu/contract/console/words'
import { LANGUAGES } from '@kippu/domain/language'
import { type ReactNode, useState } from 'react'

import { addressOf } from '../api'
import { PART_WORDS } from '../house/house-words'
import { useLanguage } from '../language'
import { Dialog } from '../ui/dialog'
import { LETTER_WORDS, WORDS_WORDS } from './words-words'

interface LetterProps {
  readonly site: string
  readonly letters: readonly string[]
  readonly onClose: () => void
}

/** A mail as it will be with the drafts: what is shown is the mail itself, which loads nothing of others and runs nothing. */
export function LetterDialog({ site, letters, onClose }: LetterProps): ReactNode {
  const { say, pick, lang: own } = useLanguage()
  const [letter, setLetter] = useState(letters.find(one => one === 'completion') ?? letters[0] ?? '')
  const [lang, setLang] = useState<string>(own)
  return (
    <Dialog title={pick(WORDS_WORDS.preview)} onClose={onClose}>
      <div className="stack">
        <p>{pick(WORDS_WORDS.previewLead)}</p>
        <div className="fields">
          <label className="field">
            {pick(WORDS_WORDS.letter)}
            <select value={letter} onChange={event => setLetter(event.target.value)}>
              {letters.map(one => (
                <option key={one} value={one}>
                  {pick(LETTER_WORDS[one] ?? { ja: one, en: one })}
                </option>
              ))}
            </select>
          </label>
          <label className="field">
            {pick(WORDS_WORDS.language)}
            <select value={lang} onChange={event => setLang(event.target.value)}>
              {LANGUAGES.map(one => (
                <option key={one} value={one}>
                  {pick(PART_WORDS[one] ?? { ja: one, en: one })}
                </option>
              ))}
            </select>
          </label>
        </div>
        <iframe
          className="letter"
          src={addressOf(readLetterCall, { params: { site, letter, lang } })}
          title={pick(LETTER_WORDS[letter] ?? { ja: letter, en: letter })}
        />
        <p className="row">
          <button type="button" className="primary" onClick={onClose}>
            {say('close')}
          </button>
        </p>
      </div>
    </Dialog>
  )
}
