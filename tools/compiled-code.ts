import path from 'node:path'

/** Git ignores it. Nothing is ever removed: some 40 MB for a state of the code and its libraries. */
export const COMPILED_CODE = path.join(import.meta.dirname, '..', '.cache', 'compiled')

/**
 * Has Node keep the code that the processes compile which this one starts, for those after them (decision 88): most test files of the web have a
 * process of their own, which would compile the same libraries again. A `NODE_COMPILE_CACHE` that is set stays as it is.
 */
export function keepCompiledCode(): void {
  process.env['NODE_COMPILE_CACHE'] ??= COMPILED_CODE
}
