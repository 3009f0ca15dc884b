import { judgeSentLetterCall, readSentLetterCall } from '@kippu/contract/console/sent-letters'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { addressOf, callStaff } from '../api'
import { useLanguage } from '../language'
import { Dialog } from '../ui/dialog'
import { DeskFault, Ended } from './act-form'

interface SentLetterProps {
  readonly site: string
  readonly order: string
  /** As the story names it. */
  readonly mail: string
  readonly onClose: () => void
}

/** A letter to the buyer, without what opens a page of theirs or a gate. */
export function SentLetterDialog({ site, order, mail, onClose }: SentLetterProps): ReactNode {
  const { say } = useLanguage()
  const params = { site, order, mail }
  const judged = useQuery({
    queryKey: ['sent letter', site, order, mail],
    queryFn: () => callStaff(judgeSentLetterCall, { params }),
  })
  return (
    <Dialog title={say('letterTitle')} onClose={onClose}>
      <div className="stack">
        <p className="quiet">{say('letterLead')}</p>
        {judged.error === null ? null : <DeskFault error={judged.error} />}
      </div>
      {judged.data === undefined ? null : (
        <iframe
          className="letter"
          src={addressOf(readSentLetterCall, { params })}
          title={say('letterTitle')}
        />
      )}
      <Ended onClose={onClose}>{judged.data === undefined ? null : say(STATES[judged.data.as_sent])}</Ended>
    </Dialog>
  )
}

const STATES = { yes: 'letterAsSent', no: 'letterChanged', 'not known': 'letterUnknown' } as const
