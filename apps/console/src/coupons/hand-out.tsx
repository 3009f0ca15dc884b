import { handOutCodesCall, mailCodesCall } from '@kippu/contract/console/coupons'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import { callStaff } from '../api'
import { ActForm, Ended } from '../desk/act-form'
import { useAct } from '../desk/use-act'
import { useLanguage } from '../language'
import { useWeight } from '../session/me'
import { saveFile } from '../sheets/download'
import { Dialog } from '../ui/dialog'
import { PasskeyFault } from '../ui/passkey-fault'
import { COUPON_WORDS } from './coupon-words'

interface HandOutProps {
  readonly site: string
  /** The words of the search. */
  readonly typed: string
  readonly readers: readonly string[]
}

/** The codes that were found, as a file or by mail. */
export function HandOut({ site, typed, readers }: HandOutProps): ReactNode {
  const { pick } = useLanguage()
  const weight = useWeight()
  const [isSending, setSending] = useState(false)
  const loading = useMutation({
    mutationFn: async () => {
      const { csv } = await weight(() => callStaff(handOutCodesCall, { params: { site }, body: { typed } }))
      saveFile('coupons.csv', csv)
    },
  })
  return (
    <>
      <p className="row">
        <button type="button" disabled={loading.isPending} onClick={() => loading.mutate()}>
          {pick(COUPON_WORDS.download)}
        </button>
        <button type="button" onClick={() => setSending(true)}>
          {pick(COUPON_WORDS.send)}
        </button>
      </p>
      {loading.error === null ? null : <PasskeyFault error={loading.error} />}
      {isSending ? <SendDialog {...{ site, typed, readers }} onClose={() => setSending(false)} /> : null}
    </>
  )
}

function SendDialog({ site, typed, readers, onClose }: HandOutProps & { readonly onClose: () => void }) {
  const { pick } = useLanguage()
  const [to, setTo] = useState(readers[0] ?? '')
  const sending = useAct(async key => {
    await callStaff(mailCodesCall, { params: { site }, body: { typed, to } }, key)
    return true
  })
  return (
    <Dialog title={pick(COUPON_WORDS.send)} onClose={onClose}>
      {sending.acting.data !== undefined ? (
        <Ended onClose={onClose}>{pick(COUPON_WORDS.sent)}</Ended>
      ) : readers.length === 0 ? (
        <Ended onClose={onClose}>{pick(COUPON_WORDS.noReaders)}</Ended>
      ) : (
        <ActForm act={sending} label={pick(COUPON_WORDS.send)} onClose={onClose}>
          <label className="field">
            {pick(COUPON_WORDS.to)}
            <select value={to} onChange={event => setTo(event.target.value)}>
              {readers.map(name => (
                <option key={name}>{name}</option>
              ))}
            </select>
          </label>
          <p>{pick(COUPON_WORDS.willSend)}</p>
        </ActForm>
      )}
    </Dialog>
  )
}
