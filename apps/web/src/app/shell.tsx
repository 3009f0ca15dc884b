import { lazy, Suspense } from 'react'
import type { ReactElement, ReactNode } from 'react'

import { useInFlight } from '../api/in-flight.ts'
import { useText } from '../i18n/texts.tsx'
import { useDialogs } from '../ui/dialog-store.ts'
import { Loader } from '../ui/loader.tsx'
import { LoadingBar } from '../ui/loading-bar.tsx'
import { StepList } from '../ui/step-list.tsx'
import { Toast } from '../ui/toast.tsx'
import { useSite } from '../page/first-view-context.ts'
import { Header } from './header.tsx'
import { STEPS } from './screen-route.ts'
import type { Step } from './screen-route.ts'
import styles from './shell.module.css'

interface ShellProps {
  /** Step of the purchase that the visitor is on; screens outside of it show no steps. */
  readonly step: Step | undefined
  readonly children: ReactNode
}

/** The frame of every screen: header, steps, footer, and the one toast, loader, bar and dialog. */
export function Shell({ step, children }: ShellProps): ReactElement {
  const t = useText()
  const { look } = useSite()
  return (
    <div className={styles.shell} data-opening={look.opening} data-products={look.products}>
      <a className={styles.skip} href="#main" onClick={skipToContent}>
        {t('common_skip_to_content')}
      </a>
      <Progress />
      <Header />
      {step !== undefined && <Steps step={step} />}
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <Suspense fallback={null}>
        <Footer />
      </Suspense>
      <Toast />
      <LazyDialog />
    </div>
  )
}

/** The hash belongs to the router, so the link moves the focus itself. */
function skipToContent(event: { preventDefault: () => void }): void {
  event.preventDefault()
  document.getElementById('main')?.focus()
}

function Progress(): ReactElement {
  const t = useText()
  const { fetching, requesting } = useInFlight()
  return (
    <>
      <LoadingBar active={fetching + requesting > 0} />
      {requesting > 0 && <Loader label={t('common_working')} />}
    </>
  )
}

function Steps({ step }: { readonly step: Step }): ReactElement {
  const t = useText()
  const current = STEPS.indexOf(step)
  return (
    <StepList
      label={t('step_label')}
      steps={STEPS.map(name => t(`step_${name}`))}
      current={current}
      progress={t('step_progress', { current: current + 1, total: STEPS.length })}
    />
  )
}

/** In the server's markup it is there at once; its code is not part of the first route. */
const Footer = lazy(async () => ({ default: (await import('./footer.tsx')).Footer }))

const DialogHost = lazy(async () => ({ default: (await import('./dialog-host.tsx')).DialogHost }))

/** The page's dialog; its code is not part of the first route. */
function LazyDialog(): ReactNode {
  const isWaiting = useDialogs(({ waiting }) => waiting.length > 0)
  if (!isWaiting) return null
  return (
    <Suspense>
      <DialogHost />
    </Suspense>
  )
}
