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
 * buyers only hands letters over. A thread that breaks off leaves its letters to another try, and the next letter begins a new one.
 */
export function createMailer(url: string): Mailer {
  let thread: MailThread | undefined
  const begin = (): MailThread => {
    const begun = startThread(url, () => {
      if (thread === begun) thread = undefined
    })
    return begun
  }
  return {
    send(mail) {
      assertNoTransaction('sending a mail')
      thread ??= begin()
      return thread.send(mail)
    },
    close: () => thread?.close(),
  }
}

type MailThread = Pick<Mailer, 'send' | 'close'>

function startThread(url: string, onEnd: () => void): MailThread {
  const worker = new Worker(new URL('mail-thread.ts', import.meta.url), { workerData: url, name: 'mails' })
  const waiting = new Map<number, PromiseWithResolvers<SendResult>>()
  let count = 0
  let why = 'the thread of mails has ended'
  worker.on('message', (receipt: Receipt) => {
    const asked = waiting.get(receipt.id)
    waiting.delete(receipt.id)
    if ('result' in receipt) asked?.resolve(receipt.result)
    else asked?.reject(new MailNotSentError(receipt.error))
  })
  // Its end follows, and tells those who wait.
  worker.on('error', error => {
    why = `the thread of mails broke off: ${error instanceof Error ? error.message : String(error)}`
  })
  worker.on('exit', () => {
    onEnd()
    for (const { reject } of waiting.values()) reject(new MailNotSentError(why))
    waiting.clear()
  })
  return {
    send(mail) {
      count += 1
      const asked = Promise.withResolvers<SendResult>()
      waiting.set(count, asked)
      worker.postMessage({ ...mail, id: count } satisfies Posted)
      return asked.promise
    },
    close: () => worker.postMessage('close'),
  }
}
