import * as v from 'valibot'

/** The parts of a V8 CPU profile that are summed up. */
export const cpuProfile = v.object({
  nodes: v.array(
    v.object({
      id: v.number(),
      callFrame: v.object({ functionName: v.string(), url: v.string(), lineNumber: v.number() }),
    }),
  ),
  samples: v.array(v.number()),
  timeDeltas: v.array(v.number()),
})
export type CpuProfile = v.InferOutput<typeof cpuProfile>

/** Self time: of the thread's busy time in %, and in ms a purchase. */
export interface SelfTime {
  readonly name: string
  readonly percent: number
  readonly msAPurchase: number
}

export interface ProfileSummary {
  readonly modules: readonly SelfTime[]
  readonly functions: readonly SelfTime[]
}

const MOST_ROWS = 15

/** The self time of the main thread by function, largest first, without the time it waited. */
export function summarise({ nodes, samples, timeDeltas }: CpuProfile, purchases: number): ProfileSummary {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]))
  const modules = new Map<string, number>()
  const functions = new Map<string, number>()
  for (const [index, id] of samples.entries()) {
    const frame = frames.get(id)
    if (frame === undefined || isNoWork(frame)) continue
    const { functionName, url, lineNumber } = frame
    const us = timeDeltas[index] ?? 0
    const module = moduleOf(url, functionName)
    add(modules, module, us)
    const place =
      url === '' ? '' : ` ${module === fileOf(url) ? '' : `${module} `}${fileOf(url)}:${lineNumber + 1}`
    add(functions, `${functionName || '(anonymous)'}${place}`, us)
  }
  const busyUs = [...modules.values()].reduce((sum, us) => sum + us, 0)
  return {
    modules: mostOf(modules, { busyUs, purchases }),
    functions: mostOf(functions, { busyUs, purchases }),
  }
}

/** Waiting, and the start of the profiler itself. */
function isNoWork({ functionName, url }: CpuProfile['nodes'][number]['callFrame']): boolean {
  return functionName === '(idle)' || url.startsWith('node:inspector')
}

function add(sums: Map<string, number>, name: string, us: number): void {
  sums.set(name, (sums.get(name) ?? 0) + us)
}

function mostOf(
  sums: ReadonlyMap<string, number>,
  { busyUs, purchases }: { readonly busyUs: number; readonly purchases: number },
): SelfTime[] {
  return [...sums]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, MOST_ROWS)
    .map(([name, us]) => ({
      name,
      percent: Math.round((us / busyUs) * 1000) / 10,
      msAPurchase: Math.round(us / purchases / 10) / 100,
    }))
}

/** `server/payments`, `domain`, `node:net`, the name of a package, or V8's own name for time outside of JavaScript. */
function moduleOf(url: string, functionName: string): string {
  const fromPackage = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1]
  if (fromPackage !== undefined) return fromPackage
  const ours =
    /\/(?:apps|packages)\/([^/]+)\/src\/([^/]+)\//.exec(url) ?? /\/(?:apps|packages)\/([^/]+)\//.exec(url)
  if (ours !== null) return ours.slice(1).join('/')
  if (url.startsWith('node:')) return url.replace(/^(node:(?:internal\/)?[^/]+).*/, '$1')
  return functionName.startsWith('(') ? functionName : 'native'
}

function fileOf(url: string): string {
  return url.startsWith('node:') ? url : url.slice(url.lastIndexOf('/') + 1)
}
