import { createHmac } from 'node:crypto'

import type { Env } from '../../platform/variables/env.ts'
import { isOpenDomain } from '../buyers/open-domains.ts'

/** An address as its mails are counted. Two that are delivered to one mailbox are the same, as far as that can be known. */
export interface CountedAddress {
  readonly recipientHash: Buffer
  /** Undefined for a domain that gives mailboxes to everybody. */
  readonly domainHash: Buffer | undefined
}

/** Other names of a domain: its mailboxes have the same names under each of them. */
const SAME_DOMAINS: Readonly<Record<string, string>> = {
  'googlemail.com': 'gmail.com',
  'me.com': 'icloud.com',
  'mac.com': 'icloud.com',
  'protonmail.com': 'proton.me',
  'pm.me': 'proton.me',
}

/** Domains that do not look at dots before the @. */
const WITHOUT_DOTS: ReadonlySet<string> = new Set(['gmail.com', 'proton.me'])

/**
 * The mailbox of an address, for counting alone: mails go to the address as it was typed. Case does not tell mailboxes apart;
 * what follows a `+` is a label that the reader chose, and some services leave dots out.
 */
export function mailboxOf(email: string): { readonly mailbox: string; readonly domain: string } {
  const lower = email.toLowerCase()
  const at = lower.lastIndexOf('@')
  const typed = lower.slice(at + 1)
  const domain = SAME_DOMAINS[typed] ?? typed
  const local = lower.slice(0, Math.max(at, 0))
  const unlabelled = local.replace(/(?<=.)\+.*$/s, '')
  const name = WITHOUT_DOTS.has(domain) ? unlabelled.replaceAll('.', '') : unlabelled
  return { mailbox: `${name}@${domain}`, domain }
}

/**
 * The stored form of an address that is counted: nothing in it can be read. There are few enough addresses to try each,
 * so the hash needs a key.
 */
export function countedAddress({ secretKey }: Pick<Env, 'secretKey'>, email: string): CountedAddress {
  const { mailbox, domain } = mailboxOf(email)
  const hashOf = (subject: string): Buffer =>
    createHmac('sha256', secretKey).update(`address proof:${subject}`).digest()
  return {
    recipientHash: hashOf(`mailbox ${mailbox}`),
    domainHash: isOpenDomain(domain) ? undefined : hashOf(`domain ${domain}`),
  }
}

/** The name of an address in a grouped write, so that no statement counts a mailbox twice. */
export function keyOfMailbox({ recipientHash }: CountedAddress): string {
  return recipientHash.toString('base64')
}
