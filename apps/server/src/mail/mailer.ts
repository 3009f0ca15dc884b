import { Worker } from 'node:worker_threads'

import { assertNoTransaction } from '../platform/db/database.ts'
import type { Letter } from './letter/letter.ts'
import type { Envelope } from './mime-message.ts'
import { MailNotSentError, type SendResult } from './smtp.ts'

/** A letter, from whom and to whom. */
export interface SentLetter extends Envelope {
  readonly letter: Letter
}

export interface Mailer {
  /** Throws when another try may succeed. */
  send(mail: SentLetter): Promise<SendResult>
  /** Mails that are under way are still sent. */
  close(): void
}

/** A letter on its way to the thread, with a number of its own. */
export interface Posted extends SentLetter {
  readonly id: number
}

export type Receipt =
  | { readonly id: number; readonly result: SendResult }
  | { readonly id: number; readonly error: string }

/**
 * Sends through the server of an `smtp://` or `smtps://` address. Composing, drawing and sending have a thread of their own: the one that answers
 * buyers only hands letters over.
 */
export function createMailer(url: string): Mailer {
  const thread = new Worker(new URL('mail-thread.ts', import.meta.url), { workerData: url, name: 'mails' })
  const waiting = new Map<number, PromiseWithResolvers<SendResult>>()
  let count = 0
  thread.on('message', (receipt: Receipt) => {
    const asked = waiting.get(receipt.id)
    waiting.delete(receipt.id)
    if ('result' in receipt) asked?.resolve(receipt.result)
    else asked?.reject(new MailNotSentError(receipt.error))
  })
  thread.on('exit', () => {
    for (const { reject } of waiting.values()) reject(new MailNotSentError('the thread of mails has ended'))
    waiting.clear()
  })
  return {
    send(mail) {
      assertNoTransaction('sending a mail')
      count += 1
      const asked = Promise.withResolvers<SendResult>()
      waiting.set(count, asked)
      thread.postMessage({ ...mail, id: count } satisfies Posted)
      return asked.promise
    },
    close: () => thread.postMessage('close'),
  }
}
