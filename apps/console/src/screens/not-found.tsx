import type { ReactNode } from 'react'

import { useLanguage } from '../language'
import { Link } from '../ui/link'
import { ScreenOf } from '../ui/screen'

export function NotFoundScreen(): ReactNode {
  const { say } = useLanguage()
  return (
    <ScreenOf title={say('notFound')}>
      <p>
        <Link href="/">{say('back')}</Link>
      </p>
    </ScreenOf>
  )
}
