import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import PostalMime from 'postal-mime'
import * as v from 'valibot'

import { randomId } from '../core/random-id.ts'

const mailSchema = v.object({
  id: v.string(),
  at: v.string(),
  from: v.string(),
  /** The name of the sender; a mail from before this was kept has none. */
  fromName: v.optional(v.string(), ''),
  /** Names of the files that are attached, beside the pictures of the page. */
  files: v.optional(v.array(v.string()), []),
  to: v.array(v.string()),
  subject: v.string(),
  text: v.string(),
  html: v.string(),
})

/** A mail as it arrived. `at` is an ISO time, `to` the envelope's recipients; `html` has its pictures inlined. */
export type Mail = v.InferOutput<typeof mailSchema>

export interface MailStore {
  /** Stores the raw message and its content as read. Resolves once both are on disk. */
  add(raw: Buffer, envelope: { readonly from: string; readonly to: readonly string[] }): Promise<Mail>
  /** The mails, newest first. `to` is matched without regard to case. */
  list(to?: string): readonly Mail[]
  get(id: string): Mail | undefined
  clear(to?: string): void
}

/**
 * Opens the mailbox folder, which has one `.eml` and one `.json` for each mail. A mail without its `.json` was never
 * accepted.
 */
export function openMailStore(folder: string): MailStore {
  mkdirSync(folder, { recursive: true })
  const names = readdirSync(folder).filter(name => name.endsWith('.json'))
  const stored = names.map(name => v.parse(mailSchema, JSON.parse(readFileSync(join(folder, name), 'utf8'))))
  const mails = new Map(stored.toSorted((a, b) => a.at.localeCompare(b.at)).map(mail => [mail.id, mail]))

  const list = (to?: string) => {
    const wanted = to?.trim().toLowerCase() ?? ''
    return [...mails.values()]
      .reverse()
      .filter(mail => wanted === '' || mail.to.some(address => address.toLowerCase() === wanted))
  }

  return {
    async add(raw, envelope) {
      const mail = await readMail(raw, envelope)
      writeFileSync(join(folder, `${mail.id}.eml`), raw)
      writeFileSync(join(folder, `${mail.id}.new`), JSON.stringify(mail))
      renameSync(join(folder, `${mail.id}.new`), join(folder, `${mail.id}.json`))
      mails.set(mail.id, mail)
      return mail
    },
    list,
    get: id => mails.get(id),
    clear(to) {
      for (const { id } of list(to)) {
        mails.delete(id)
        for (const kind of ['json', 'eml']) {
          const path = join(folder, `${id}.${kind}`)
          if (existsSync(path)) rmSync(path)
        }
      }
    },
  }
}

async function readMail(
  raw: Buffer,
  { from, to }: { readonly from: string; readonly to: readonly string[] },
): Promise<Mail> {
  const parsed = await PostalMime.parse(raw, { attachmentEncoding: 'base64' })
  const inlined = (parsed.attachments ?? []).reduce(
    (html, { contentId, mimeType, content }) =>
      contentId === undefined
        ? html
        : html.replaceAll(
            `cid:${contentId.replaceAll(/[<>]/g, '')}`,
            `data:${mimeType};base64,${typeof content === 'string' ? content : ''}`,
          ),
    parsed.html ?? '',
  )
  return {
    id: randomId('mail'),
    at: new Date().toISOString(),
    from: parsed.from?.address ?? from,
    fromName: parsed.from?.name ?? '',
    files: (parsed.attachments ?? []).flatMap(({ contentId, filename }) =>
      contentId === undefined && filename !== null ? [filename] : [],
    ),
    to: [...to],
    subject: parsed.subject ?? '',
    // A message ends its lines as the network does.
    text: (parsed.text ?? '').replaceAll('\r\n', '\n'),
    html: inlined.replaceAll('\r\n', '\n'),
  }
}
