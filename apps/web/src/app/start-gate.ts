import '../ui/tokens.css'
import '../ui/base.css'
import '../gate/gate-tokens.css'
import { openGate } from '../gate/open-gate.tsx'

void openGate()
