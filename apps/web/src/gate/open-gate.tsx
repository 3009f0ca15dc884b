import { GATE_VIEW_ID, type GateView } from '@kippu/contract/gate-page'
import { createRoot } from 'react-dom/client'

import { openDevice } from './device/gate-device.ts'
import { useGate } from './device/gate-state.ts'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { startGateWorker } from './device/gate-worker.ts'
import { GateApp } from './gate-app.tsx'
import { allowSound } from './parts/sounds.ts'
import { takeEnrolmentToken } from './screens/enrolment-token.ts'
import { chosenLanguage, WordsProvider } from './words/words.tsx'

/** Starts the staff's gate in its document. */
export async function openGate(): Promise<void> {
  // At once: what follows may wait.
  takeToken()
  const view = readGateView()
  const root = document.getElementById('root')
  if (root === null) throw new Error('the document has no root')
  void startGateWorker()
  document.addEventListener('pointerdown', allowSound)
  document.addEventListener('keydown', allowSound)
  const device = await openDevice({ view, lang: () => chosenLanguage(view) })
  createRoot(root).render(
    <WordsProvider view={view}>
      <ErrorBoundary>
        <GateApp device={device} />
      </ErrorBoundary>
    </WordsProvider>,
  )
  // A link that is followed while the page is open.
  window.addEventListener('hashchange', takeToken)
  device?.start()
}

function takeToken(): void {
  const token = takeEnrolmentToken({ location, history })
  if (token !== null) useGate.setState({ token })
}

/** Comes with the page from our own server, so only its outline is checked. */
function readGateView(): GateView {
  const view: unknown = JSON.parse(document.getElementById(GATE_VIEW_ID)?.textContent ?? '')
  if (!isGateView(view)) throw new Error('the document carries no view of the gate')
  return view
}

function isGateView(value: unknown): value is GateView {
  return (
    typeof value === 'object' && value !== null && 'site' in value && 'langs' in value && 'texts' in value
  )
}
