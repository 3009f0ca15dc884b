import { randomBytes, timingSafeEqual } from 'node:crypto'

import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Tokens } from '../../platform/tokens.ts'

const NONCE_BYTES = 12
const END_BYTES = 6
const MARK_BYTES = 16
/** How long a person may take to show a passkey. In ms. */
const MOST_AGE_MS = 5 * 60_000

interface QuestionDeps {
  readonly tokens: Pick<Tokens, 'hide'>
  readonly clock: Clock
}

/**
 * A question for an authenticator. It carries its own end and a mark of the deployment, so that asking writes nothing. @param purpose
 * the one thing that its answer can be used for.
 */
export function makeQuestion({ tokens, clock }: QuestionDeps, purpose: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const end = Buffer.alloc(END_BYTES)
  end.writeUIntBE(clock.now() + MOST_AGE_MS, 0, END_BYTES)
  const head = Buffer.concat([nonce, end])
  const [mark] = marksOf(tokens, purpose, head)
  return Buffer.concat([head, ...(mark === undefined ? [] : [mark])]).toString('base64url')
}

/** Whether this deployment asked it for this purpose, and its time is not over. */
export function isOpenQuestion({ tokens, clock }: QuestionDeps, purpose: string, question: string): boolean {
  const bytes = Buffer.from(question, 'base64url')
  if (bytes.length !== NONCE_BYTES + END_BYTES + MARK_BYTES) return false
  const head = bytes.subarray(0, NONCE_BYTES + END_BYTES)
  const mark = bytes.subarray(NONCE_BYTES + END_BYTES)
  return (
    marksOf(tokens, purpose, head).some(own => timingSafeEqual(own, mark)) &&
    head.readUIntBE(NONCE_BYTES, END_BYTES) > clock.now()
  )
}

function marksOf(tokens: Pick<Tokens, 'hide'>, purpose: string, head: Buffer): readonly Buffer[] {
  const { hash, formerHashes } = tokens.hide(`passkey question:${purpose}:${head.toString('hex')}`)
  return [hash, ...formerHashes].map(one => one.subarray(0, MARK_BYTES))
}

/** Whether the answer to a question counts: it does once. What is too old is forgotten. */
export async function takeQuestion(tx: Tx, clock: Clock, question: string): Promise<boolean> {
  await tx.deleteFrom('staff_answered_questions').where('ends_at', '<', new Date(clock.now())).execute()
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('staff_answered_questions')
    .values({ question, ends_at: new Date(clock.now() + MOST_AGE_MS) })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}
