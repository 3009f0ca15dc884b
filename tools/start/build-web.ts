import { buildWebIfStale } from './web-build.ts'

console.log(
  (await buildWebIfStale({ quickly: true })) ? 'Built.' : 'Nothing has changed since the last build.',
)
