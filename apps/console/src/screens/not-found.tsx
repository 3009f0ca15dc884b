import { useLanguage } from '../language'
import { Link } from '../ui/link'
import { ScreenOf } from '../ui/screen'

export function NotFoundScreen() {
  const { say } = useLanguage()
  return (
    <ScreenOf title={say('notFound')}>
      <p>
        <Link href="/">{say('back')}</Link>
      </p>
    </ScreenOf>
  )
}
