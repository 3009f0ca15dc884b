import { lazy, Suspense, useState, type ReactNode } from 'react'

import { useLanguage } from './language'
import { segmentsOf, usePath } from './router'
import { SignInScreen } from './screens/sign-in'
import { useMe } from './session/me'
import { Fault, Loaded } from './ui/said'

/** Somebody signs in every day, and enrols once. */
const EnrolScreen = lazy(async () => ({ default: (await import('./screens/enrol')).EnrolScreen }))

/** Everything behind the sign-in, which does not load it. */
const Inside = lazy(async () => ({ default: (await import('./inside')).Inside }))

export function App(): ReactNode {
  const [first] = segmentsOf(usePath())
  const me = useMe()
  const [wasIn, setWasIn] = useState(false)
  if (me.data && !wasIn) setWasIn(true)
  const { say } = useLanguage()
  const waits = <p className="quiet narrow">{say('loading')}</p>
  if (first === 'enrol')
    return (
      <Suspense fallback={waits}>
        <EnrolScreen />
      </Suspense>
    )
  if (me.error !== null && me.data === undefined)
    return (
      <main className="narrow">
        <Loaded query={me}>{() => null}</Loaded>
      </main>
    )
  if (me.data === undefined) return waits
  if (me.data === null) return <SignInScreen isEnded={wasIn} />
  return (
    <Suspense fallback={waits}>
      {me.error === null ? null : <Fault error={me.error} />}
      <Inside me={me.data} />
    </Suspense>
  )
}
