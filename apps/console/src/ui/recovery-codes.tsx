import { useState, type ReactNode } from 'react'

import { useLanguage } from '../language'

interface RecoveryCodesProps {
  readonly codes: readonly string[]
  readonly onKept: () => void
}

/** They are shown once: somebody who leaves without them makes new ones. */
export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps): ReactNode {
  const { say } = useLanguage()
  const [isCopied, setCopied] = useState(false)
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(codes.join('\n'))
    setCopied(true)
  }
  return (
    <div className="stack">
      <p>{say('codesLead')}</p>
      <ul className="codes" translate="no">
        {codes.map(code => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <p className="row">
        <button type="button" onClick={() => void copy().catch(() => setCopied(false))}>
          {say(isCopied ? 'codesCopied' : 'codesCopy')}
        </button>
        <button type="button" className="primary" onClick={onKept}>
          {say('codesKept')}
        </button>
      </p>
    </div>
  )
}
