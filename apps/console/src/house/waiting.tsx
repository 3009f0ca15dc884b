import type { Me } from '@kippu/contract/console/sign-in'
import { type ReactNode, useId, useState } from 'react'

import { ActForm, Ended } from '../desk/act-form'
import { useAct } from '../desk/use-act'
import { momentText } from '../formats'
import { useLanguage } from '../language'
import { Dialog } from '../ui/dialog'
import { HOUSE_WORDS } from './house-words'

interface Asking {
  readonly id: string
  /** The change, in words. */
  readonly matter: ReactNode
  readonly asked_by: string
  readonly waits_until: string | null
  readonly decided_by: string | null
}

type Put = (approval: string, key: string) => Promise<unknown>

interface WaitingProps {
  readonly me: Me
  readonly asking: readonly Asking[]
  readonly put: Put
}

/** Changes that wait for a second person, or for the one who asked. */
export function Waiting({ me, asking, put }: WaitingProps): ReactNode {
  const { pick, lang } = useLanguage()
  const id = useId()
  const [doing, setDoing] = useState<Asking | null>(null)
  if (asking.length === 0 && doing === null) return null
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{pick(HOUSE_WORDS.waiting)}</h2>
      <ul className="rows">
        {asking.map(one => (
          <li key={one.id}>
            <span>
              {one.asked_by}: {one.matter}
            </span>
            <span className="quiet">
              {one.decided_by !== null
                ? `${pick(HOUSE_WORDS.agreed)}: ${one.decided_by}`
                : one.waits_until === null
                  ? pick(HOUSE_WORDS.waits)
                  : `${pick(HOUSE_WORDS.aloneFrom)} ${momentText(lang, one.waits_until)}`}
            </span>
            {one.asked_by === me.name && (one.decided_by !== null || one.waits_until !== null) ? (
              <button type="button" className="primary" onClick={() => setDoing(one)}>
                {pick(HOUSE_WORDS.doNow)}
              </button>
            ) : null}
          </li>
        ))}
      </ul>
      {doing === null ? null : <DoDialog asking={doing} put={put} onClose={() => setDoing(null)} />}
    </section>
  )
}

interface DoProps {
  readonly asking: Asking
  readonly put: Put
  readonly onClose: () => void
}

function DoDialog({ asking, put, onClose }: DoProps) {
  const { pick } = useLanguage()
  const doing = useAct(async key => {
    await put(asking.id, key)
    return true
  })
  return (
    <Dialog title={pick(HOUSE_WORDS.doNow)} onClose={onClose}>
      {doing.acting.data === undefined ? (
        <ActForm act={doing} label={pick(HOUSE_WORDS.doNow)} onClose={onClose}>
          <p>
            <strong>{asking.matter}</strong>
          </p>
          <p>{pick(HOUSE_WORDS.doLead)}</p>
        </ActForm>
      ) : (
        <Ended onClose={onClose}>{pick(HOUSE_WORDS.saved)}</Ended>
      )}
    </Dialog>
  )
}
