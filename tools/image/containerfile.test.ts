import path from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../run-steps.ts'
import { readContainerfile } from './containerfile.ts'

const FILE = path.join(ROOT, 'Containerfile')

test('the image is what the build made, run by nobody', () => {
  const [build, image, ...more] = readContainerfile(FILE, { BUILD_BASE: 'one', BASE: 'other' })
  expect([build?.name, build?.base, image?.name, image?.base]).toEqual(['build', 'one', null, 'other'])
  expect(more).toEqual([])
  const steps = image?.instructions.map(({ word, rest }) => `${word} ${rest}`) ?? []
  expect(steps[0]).toBe('COPY --from=build /kippu /kippu')
  expect(steps).toContain('USER 10001:10001')
  expect(build?.instructions.some(({ rest }) => rest.includes('npm ci --omit=dev'))).toBe(true)
})

test('a base that nobody gives is said', () => {
  expect(() => readContainerfile(FILE, { BASE: 'other' })).toThrow(/no base is given for \$\{BUILD_BASE\}/)
})
