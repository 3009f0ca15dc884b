import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

import * as v from 'valibot'

export interface MailSink {
  readonly smtpUrl: string
  /** The first mail that comes in during some work, or soon after it, byte for byte. */
  mailDuring(work: () => Promise<unknown>): Promise<string>
  /** All mails so far. */
  count(): number
  stop(): Promise<void>
}

const begun = v.tuple([v.object({ port: v.number() })])
const taken = v.tuple([v.object({ mail: v.string() })])

/** A mail server in a thread of its own: what it does is not the store's work. */
export async function startMailSink(): Promise<MailSink> {
  const thread = new Worker(new URL('mail-sink-thread.ts', import.meta.url))
  const [{ port }] = v.parse(begun, await once(thread, 'message'))
  let count = 0
  thread.on('message', () => (count += 1))
  return {
    smtpUrl: `smtp://127.0.0.1:${port}`,
    mailDuring: async work => {
      const [message] = await Promise.all([once(thread, 'message'), work()])
      return v.parse(taken, message)[0].mail
    },
    count: () => count,
    stop: async () => void (await thread.terminate()),
  }
}
