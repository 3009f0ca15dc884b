import { draftWordsCall, type WordsRow } from '@kippu/contract/console/words'
import { type ReactNode, useId, useState } from 'react'

import { callStaff, StaffError } from '../api'
import { ActForm, Ended } from '../desk/act-form'
import { useAct } from '../desk/use-act'
import { PART_WORDS } from '../house/house-words'
import { useLanguage } from '../language'
import { Dialog } from '../ui/dialog'
import { FAULT_WORDS, WORDS_WORDS } from './words-words'

interface DraftProps {
  readonly site: string
  readonly row: WordsRow
  readonly onClose: () => void
}

/** One text in its six languages; what is changed becomes a draft. */
export function DraftDialog({ site, row: { key, words }, onClose }: DraftProps): ReactNode {
  const { pick } = useLanguage()
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(
    () => new Map(words.map(({ lang, text, draft }) => [lang, draft ?? text])),
  )
  const changed = words.filter(({ lang, text, draft }) => typed.get(lang) !== (draft ?? text))
  const keeping = useAct(async idempotency => {
    const drafts = changed.map(({ lang, draft }) => ({
      key,
      lang,
      before: draft,
      text: typed.get(lang) ?? null,
    }))
    await callStaff(draftWordsCall, { params: { site }, body: { drafts } }, idempotency)
    return true
  })
  const { error, data } = keeping.acting
  if (data !== undefined)
    return (
      <Dialog title={key} onClose={onClose}>
        <Ended onClose={onClose}>{pick(WORDS_WORDS.saved)}</Ended>
      </Dialog>
    )
  const faults = error instanceof StaffError ? error.fields : []
  const conflicts = error instanceof StaffError ? error.conflicts : []
  return (
    <Dialog title={key} onClose={onClose}>
      <ActForm act={keeping} label={pick(WORDS_WORDS.save)} isReady={changed.length > 0} onClose={onClose}>
        {conflicts.length === 0 ? null : (
          <div role="alert" className="notice notice-bad">
            <p>{pick(WORDS_WORDS.conflict)}</p>
            {conflicts.map(({ field, theirs, by }) => (
              <p key={field}>
                {by}: {typeof theirs === 'string' ? theirs : ''}
              </p>
            ))}
          </div>
        )}
        {words.map(({ lang, usual }) => (
          <WordField
            key={lang}
            lang={lang}
            usual={usual}
            value={typed.get(lang) ?? ''}
            rule={faults.find(({ field }) => field === `${key}.${lang}`)?.rule}
            onChange={text => setTyped(new Map(typed).set(lang, text))}
          />
        ))}
      </ActForm>
    </Dialog>
  )
}

interface WordFieldProps {
  readonly lang: string
  readonly usual: string
  readonly value: string
  readonly rule: string | undefined
  readonly onChange: (text: string) => void
}

function WordField({ lang, usual, value, rule, onChange }: WordFieldProps) {
  const { pick } = useLanguage()
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{pick(PART_WORDS[lang] ?? { ja: lang, en: lang })}</label>
      <textarea
        id={id}
        lang={lang === 'kr' ? 'ko' : lang}
        rows={Math.min(8, 1 + Math.ceil(Math.max(value.length, usual.length) / 40))}
        value={value}
        aria-invalid={rule === undefined ? undefined : true}
        aria-describedby={`${id}-hint${rule === undefined ? '' : ` ${id}-fault`}`}
        onChange={event => onChange(event.target.value)}
      />
      <p id={`${id}-hint`} className="hint">
        {pick(WORDS_WORDS.usual)}: {usual}
      </p>
      {rule === undefined ? null : (
        <p id={`${id}-fault`} className="fault">
          <FaultText rule={rule} />
        </p>
      )}
    </div>
  )
}

/** A rule, and the placeholder where it is about one: `lost {name}`. */
function FaultText({ rule }: { readonly rule: string }) {
  const { pick } = useLanguage()
  const [, kind = rule, name = ''] = /^(lost|gained) (.*)$/.exec(rule) ?? []
  const known = Object.entries(FAULT_WORDS).find(([one]) => one === kind)?.[1] ?? FAULT_WORDS.unknown
  return `${pick(known)} ${name}`.trim()
}
