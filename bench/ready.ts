import type { Program } from '../tools/start/program.ts'
import { untilReady as untilStoreReady } from '../tools/start/stack-parts.ts'

/** `npm start` gives up after a minute; before that it may build the pages. */
const READY_WITHIN_MS = 120_000

/** Waits until the store at this origin is ready. @throws when its program ends, or is not ready within two minutes. */
export async function untilReady(origin: string, { name, ended }: Omit<Program, 'stop'>): Promise<void> {
  let end: string | undefined
  void ended.then(how => (end = how))
  await untilStoreReady(origin, name, () => end !== undefined, READY_WITHIN_MS)
  if (end !== undefined) throw new Error(end)
}
