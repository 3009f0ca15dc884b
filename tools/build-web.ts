import { buildWebIfStale } from './web-build.ts'

console.log(buildWebIfStale() ? 'Built.' : 'Nothing has changed since the last build.')
