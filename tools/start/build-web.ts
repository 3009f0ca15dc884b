import { buildWebIfStale } from './web-build.ts'

console.log((await buildWebIfStale()) ? 'Built.' : 'Nothing has changed since the last build.')
