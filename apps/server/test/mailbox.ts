import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import * as v from 'valibot'

import { startSimulators } from '../../simulators/src/start.ts'

export interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  readonly subject: string
  readonly text: string
  readonly html: string
}

export interface Mailbox {
  readonly smtpUrl: string
  /** Mails to an address, the newest first. */
  mailsTo(address: string): Promise<readonly ReceivedMail[]>
  /** All mails byte for byte, as they came in. */
  raw(): readonly string[]
  close(): Promise<void>
}

const mails = v.array(
  v.object({
    from: v.string(),
    to: v.array(v.string()),
    subject: v.string(),
    text: v.string(),
    html: v.string(),
  }),
)

/** A mail server for one test; `smtpPort` 0 takes any free port. */
export async function startMailbox(smtpPort = 0): Promise<Mailbox> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'kippu-mailbox-'))
  const simulators = await startSimulators({
    host: '127.0.0.1',
    port: 0,
    smtpPort,
    dataDir,
    storeOrigins: [],
  })
  return {
    smtpUrl: `smtp://127.0.0.1:${simulators.smtpPort}`,
    async mailsTo(address) {
      const answer = await fetch(`${simulators.url}/mailbox/api/messages?to=${encodeURIComponent(address)}`)
      return v.parse(mails, await answer.json())
    },
    raw: () => globSync(path.join(dataDir, '**', '*.eml')).map(file => readFileSync(file, 'utf8')),
    async close() {
      await simulators.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
