import type { ReactNode } from 'react'

import { useLanguage } from '../language'

/** The frame of the screens before the sign-in. */
export function DoorFrame({
  title,
  children,
}: {
  readonly title: string
  readonly children: ReactNode
}): ReactNode {
  const { say, turn, lang } = useLanguage()
  return (
    <div className="door">
      <header>
        <p className="brand">
          Kippu <span>{say('console')}</span>
        </p>
        <button type="button" className="plain" lang={lang === 'ja' ? 'en' : 'ja'} onClick={turn}>
          {say('language')}
        </button>
      </header>
      <main className="card stack">
        <title>{`${title} · Kippu`}</title>
        <h1>{title}</h1>
        {children}
      </main>
    </div>
  )
}
