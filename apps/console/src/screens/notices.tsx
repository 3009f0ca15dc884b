import { listNoticesCall, type NoticeListed, withdrawNoticeCall } from '@kippu/contract/console/notices'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import { callStaff } from '../api'
import { ActForm, Ended } from '../desk/act-form'
import { useAct } from '../desk/use-act'
import { momentText } from '../formats'
import { useLanguage } from '../language'
import { NoticeDialog } from '../notices/notice-dialog'
import { NOTICE_WORDS } from '../notices/notice-words'
import { Dialog } from '../ui/dialog'
import { Loaded } from '../ui/said'
import { ScreenOf } from '../ui/screen'

type Open =
  | { readonly kind: 'write'; readonly former: NoticeListed | null }
  | { readonly kind: 'take off'; readonly notice: NoticeListed }
  | null

/** The notices above every screen of a site, the newest first. */
export function NoticesScreen({ site }: { readonly site: string }): ReactNode {
  const { say, pick } = useLanguage()
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  const notices = useQuery({
    queryKey: ['notices', site],
    queryFn: () => callStaff(listNoticesCall, { params: { site } }),
  })
  return (
    <ScreenOf title={say('notices')} lead={pick(NOTICE_WORDS.lead)}>
      <Loaded query={notices}>
        {data => (
          <>
            <p className="row">
              <button
                type="button"
                className="primary"
                onClick={() => setOpen({ kind: 'write', former: null })}
              >
                {pick(NOTICE_WORDS.put)}
              </button>
            </p>
            {data.notices.length === 0 ? <p className="quiet">{pick(NOTICE_WORDS.none)}</p> : null}
            <ul className="rows" aria-label={pick(NOTICE_WORDS.list)}>
              {data.notices.map(notice => (
                <Row
                  key={notice.id}
                  notice={notice}
                  onEdit={() => setOpen({ kind: 'write', former: notice })}
                  onTakeOff={() => setOpen({ kind: 'take off', notice })}
                />
              ))}
            </ul>
            {open?.kind === 'write' ? (
              <NoticeDialog site={site} bands={data.languages} former={open.former} onClose={close} />
            ) : null}
            {open?.kind === 'take off' ? (
              <TakeOffDialog site={site} notice={open.notice} onClose={close} />
            ) : null}
          </>
        )}
      </Loaded>
    </ScreenOf>
  )
}

interface RowProps {
  readonly notice: NoticeListed
  readonly onEdit: () => void
  readonly onTakeOff: () => void
}

function Row({ notice, onEdit, onTakeOff }: RowProps) {
  const { pick, lang } = useLanguage()
  const { severity, state, from, until, texts } = notice
  const text = texts[lang] ?? ''
  return (
    <li>
      <span>
        {text}
        <span className={severity === 'warning' ? 'mark mark-bad' : 'mark'}>
          {pick(NOTICE_WORDS[severity])}
        </span>
      </span>
      <span className="quiet">
        {pick(NOTICE_WORDS[state])} · {momentText(lang, from)} {pick(NOTICE_WORDS.until_)}{' '}
        {momentText(lang, until)}
      </span>
      {state === 'shown' || state === 'to_come' ? (
        <span className="row">
          <button type="button" aria-label={`${pick(NOTICE_WORDS.edit)}: ${text}`} onClick={onEdit}>
            {pick(NOTICE_WORDS.edit)}
          </button>
          <button type="button" aria-label={`${pick(NOTICE_WORDS.takeOff)}: ${text}`} onClick={onTakeOff}>
            {pick(NOTICE_WORDS.takeOff)}
          </button>
        </span>
      ) : null}
    </li>
  )
}

interface TakeOffProps {
  readonly site: string
  readonly notice: NoticeListed
  readonly onClose: () => void
}

function TakeOffDialog({ site, notice, onClose }: TakeOffProps) {
  const { pick, lang } = useLanguage()
  const taking = useAct(async key => {
    const params = { site, notice: String(notice.id) }
    await callStaff(withdrawNoticeCall, { params, body: {} }, key)
    return true
  })
  return (
    <Dialog title={pick(NOTICE_WORDS.takeOff)} onClose={onClose}>
      {taking.acting.data === undefined ? (
        <ActForm act={taking} label={pick(NOTICE_WORDS.takeOff)} isDangerous onClose={onClose}>
          <p>
            <strong>{notice.texts[lang]}</strong>
          </p>
          <p>{pick(NOTICE_WORDS.willTakeOff)}</p>
        </ActForm>
      ) : (
        <Ended onClose={onClose}>{pick(NOTICE_WORDS.takenOff)}</Ended>
      )}
    </Dialog>
  )
}
