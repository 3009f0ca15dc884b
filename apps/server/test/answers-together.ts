import fc from 'fast-check'
import { expect } from 'vitest'

/**
 * The answer to each question that is asked alone. Before, any lists of them were asked at once, with repetitions and in any order, so
 * that they shared statements: each got this answer.
 */
export async function answersTogether<Question, Answer>(
  ask: (question: Question) => Promise<Answer>,
  questions: readonly Question[],
): Promise<Answer[]> {
  const alone: Answer[] = []
  for (const question of questions) alone.push(await ask(question))
  const lists = fc.array(fc.nat(questions.length - 1), { minLength: 2, maxLength: 60 })
  await fc.assert(
    fc.asyncProperty(lists, async list => {
      const together = await Promise.all(list.flatMap(index => questions.slice(index, index + 1)).map(ask))
      expect(together).toEqual(list.map(index => alone[index]))
    }),
    { numRuns: 20 },
  )
  return alone
}
