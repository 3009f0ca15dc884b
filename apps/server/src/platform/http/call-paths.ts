import { CALLS } from '@kippu/contract/calls'
import type { FastifyRequest } from 'fastify'

/** The calls of the contract, by their paths. */
const PATHS = Object.values(CALLS).map(({ method, path, ...rest }) => ({
  method,
  isOfDevice: 'device' in rest,
  isOfSignage: 'signage' in rest,
  isRepeatable: 'repeatable' in rest,
  pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}))

/** The path of a request, without its query. */
export function pathOf({ url }: Pick<FastifyRequest, 'url'>): string {
  return url.replace(/\?.*$/s, '')
}

/** The methods by which the contract knows a path; empty for a path that belongs to no call. */
export function methodsAt(path: string): readonly string[] {
  return PATHS.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)
}

/** Whether a device of a gate names itself in the calls of a path, in a header that no other call has. */
export function isOfDevice(path: string): boolean {
  return PATHS.some(({ pattern, isOfDevice: has }) => has && pattern.test(path))
}

/** Whether a display of the house names itself in the calls of a path, in a header that no other call has. */
export function isOfSignage(path: string): boolean {
  return PATHS.some(({ pattern, isOfSignage: has }) => has && pattern.test(path))
}

/** Whether calls of a path may carry an idempotency key. */
export function isRepeatable(path: string): boolean {
  return PATHS.some(({ pattern, isRepeatable: may }) => may && pattern.test(path))
}
