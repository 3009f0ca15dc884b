import {
  publishWordsCall,
  readWordsCall,
  takeWordsBackCall,
  WORDS_OF,
  type WordShown,
  type WordsRow,
  type WordsShown,
} from '@kippu/contract/console/words'
import { LANGUAGES } from '@kippu/domain/language'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue, useState } from 'react'

import { callStaff, StaffError } from '../api'
import { ActForm, Ended, ReasonField } from '../desk/act-form'
import { useAct } from '../desk/use-act'
import { momentText } from '../formats'
import { PART_WORDS } from '../house/house-words'
import { useLanguage } from '../language'
import { Dialog } from '../ui/dialog'
import { Field } from '../ui/field'
import { Loaded } from '../ui/said'
import { ScreenOf } from '../ui/screen'
import { DraftDialog } from '../words-room/draft-dialog'
import { LetterDialog } from '../words-room/letter-dialog'
import { WORDS_WORDS } from '../words-room/words-words'

type Of = (typeof WORDS_OF)[number]

type Open =
  | { readonly kind: 'edit'; readonly row: WordsRow }
  | { readonly kind: 'back'; readonly row: WordsRow; readonly word: WordShown }
  | { readonly kind: 'publish' | 'letter' }
  | null

/** The words of screens and mails, in six languages side by side. */
export function WordsScreen({ site }: { readonly site: string }): ReactNode {
  const { say, pick } = useLanguage()
  const [typed, setTyped] = useState('')
  const [of, setOf] = useState<Of>('all')
  const asked = useDeferredValue(typed)
  const words = useQuery({
    queryKey: ['words', site, asked, of],
    queryFn: () => callStaff(readWordsCall, { params: { site }, query: { typed: asked, of } }),
    placeholderData: before => before,
    select: inOrder,
  })
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  return (
    <ScreenOf title={say('words')} lead={pick(WORDS_WORDS.lead)}>
      <search className="search">
        <Field
          label={pick(WORDS_WORDS.search)}
          type="search"
          value={typed}
          maxLength={200}
          onChange={event => setTyped(event.target.value)}
        />
        <label className="field narrow-field">
          {pick(WORDS_WORDS.of)}
          <select
            value={of}
            onChange={event => setOf(WORDS_OF.find(one => one === event.target.value) ?? 'all')}
          >
            {WORDS_OF.map(one => (
              <option key={one} value={one}>
                {pick(WORDS_WORDS[one])}
              </option>
            ))}
          </select>
        </label>
      </search>
      <Loaded query={words}>
        {data => (
          <>
            <p className="row">
              {data.drafts.length === 0 ? null : (
                <button type="button" className="primary" onClick={() => setOpen({ kind: 'publish' })}>
                  {pick(WORDS_WORDS.publish)} ({data.drafts.length})
                </button>
              )}
              <button type="button" onClick={() => setOpen({ kind: 'letter' })}>
                {pick(WORDS_WORDS.preview)}
              </button>
            </p>
            <output className="quiet">
              {data.found === 0 ? pick(WORDS_WORDS.none) : `${data.found} ${pick(WORDS_WORDS.found)}`}
              {data.incomplete === 0 ? null : ` · ${pick(WORDS_WORDS.incomplete)}: ${data.incomplete}`}
            </output>
            <ul className="texts">
              {data.rows.map(row => (
                <Row
                  key={row.key}
                  row={row}
                  onEdit={() => setOpen({ kind: 'edit', row })}
                  onBack={word => setOpen({ kind: 'back', row, word })}
                />
              ))}
            </ul>
            {open?.kind === 'edit' ? <DraftDialog site={site} row={open.row} onClose={close} /> : null}
            {open?.kind === 'back' ? (
              <BackDialog site={site} textKey={open.row.key} word={open.word} onClose={close} />
            ) : null}
            {open?.kind === 'publish' ? <PublishDialog site={site} data={data} onClose={close} /> : null}
            {open?.kind === 'letter' ? (
              <LetterDialog site={site} letters={data.letters} onClose={close} />
            ) : null}
          </>
        )}
      </Loaded>
    </ScreenOf>
  )
}

/** The languages of each text in the order of the store's menu. */
function inOrder(data: WordsShown): WordsShown {
  const placeOf = ({ lang }: WordShown): number => LANGUAGES.indexOf(lang)
  return {
    ...data,
    rows: data.rows.map(row => ({ ...row, words: row.words.toSorted((a, b) => placeOf(a) - placeOf(b)) })),
  }
}

interface RowProps {
  readonly row: WordsRow
  readonly onEdit: () => void
  readonly onBack: (word: WordShown) => void
}

