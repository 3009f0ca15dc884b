import {
  type FieldContent,
  normaliseAnswer,
  ORDER_FIELD_NAMES,
  ORDER_FIELDS,
} from '@kippu/domain/form/order-fields'
import * as v from 'valibot'

import { isOpenDomain } from './open-domains.ts'

/** The person who buys: what they answered in the form of an order. Nothing else in the server reads the answers. */
export interface Buyer {
  /** As they were typed, in the order of the form; empty before they were given. */
  readonly answers: readonly FieldContent[]
  /** Undefined before it was given. */
  readonly email: string | undefined
  /** Empty where the site does not ask for it. */
  readonly name: string
}

const storedAnswers = v.array(v.object({ key: v.string(), value: v.string() }))

/** Reads `orders.customer_info`. @throws when the database holds what no version of ours has written. */
export function buyerOf(customerInfo: unknown): Buyer {
  const answers = v.parse(storedAnswers, customerInfo)
  return {
    answers,
    email: answerFor(answers, 'recipient'),
    name: answerFor(answers, 'greeting') ?? '',
  }
}

/** Whether the buyer ticked a box of the form. */
export function hasTicked({ answers }: Pick<Buyer, 'answers'>, key: string): boolean {
  return answerIn(answers, key) === 'true'
}

/** The answer that has this place in a mail. */
function answerFor(answers: readonly FieldContent[], place: 'recipient' | 'greeting'): string | undefined {
  return ORDER_FIELD_NAMES.filter(name => ORDER_FIELDS[name].mail === place)
    .map(name => answerIn(answers, name))
    .find(answer => answer !== undefined)
}

function answerIn(answers: readonly FieldContent[], key: string): string | undefined {
  return answers.find(answer => answer.key === key)?.value
}

/** The same answers with another mail address. */
export function withAddress(answers: readonly FieldContent[], email: string): readonly FieldContent[] {
  const others = answers.filter(({ key }) => key !== 'email')
  const at = answers.findIndex(({ key }) => key === 'email')
  return others.toSpliced(at === -1 ? 0 : at, 0, { key: 'email', value: email })
}

/** Answers given earlier and later: those to the same question are replaced, in its place; the others stay. */
export function withLater(
  answers: readonly FieldContent[],
  later: readonly FieldContent[],
): readonly FieldContent[] {
  return [...new Map([...answers, ...later].map(({ key, value }) => [key, { key, value }])).values()]
}

/** The stored part of a buyer's answers: the answers themselves, and the address by which the order is found. */
export interface BuyerColumns {
  readonly customer_info: string
  readonly email: string | null
}

export function buyerColumns(answers: readonly FieldContent[]): BuyerColumns {
  const email = answerFor(answers, 'recipient')
  return {
    customer_info: JSON.stringify(answers),
    email: email === undefined ? null : normaliseAddress(email),
  }
}

/**
 * An address as people are told apart by it: in lower case. No mail service in use tells two people apart by the case
 * of their letters, and a subscription must end whichever way its address was typed.
 */
export function normaliseAddress(email: string): string {
  return email.toLowerCase()
}

/**
 * The mail domain whose people together hold a share of a day: what stands behind the @ of an address as it was typed. Null
 * where there is none, and for a domain of strangers, who would take the share from each other (decision 41).
 */
export function sharingDomainOf(typed: string | null | undefined): string | null {
  const email = normaliseAddress(normaliseAnswer('email', typed ?? ''))
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1)
  return at === -1 || isOpenDomain(domain) ? null : domain
}
