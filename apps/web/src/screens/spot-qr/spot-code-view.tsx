import { useEffect, useState } from 'react'
import type { ReactElement, ReactNode } from 'react'

import { useLanguage, useText } from '../../i18n/texts.tsx'
import { useSite } from '../../page/first-view-context.ts'
import { DisplayFrame } from '../../parts/display/display-frame.tsx'
import { Icon } from '../../ui/icon.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { codeAt } from './code-at.ts'
import { KeyForm } from './key-form.tsx'
import styles from './spot-code-view.module.css'
import { statusOf, useSpotCode } from './use-spot-code.ts'

interface SpotCodeViewProps {
  readonly productUuid: string
  readonly signageKey: string
  readonly onKey: (key: string | null) => void
}

/** In ms: a setting that was left open closes by itself. */
const SETTING_MS = 60_000

/** The code, with the digits of the minute beside it; or, calmly, why there is none. */
export function SpotCodeView({ productUuid, signageKey, onKey }: SpotCodeViewProps): ReactElement {
  const t = useText()
  const { state, now } = useSpotCode({ productUuid, key: signageKey, lang: useLanguage() })
  const [isSetting, setSetting] = useState(false)
  const close = (): void => setSetting(false)
  useEffect(() => {
    if (!isSetting) return
    const timer = setTimeout(close, SETTING_MS)
    return () => clearTimeout(timer)
  }, [isSetting])
  const { answer, failure } = state
  const status = statusOf(failure)
  const { url, presence } = codeAt(answer, now)
  // A code that was issued stays until it ends, even where the key was changed since.
  const isRefused = status === 401 && url === null
  if (isSetting || isRefused)
    return (
      <DisplayFrame now={now} hasPointer>
        <KeyForm isRefused={isRefused} onKey={onKey} onClose={close} />
      </DisplayFrame>
    )
  return (
    <DisplayFrame now={now} hasPointer>
      <div className={styles.view}>
        <Brand name={answer?.product_name ?? null} hasCode={url !== null} />
        {url !== null ? (
          <div className={styles.code}>
            <QrCode code={url} label={t('spot_qr_label')} />
          </div>
        ) : (
          <Pause isUnsold={status === 404} isWaiting={answer === null && failure === null} />
        )}
        {presence !== null && <Presence digits={presence} />}
        <button
          type="button"
          className={styles.setting}
          aria-label={t('spot_qr_key_title')}
          onClick={() => setSetting(true)}
        >
          <Icon name="info" />
        </button>
      </div>
    </DisplayFrame>
  )
}

interface BrandProps {
  /** The name of the product, once it is known. */
  readonly name: string | null
  readonly hasCode: boolean
}

function Brand({ name, hasCode }: BrandProps): ReactElement {
  const t = useText()
  const { headerLogo, name: siteName } = useSite()
  return (
    <header className={styles.brand}>
      <img
        className={styles.logo}
        src={headerLogo.white}
        width={headerLogo.width}
        height={headerLogo.height}
        alt={siteName}
      />
      <h1 className={styles.name}>{name ?? t('signage_title')}</h1>
      {hasCode && <p className={styles.lead}>{t('spot_qr_lead')}</p>}
    </header>
  )
}

interface PauseProps {
  /** The product is none that is sold at the door. */
  readonly isUnsold: boolean
  /** The first code is on its way. */
  readonly isWaiting: boolean
}

function Pause({ isUnsold, isWaiting }: PauseProps): ReactNode {
  const t = useText()
  if (isWaiting) return <div className={styles.pause} aria-busy="true" />
  return (
    <div className={styles.pause} aria-live="polite">
      <p className={styles.said}>{t(isUnsold ? 'spot_qr_unsold' : 'spot_qr_paused')}</p>
      <p>{t(isUnsold ? 'spot_qr_unsold_message' : 'spot_qr_paused_message')}</p>
    </div>
  )
}

/** Six digits in two groups, by which visitors show that they are there. */
function Presence({ digits }: { readonly digits: string }): ReactElement {
  const t = useText()
  return (
    <section className={styles.presence}>
      <h2 className={styles.presenceTitle}>{t('spot_qr_presence')}</h2>
      <p className={styles.digits}>
        <span>{digits.slice(0, 3)}</span> <span>{digits.slice(3)}</span>
      </p>
      <p className={styles.help}>{t('spot_qr_presence_help')}</p>
    </section>
  )
}