function Row({ row: { key, words }, onEdit, onBack }: RowProps) {
  const { pick } = useLanguage()
  return (
    <li>
      <p className="row">
        <code>{key}</code>
        <button type="button" aria-label={`${key}: ${pick(WORDS_WORDS.edit)}`} onClick={onEdit}>
          {pick(WORDS_WORDS.edit)}
        </button>
      </p>
      <dl>
        {words.map(word => (
          <Word key={word.lang} textKey={key} word={word} onBack={() => onBack(word)} />
        ))}
      </dl>
    </li>
  )
}

interface WordProps {
  readonly textKey: string
  readonly word: WordShown
  readonly onBack: () => void
}

function Word({ textKey, word, onBack }: WordProps) {
  const { pick, lang } = useLanguage()
  const language = pick(PART_WORDS[word.lang] ?? { ja: word.lang, en: word.lang })
  const { draft, shown_from: from, is_own: isOwn } = word
  return (
    <div>
      <dt>
        {language}
        {isOwn ? <span className="mark">{pick(WORDS_WORDS.isOwn)}</span> : null}
      </dt>
      <dd>
        <span className="said" lang={word.lang === 'kr' ? 'ko' : word.lang}>
          {word.text}
        </span>
        {draft === null ? null : (
          <p className="notice said">
            {from === null
              ? pick(WORDS_WORDS.draft)
              : `${pick(WORDS_WORDS.planned)} ${momentText(lang, from)}`}
            : {draft}
          </p>
        )}
        {isOwn || draft !== null ? (
          <button
            type="button"
            className="plain"
            aria-label={`${textKey} ${language}: ${pick(WORDS_WORDS.back)}`}
            onClick={onBack}
          >
            {pick(WORDS_WORDS.back)}
          </button>
        ) : null}
      </dd>
    </div>
  )
}

interface BackProps {
  readonly site: string
  readonly textKey: string
  readonly word: WordShown
  readonly onClose: () => void
}

function BackDialog({ site, textKey: key, word, onClose }: BackProps) {
  const { pick } = useLanguage()
  const [reason, setReason] = useState('')
  const taking = useAct(async idempotency => {
    await callStaff(
      takeWordsBackCall,
      { params: { site }, body: { key, lang: word.lang, reason } },
      idempotency,
    )
    return true
  })
  return (
    <Dialog title={pick(WORDS_WORDS.back)} onClose={onClose}>
      {taking.acting.data === undefined ? (
        <ActForm act={taking} label={pick(WORDS_WORDS.back)} onClose={onClose}>
          <p>{pick(WORDS_WORDS.backLead)}</p>
          <p>
            {pick(WORDS_WORDS.usual)}: <span className="said">{word.usual}</span>
          </p>
          <ReasonField value={reason} onChange={setReason} />
        </ActForm>
      ) : (
        <Ended onClose={onClose}>{pick(WORDS_WORDS.backDone)}</Ended>
      )}
    </Dialog>
  )
}

interface PublishProps {
  readonly site: string
  readonly data: WordsShown
  readonly onClose: () => void
}

function PublishDialog({ site, data, onClose }: PublishProps) {
  const { pick } = useLanguage()
  // As it was when it was opened: a draft that comes meanwhile is not published unseen.
  const [{ drafts, seen }] = useState(data)
  const [reason, setReason] = useState('')
  const [when, setWhen] = useState('')
  const publishing = useAct(key =>
    callStaff(
      publishWordsCall,
      { params: { site }, body: { at: when === '' ? null : `${when}:00+09:00`, seen, reason } },
      key,
    ),
  )
  const { data: done, error } = publishing.acting
  const isPast = error instanceof StaffError && error.fields.some(({ field }) => field === 'at')
  if (done !== undefined)
    return (
      <Dialog title={pick(WORDS_WORDS.publishTitle)} onClose={onClose}>
        <Ended onClose={onClose}>{pick(when === '' ? WORDS_WORDS.published : WORDS_WORDS.willPublish)}</Ended>
      </Dialog>
    )
  return (
    <Dialog title={pick(WORDS_WORDS.publishTitle)} onClose={onClose}>
      <ActForm act={publishing} label={pick(WORDS_WORDS.publish)} onClose={onClose}>
        <p>{pick(WORDS_WORDS.publishLead)}</p>
        <ul>
          {drafts.map(({ key, lang, text }) => (
            <li key={`${key}.${lang}`}>
              <code>{key}</code> {pick(PART_WORDS[lang] ?? { ja: lang, en: lang })}:{' '}
              <span className="said">{text}</span>
            </li>
          ))}
        </ul>
        <Field
          label={pick(WORDS_WORDS.publishAt)}
          type="datetime-local"
          value={when}
          onChange={event => setWhen(event.target.value)}
          fault={isPast ? pick(WORDS_WORDS.past) : undefined}
        />
        <ReasonField value={reason} onChange={setReason} />
      </ActForm>
    </Dialog>
  )
}
