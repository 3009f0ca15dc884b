import path from 'node:path'

/** The folder of the repository. */
export const ROOT = path.resolve(import.meta.dirname, '..', '..')

/**
 * Where Node keeps what it compiled (decision 88). Git ignores it. Nothing is ever removed: some 40 MB for a state of the
 * code and its libraries.
 */
export const COMPILED_CODE = path.join(ROOT, '.cache', 'compiled')
