import { type ErasurePlanned, eraseBuyer, handOutPerson, planErasure } from '@kippu/contract/console/persons'
import { personTexts } from '@kippu/texts/person'
import type { TextTable } from '@kippu/texts/text-table'
import { type ReactNode, useState } from 'react'

import { callStaff } from '../api'
import { useLanguage } from '../language'
import { Dialog } from '../ui/dialog'
import { ActForm, Ended, ReasonField } from './act-form'
import type { DeskProps } from './refund'
import { seenAnew, useAct } from './use-act'

const WORDS: TextTable = personTexts

/** Everything that the site holds about the buyer, as files for them. */
export function ExportDialog({ site, order, story, onClose }: DeskProps): ReactNode {
  const { say, lang } = useLanguage()
  const exporting = useAct(() => callStaff(handOutPerson, { params: { site, order } }))
  const { data } = exporting.acting
  return (
    <Dialog title={say('exportTitle')} onClose={onClose}>
      {data === undefined ? (
        <ActForm act={exporting} label={say('doExport')} onClose={onClose}>
          <p>
            <strong>
              {lang === 'ja'
                ? `${story.name} 様について保管しているすべてのデータをファイルにします。渡したことは記録に残ります。`
                : `All that is held about ${story.name} is made into files. That it was handed out is written down.`}
            </strong>
          </p>
        </ActForm>
      ) : (
        <Ended onClose={onClose}>
          <span className="stack">
            {say('exported')}
            <span className="row">
              <Download name={`${order}.html`} type="text/html" content={data.page}>
                {say('exportPage')}
              </Download>
              <Download
                name={`${order}.json`}
                type="application/json"
                content={JSON.stringify(data.held, null, 2)}
              >
                {say('exportData')}
              </Download>
            </span>
          </span>
        </Ended>
      )}
    </Dialog>
  )
}

interface DownloadProps {
  readonly name: string
  readonly type: string
  readonly content: string
  readonly children: ReactNode
}

/** The file exists for the one press, and in no address that could be opened again. */
function Download({ name, type, content, children }: DownloadProps) {
  const save = (): void => {
    const url = URL.createObjectURL(new Blob([content], { type }))
    const link = Object.assign(document.createElement('a'), { href: url, download: name })
    link.click()
    URL.revokeObjectURL(url)
  }
  return (
    <button type="button" onClick={save}>
      {children}
    </button>
  )
}

/** Twice: first what would go, then it goes as it was seen. */
export function EraseDialog({ site, order, story, onClose }: DeskProps): ReactNode {
  const { say, lang } = useLanguage()
  const [reason, setReason] = useState('')
  const [isEvenAhead, setEvenAhead] = useState(false)
  const [isErased, setErased] = useState(false)
  const [plan, setPlan] = useState<ErasurePlanned | null>(null)
  const erasing = useAct(async key => {
    const asked = { reason, even_ahead: isEvenAhead }
    const params = { site, order }
    const see = async (): Promise<void> => setPlan(await callStaff(planErasure, { params, body: asked }))
    if (plan === null) await see()
    else {
      await seenAnew(callStaff(eraseBuyer, { params, body: { ...asked, word: plan.word } }, key), see)
      setErased(true)
    }
  })
  if (isErased)
    return (
      <Dialog title={say('eraseTitle')} onClose={onClose}>
        <Ended onClose={onClose}>{say('erased')}</Ended>
      </Dialog>
    )
  return (
    <Dialog title={say('eraseTitle')} onClose={onClose}>
      <ActForm
        act={erasing}
        label={say(plan === null ? 'seePlan' : 'doErase')}
        isDangerous={plan !== null}
        onClose={onClose}
      >
        <p>
          <strong>
            {lang === 'ja'
              ? `${story.name} 様を、この施設のすべての予約から消去します。元に戻せません。`
              : `${story.name} is erased from all orders of this site. It cannot be taken back.`}
          </strong>
        </p>
        {plan === null ? (
          <>
            <ReasonField label={say('eraseReason')} value={reason} onChange={setReason} />
            <label className="check">
              <input
                type="checkbox"
                checked={isEvenAhead}
                onChange={event => setEvenAhead(event.target.checked)}
              />
              {say('evenAhead')}
            </label>
          </>
        ) : (
          <Plan plan={plan} />
        )}
      </ActForm>
    </Dialog>
  )
}

function Plan({ plan: { held, losing } }: { readonly plan: ErasurePlanned }) {
  const { say, lang } = useLanguage()
  return (
    <>
      <p>{say('eraseHeld')}</p>
      <ul>
        {held.map(({ part, rows }) => (
          <li key={part}>
            {WORDS[part]?.[lang] ?? part}: {rows}
          </li>
        ))}
      </ul>
      {losing.length === 0 ? null : (
        <>
          <p>{say('eraseLosing')}</p>
          <ul>
            {losing.flatMap(({ part, rows }) =>
              rows.map((row, index) => (
                // Rows are only read here: their place tells them apart.
                <li key={`${part} ${index}`}>{Object.values(row).map(String).join(' ')}</li>
              )),
            )}
          </ul>
        </>
      )}
    </>
  )
}
