import {
  type ListedImport,
  listSheetImports,
  previewTakingBack,
  takeImportBack,
  type TakingBack,
} from '@kippu/contract/console/sheets'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'

import { callStaff, StaffError } from '../api'
import { ActForm, Ended } from '../desk/act-form'
import { useAct } from '../desk/use-act'
import { momentText } from '../formats'
import { useLanguage } from '../language'
import { useWeight } from '../session/me'
import { Dialog } from '../ui/dialog'
import { Loaded } from '../ui/said'
import { Table } from '../ui/table'
import { More, PlanView } from './plan-view'
import { type Kinds, rowText } from './sheet-names'

interface ImportsProps {
  readonly site: string
  readonly kinds: Kinds
  readonly ordersAt: string | null
}

/** The imports of the last days, each with the way back. */
export function Imports({ site, kinds, ordersAt }: ImportsProps): ReactNode {
  const { say, lang } = useLanguage()
  const [back, setBack] = useState<number | null>(null)
  const list = useQuery({
    queryKey: ['sheet imports', site],
    queryFn: () => callStaff(listSheetImports, { params: { site } }),
  })
  return (
    <section aria-labelledby="imports">
      <h2 id="imports">{say('importsTitle')}</h2>
      <Loaded query={list}>
        {({ imports }) =>
          imports.length === 0 ? (
            <p className="quiet">{say('importsNone')}</p>
          ) : (
            <Table label={say('importRows')}>
              <thead>
                <tr>
                  <th scope="col">{say('when')}</th>
                  <th scope="col">{say('importBy')}</th>
                  <th scope="col">{say('importRows')}</th>
                  <th scope="col">{say('state')}</th>
                </tr>
              </thead>
              <tbody>
                {imports.map(one => (
                  <tr key={one.id}>
                    <th scope="row">{momentText(lang, one.at)}</th>
                    <td>
                      {one.staff}
                      {one.via === 'cli' ? <span className="mark">{say('byCommand')}</span> : null}
                    </td>
                    <td>
                      <Counts one={one} />
                    </td>
                    <td>
                      {one.undone_at === null ? null : (
                        <span className="mark">
                          {say('wasTakenBack')} {momentText(lang, one.undone_at)}
                        </span>
                      )}
                      {one.can_be_taken_back ? (
                        <button type="button" onClick={() => setBack(one.id)}>
                          {say('takeBack')}
                        </button>
                      ) : null}
                    </td>
                  </tr>
                ))}
              </tbody>
            </Table>
          )
        }
      </Loaded>
      {back === null ? null : <Back {...{ site, kinds, ordersAt }} id={back} onClose={() => setBack(null)} />}
    </section>
  )
}

function Counts({ one: { sheets } }: { readonly one: ListedImport }) {
  const { say, pick } = useLanguage()
  return (
    <ul>
      {sheets.map(({ sheet, name_ja: ja, ...counts }) => (
        <li key={sheet}>
          {pick({ ja, en: sheet })}:{' '}
          {(
            [
              ['rowsAdded', counts.added],
              ['rowsChanged', counts.changed],
              ['rowsRemoved', counts.removed],
            ] as const
          )
            .filter(([, count]) => count > 0)
            .map(([word, count]) => `${say(word)} ${count}`)
            .join(', ')}
        </li>
      ))}
    </ul>
  )
}

interface BackProps extends ImportsProps {
  readonly id: number
  readonly onClose: () => void
}

/** Shows first how it would be afterwards; then it is done, as it was seen. */
function Back({ site, kinds, ordersAt, id, onClose }: BackProps) {
  const { say, lang } = useLanguage()
  const params = { site, import: String(id) }
  // It is what somebody is looking at: it is read again when they ask for it, and no more once it is done.
  const weight = useWeight()
  const { mutate, data, error } = useMutation({
    mutationFn: () => weight(() => callStaff(previewTakingBack, { params, query: { lang } })),
  })
  useEffect(() => mutate(), [mutate])
  const [isOther, setOther] = useState(false)
  const other = (): void => {
    setOther(true)
    mutate()
  }
  return (
    <Dialog title={say('takeBackTitle')} onClose={onClose}>
      <Loaded query={{ data, error, refetch: mutate }}>
        {back => <Confirm {...{ site, kinds, ordersAt, id, back, onClose, isOther }} onOther={other} />}
      </Loaded>
    </Dialog>
  )
}

interface ConfirmProps extends BackProps {
  readonly back: TakingBack
  /** It was another matter when it was last asked for. */
  readonly isOther: boolean
  readonly onOther: () => void
}

function Confirm({ site, kinds, ordersAt, id, back, isOther, onClose, onOther }: ConfirmProps) {
  const { say, lang } = useLanguage()
  const { plan, stay, stay_count: stayCount } = back
  const act = useAct(async () => {
    try {
      return await callStaff(takeImportBack, {
        params: { site, import: String(id) },
        body: { seen: plan?.seen ?? '-', lang },
      })
    } catch (error) {
      if (error instanceof StaffError && error.code === 'changed meanwhile') {
        onOther()
        return null
      }
      throw error
    }
  })
  const { data: done } = act.acting
  if (done !== undefined && done !== null)
    return (
      <Ended onClose={onClose}>
        {say('takenBack')} ({done.rows} {say(done.rows === 1 ? 'rowDone' : 'rowsDone')})
      </Ended>
    )
  return (
    <ActForm act={act} label={say('doTakeBack')} isDangerous isReady={plan !== null} onClose={onClose}>
      <p>{say(plan === null ? 'takeBackNothing' : 'takeBackLead')}</p>
      {isOther ? (
        <p role="alert" className="notice notice-bad">
          {say('takeBackOther')}
        </p>
      ) : null}
      {plan === null ? null : <PlanView {...{ kinds, plan, ordersAt }} />}
      {stayCount === 0 ? null : (
        <section aria-label={say('takeBackStays')}>
          <p>
            {say('takeBackStays')} ({stayCount})
          </p>
          <ul className="rows">
            {stay.map(row => (
              <li key={row}>{rowText(kinds, lang, row)}</li>
            ))}
          </ul>
          <More count={stayCount - stay.length} />
        </section>
      )}
    </ActForm>
  )
}
