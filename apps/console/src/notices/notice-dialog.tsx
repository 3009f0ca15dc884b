import { type NoticeListed, type NoticesListed, putNoticeCall } from '@kippu/contract/console/notices'
import { bcp47Of, LANGUAGES, type Language } from '@kippu/domain/language'
import { NEEDED_LANGUAGES, NOTICE_SEVERITIES, type NoticeSeverity } from '@kippu/domain/notice'
import { type ReactNode, useId, useState } from 'react'

import { callStaff, StaffError } from '../api'
import { ActForm, Ended } from '../desk/act-form'
import { useAct } from '../desk/use-act'
import { languageText } from '../fact-words'
import { momentText } from '../formats'
import { useLanguage } from '../language'
import { Dialog } from '../ui/dialog'
import { Field } from '../ui/field'
import { NOTICE_WORDS } from './notice-words'

type Band = NoticesListed['languages'][number]
type Texts = Readonly<Record<Language, string>>

interface NoticeDialogProps {
  readonly site: string
  readonly bands: readonly Band[]
  /** The notice that is changed; null: it is a new one. */
  readonly former: NoticeListed | null
  readonly onClose: () => void
}

/** A notice while it is written, beside the band as visitors of each language will see it. */
export function NoticeDialog({ site, bands, former, onClose }: NoticeDialogProps): ReactNode {
  const { pick, lang } = useLanguage()
  const [severity, setSeverity] = useState<NoticeSeverity>(former?.severity ?? 'information')
  const [from, setFrom] = useState(former?.state === 'to_come' ? fieldOf(former.from) : '')
  const [until, setUntil] = useState(former === null ? '' : fieldOf(former.until))
  const [texts, setTexts] = useState<Texts>(() => textsOf(former))
  const putting = useAct(async key => {
    const body = { severity, from: momentOf(from), until: momentOf(until) ?? '', texts }
    await callStaff(putNoticeCall, { params: { site }, body: { ...body, replaces: former?.id ?? null } }, key)
    return true
  })
  const { data: done, error } = putting.acting
  const faultOf = (field: string): string | undefined => faultIn(error, field, pick)
  const title = pick(former === null ? NOTICE_WORDS.put : NOTICE_WORDS.edit)
  if (done !== undefined)
    return (
      <Dialog title={title} onClose={onClose}>
        <Ended onClose={onClose}>{pick(from === '' ? NOTICE_WORDS.putDone : NOTICE_WORDS.putLater)}</Ended>
      </Dialog>
    )
  const isReady = until !== '' && NEEDED_LANGUAGES.every(needed => texts[needed].trim() !== '')
  return (
    <Dialog title={title} onClose={onClose}>
      <ActForm
        act={putting}
        label={pick(former === null ? NOTICE_WORDS.putIt : NOTICE_WORDS.change)}
        isReady={isReady}
        onClose={onClose}
      >
        <label className="field">
          {pick(NOTICE_WORDS.severity)}
          <select
            value={severity}
            onChange={event =>
              setSeverity(NOTICE_SEVERITIES.find(one => one === event.target.value) ?? 'information')
            }
          >
            {NOTICE_SEVERITIES.map(one => (
              <option key={one} value={one}>
                {pick(NOTICE_WORDS[one])}
              </option>
            ))}
          </select>
        </label>
        <Field
          label={pick(NOTICE_WORDS.from)}
          hint={pick(NOTICE_WORDS.times)}
          type="datetime-local"
          value={from}
          onChange={event => setFrom(event.target.value)}
        />
        <Field
          label={pick(NOTICE_WORDS.until)}
          type="datetime-local"
          required
          value={until}
          fault={faultOf('until')}
          onChange={event => setUntil(event.target.value)}
        />
        {LANGUAGES.filter(one => isAsked(one, bands)).map(one => (
          <TextField
            key={one}
            lang={one}
            value={texts[one]}
            fault={faultOf(one)}
            onChange={text => setTexts({ ...texts, [one]: text })}
          />
        ))}
        <Preview bands={bands} severity={severity} texts={texts} />
        {isReady ? (
          <p>
            {pick(former === null ? NOTICE_WORDS.willPut : NOTICE_WORDS.willReplace)}{' '}
            <strong>
              {from === '' ? pick(NOTICE_WORDS.now) : momentText(lang, momentOf(from) ?? '')}{' '}
              {pick(NOTICE_WORDS.until_)} {momentText(lang, momentOf(until) ?? '')}
            </strong>
          </p>
        ) : null}
        {faultOf('notices') === undefined ? null : (
          <p role="alert" className="notice notice-bad">
            {pick(NOTICE_WORDS.tooMany)}
          </p>
        )}
      </ActForm>
    </Dialog>
  )
}

