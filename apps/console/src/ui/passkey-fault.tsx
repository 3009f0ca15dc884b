import type { ReactNode } from 'react'

import { useLanguage } from '../language'
import { NoPasskey } from '../session/passkey'
import { Fault } from './said'

/** A prompt that somebody closed is not a fault. */
export function PasskeyFault({ error }: { readonly error: unknown }): ReactNode {
  const { say } = useLanguage()
  if (!(error instanceof NoPasskey)) return <Fault error={error} />
  return (
    <p role="alert" className="notice">
      {say(error.isBrowserOld ? 'browserTooOld' : 'signInStopped')}
    </p>
  )
}
