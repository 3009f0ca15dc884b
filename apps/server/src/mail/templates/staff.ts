import {
  BUTTON_NOTE,
  codesWords,
  formerAddressWords,
  INVITATION_BUTTON,
  invitationWords,
  ownerInvitedWords,
  sealWords,
  waitingWords,
} from '@kippu/texts/staff-letters'

import type { Block, Letter } from '../letter/letter.ts'
import type { SiteMailContext } from './frame.ts'

type Words = ReturnType<typeof sealWords>

const both = ({ ja, en }: Words['title']): string => `${ja} / ${en}`

/** A letter to somebody of the staff, with what they need for it between its words. */
function staffLetter(
  { site, house, contact }: SiteMailContext,
  { title, text, otherwise }: Words,
  needed: readonly Block[] = [],
): Letter {
  const blocks = (kind: 'paragraph' | 'small', { ja, en }: Words['text']): readonly Block[] =>
    [ja, en].map(said => ({ kind, text: said }))
  return {
    lang: 'ja',
    subject: `${site}: ${both(title)}`,
    preview: text.ja,
    site,
    house,
    replyTo: contact.email,
    isPictured: false,
    title: both(title),
    files: [],
    blocks: [...blocks('paragraph', text), ...needed, ...blocks('small', otherwise)],
    footer: [],
  }
}

interface InvitedByMail {
  readonly name: string
  readonly url: string
  /** ISO in +09:00. */
  readonly until: string
}

export function invitationMail(writing: SiteMailContext, { name, url, until }: InvitedByMail): Letter {
  return staffLetter(writing, invitationWords(name, until.slice(0, 16).replace('T', ' ')), [
    { kind: 'button', label: both(INVITATION_BUTTON), url, note: both(BUTTON_NOTE) },
  ])
}

interface OwnerInvited {
  readonly invited: string
  readonly by: string
}

export function ownerInvitedMail(writing: SiteMailContext, { invited, by }: OwnerInvited): Letter {
  return staffLetter(writing, ownerInvitedWords(invited, by))
}

interface FormerAddress {
  readonly name: string
  readonly by: string
}

export function formerAddressMail(writing: SiteMailContext, { name, by }: FormerAddress): Letter {
  return staffLetter(writing, formerAddressWords(name, by))
}

interface Waiting {
  readonly by: string
  /** A reservation number, or what a cancellation names. */
  readonly subject: string
  /** ISO in +09:00. */
  readonly from: string
}

export function waitingMail(writing: SiteMailContext, { by, subject, from }: Waiting): Letter {
  return staffLetter(writing, waitingWords({ by, subject, from: from.slice(0, 16).replace('T', ' ') }))
}

interface MailedCodes {
  readonly by: string
  readonly codes: number
  readonly csv: string
}

export function codesMail(writing: SiteMailContext, { by, codes, csv }: MailedCodes): Letter {
  const files = [{ name: 'coupons.csv', type: 'text/csv; charset=utf-8', content: csv }]
  return { ...staffLetter(writing, codesWords(by, codes)), files }
}

interface NewestSeal {
  /** Hexadecimal. */
  readonly root: string
  /** The last action that is sealed. */
  readonly through: number
}

export function sealMail(writing: SiteMailContext, { root, through }: NewestSeal): Letter {
  return staffLetter(writing, sealWords(through), [
    { kind: 'facts', rows: [['kippu actions verify --root', root]] },
  ])
}