/** A language that the site withdrew is written no more; words that it has stay. */
function isAsked(lang: Language, bands: readonly Band[]): boolean {
  return NEEDED_LANGUAGES.some(one => one === lang) || bands.some(({ id }) => id === lang)
}

function textsOf(former: NoticeListed | null): Texts {
  const { ja = '', en = '', kr = '', th = '', ...more } = former?.texts ?? {}
  return { ja, en, kr, th, 'zh-hans': more['zh-hans'] ?? '', 'zh-hant': more['zh-hant'] ?? '' }
}

function fieldOf(moment: string): string {
  return moment.slice(0, 16)
}

/** A field of a browser as a moment in Japan; null where it is empty. */
function momentOf(field: string): string | null {
  return field === '' ? null : `${field}:00+09:00`
}

type Pick = ReturnType<typeof useLanguage>['pick']

function faultIn(error: unknown, field: string, pick: Pick): string | undefined {
  const rule = error instanceof StaffError ? error.fields.find(one => one.field === field)?.rule : undefined
  switch (rule) {
    case undefined:
      return undefined
    case 'over':
      return pick(NOTICE_WORDS.isOver)
    case 'missing':
    case 'too_long':
    case 'control_character':
    case 'unknown_language':
      return pick(NOTICE_WORDS[rule])
    default:
      return rule
  }
}

interface TextFieldProps {
  readonly lang: Language
  readonly value: string
  readonly fault: string | undefined
  readonly onChange: (text: string) => void
}

function TextField({ lang, value, fault, onChange }: TextFieldProps) {
  const { pick, lang: reader } = useLanguage()
  const id = useId()
  const isNeeded = NEEDED_LANGUAGES.some(one => one === lang)
  return (
    <div className="field">
      <label htmlFor={id}>
        {languageText(reader, lang)} ({pick(isNeeded ? NOTICE_WORDS.needed : NOTICE_WORDS.fallsBack)})
      </label>
      <textarea
        id={id}
        lang={bcp47Of(lang)}
        rows={2}
        maxLength={1_000}
        value={value}
        aria-invalid={fault === undefined ? undefined : true}
        aria-describedby={fault === undefined ? undefined : `${id}-fault`}
        onChange={event => onChange(event.target.value)}
      />
      {fault === undefined ? null : (
        <p id={`${id}-fault`} className="fault">
          {fault}
        </p>
      )}
    </div>
  )
}

interface PreviewProps {
  readonly bands: readonly Band[]
  readonly severity: NoticeSeverity
  readonly texts: Texts
}

/** The band of the store, in the house's own words of a language. */
function Preview({ bands, severity, texts }: PreviewProps) {
  const { pick, lang: reader } = useLanguage()
  const [shown, setShown] = useState<Language>('ja')
  const band = bands.find(({ id }) => id === shown)
  const own = texts[shown].trim()
  return (
    <section className="stack" aria-label={pick(NOTICE_WORDS.preview)}>
      <label className="field">
        {pick(NOTICE_WORDS.preview)}
        <select
          aria-label={pick(NOTICE_WORDS.previewIn)}
          value={shown}
          onChange={event => setShown(bands.find(({ id }) => id === event.target.value)?.id ?? 'ja')}
        >
          {bands.map(({ id }) => (
            <option key={id} value={id}>
              {languageText(reader, id)}
            </option>
          ))}
        </select>
      </label>
      <div className={severity === 'warning' ? 'notice notice-bad' : 'notice'} lang={bcp47Of(shown)}>
        <strong>{band?.[severity]}</strong>
        <p lang={own === '' ? 'en' : undefined}>{own === '' ? texts.en : own}</p>
        {own === '' && shown !== 'en' ? <p className="quiet">{band?.english}</p> : null}
      </div>
    </section>
  )
}
