import { afterEach, expect, test, vi } from 'vitest'

import { answerScripts } from '../../../../test/answering-scripts.ts'
import { loadAll } from './load-script.ts'

afterEach(() => vi.useRealTimers())

const at = (name: string): string => `https://scripts.example/${name}`

test('scripts load one after the other, sheets beside them, each once in a document (R-7.74)', async () => {
  const { asked } = answerScripts({ [at('1.js')]: {}, [at('2.js')]: {}, [at('1.css')]: {} })
  const wanted = { scripts: [at('1.js'), at('2.js')], styles: [at('1.css')] }
  await Promise.all([loadAll(wanted), loadAll(wanted)])
  await loadAll(wanted)
  expect(asked).toEqual([at('1.css'), at('1.js'), at('2.js')])
})

test('a file that failed to load is forgotten: the next try loads it again, but not those that have loaded (R-7.75)', async () => {
  const first = answerScripts({ [at('there.js')]: {} })
  const wanted = { scripts: [at('there.js'), at('late.js')], styles: [] }
  await expect(loadAll(wanted)).rejects.toThrow('did not load')
  expect(first.asked).toEqual([at('there.js'), at('late.js')])
  const second = answerScripts({ [at('late.js')]: {} })
  await loadAll(wanted)
  expect(second.asked).toEqual([at('late.js')])
})

test('a host that does not answer is given up after twenty seconds', async () => {
  vi.useFakeTimers()
  vi.spyOn(document.head, 'append').mockImplementation(() => undefined)
  const end = loadAll({ scripts: [at('silent.js')], styles: [] }).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(await end).toBeInstanceOf(Error)
})
