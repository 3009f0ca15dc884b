import { noteOrderCall } from '@kippu/contract/console/desk-acts'
import { type ReactNode, useState } from 'react'

import { callStaff } from '../api'
import { useLanguage } from '../language'
import { Dialog } from '../ui/dialog'
import { Field } from '../ui/field'
import { ActForm, Ended } from './act-form'
import type { DeskProps } from './refund'
import { useAct } from './use-act'

export function NoteDialog({ site, order, onClose }: DeskProps): ReactNode {
  const { say } = useLanguage()
  const [words, setWords] = useState('')
  const keeping = useAct(key => callStaff(noteOrderCall, { params: { site, order }, body: { words } }, key))
  return (
    <Dialog title={say('note')} onClose={onClose}>
      {keeping.acting.data === undefined ? (
        <ActForm act={keeping} label={say('doNote')} onClose={onClose}>
          <p>{say('noteLead')}</p>
          <Field
            label={say('noteWords')}
            required
            maxLength={1_000}
            value={words}
            onChange={event => setWords(event.target.value)}
          />
        </ActForm>
      ) : (
        <Ended onClose={onClose}>{say('noteKept')}</Ended>
      )}
    </Dialog>
  )
}
