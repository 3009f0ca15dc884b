import { parentPort, workerData } from 'node:worker_threads'

import { compose } from './letter/compose.ts'
import type { Posted, Receipt } from './mailer.ts'
import { openSmtp } from './smtp.ts'

/** Composes, draws and sends mails beside the thread that answers buyers. Started by `mailer.ts`, with the address of the mail server. */

const smtp = openSmtp(String(workerData))
const tell = (receipt: Receipt): void => parentPort?.postMessage(receipt)

parentPort?.on('message', (posted: Posted | 'close') => {
  if (posted !== 'close') return void send(posted)
  smtp.close()
  // The thread ends once no mail is under way.
  parentPort?.close()
})

async function send({ id, letter, ...envelope }: Posted): Promise<void> {
  try {
    tell({ id, result: await smtp.send({ ...compose(letter), ...envelope }) })
  } catch (error) {
    tell({ id, error: error instanceof Error ? error.message : 'unknown' })
  }
}
