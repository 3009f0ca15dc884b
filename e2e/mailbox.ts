import { expect } from '@playwright/test'
import * as v from 'valibot'

import { STACK } from './stack.ts'

const mail = v.object({ id: v.string(), subject: v.string(), text: v.string(), html: v.string() })

/** A mail as it arrived. */
export type Mail = v.InferOutput<typeof mail>

const LINKS = {
  confirmation: /https?:\S+\/to\/mail-confirm\?mail_token=[\w-]+(?:&lang=[\w-]+)?/,
  completion: /https?:\S+\/tickets\/rsv_[\w-]+(?:\?lang=[\w-]+)?/,
  /** Tickets that somebody hands on. */
  share: /https?:\S+\/to\/tickets\/shared\/[\w-]+(?:\?lang=[\w-]+)?/,
  /** The completion mail for a buyer who subscribed to a magazine. */
  release: /https?:\S+\/to\/mail-release\/[\w-]+(?:\?lang=[\w-]+)?/,
} as const

export type MailKind = keyof typeof LINKS

/** The link in a mail of the kind. */
export function linkIn(kind: MailKind, { text }: Pick<Mail, 'text'>): string {
  const link = LINKS[kind].exec(text)?.[0]
  if (link === undefined) throw new Error(`no ${kind} link in the mail:\n${text}`)
  return link
}

/** The six digits in a confirmation mail. */
export function codeIn({ text }: Pick<Mail, 'text'>): string {
  const code = /^(?:■ | +)?(\d{6})$/m.exec(text)?.[1]
  if (code === undefined) throw new Error(`no code in the mail:\n${text}`)
  return code
}

/** Waits for the newest mail of the kind to an address, and never returns the same mail twice. */
export async function waitForMail(
  to: string,
  { kind, read = [] }: { readonly kind: MailKind; readonly read?: readonly string[] },
): Promise<Mail> {
  const find = async (): Promise<Mail | undefined> =>
    (await mailsTo(to)).find(({ id, text }) => LINKS[kind].test(text) && !read.includes(id))
  await expect.poll(find, `a ${kind} mail to ${to}`).toBeDefined()
  const found = await find()
  if (found === undefined) throw new Error('the mail is gone')
  return found
}

/** Newest first. */
async function mailsTo(to: string): Promise<Mail[]> {
  const response = await fetch(`${STACK.simulators}/mailbox/api/messages?${new URLSearchParams({ to })}`)
  return v.parse(v.array(mail), await response.json())
}
