import type { FieldContent } from '@kippu/domain/form/order-fields'

/** Whether two lists hold the same answers; an answer left out equals a blank one. */
export function sameAnswers(left: readonly FieldContent[], right: readonly FieldContent[]): boolean {
  return isContained(left, right) && isContained(right, left)
}

function isContained(answers: readonly FieldContent[], others: readonly FieldContent[]): boolean {
  return answers.every(({ key, value }) => value === (others.find(other => other.key === key)?.value ?? ''))
}
