import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { runQuietly } from '../start/run-quietly.ts'
import { ROOT } from '../start/root.ts'

const PROJECTS = [
  'packages/*/tsconfig*.json',
  'apps/*/tsconfig*.json',
  '{tools,e2e,bench,demo}/tsconfig*.json',
]
const AT_ONCE = 2
/** The compiler's knowledge of the last time: it looks anew only at what has changed, and at what depends on that. */
const KNOWN = path.join(ROOT, '.cache', 'types')

/** The projects of Node, which import one another: checked as one, each file is checked once. The linter checks each alone. */
const TOGETHER = 'tsconfig.node.json'

/**
 * Checks every project of the repository, two at a time, and prints the compiler's output for each that fails. `npm run check` has the linter
 * do it in its own pass; this is quicker the second time.
 */
const queue = [TOGETHER, ...globSync(PROJECTS, { cwd: ROOT }).filter(hasSources).toSorted()].filter(
  project => !isChecked(project),
)
let failures = 0

async function worker(): Promise<void> {
  for (let project = queue.shift(); project !== undefined; project = queue.shift()) {
    const complaint = await check(project)
    if (complaint === undefined) continue
    failures += 1
    console.error(`${project}\n${complaint}`)
  }
}

function check(project: string): Promise<string | undefined> {
  const known = path.join(KNOWN, project.replaceAll(/[/\\]/g, '-').replace(/\.json$/, '.tsbuildinfo'))
  const args = ['-p', project, '--incremental', '--tsBuildInfoFile', known]
  return runQuietly(path.join(ROOT, 'node_modules', '.bin', 'tsc'), args, { cwd: ROOT })
}

/** Whether the projects that are checked as one contain it, by the same rules. */
function isChecked(project: string): boolean {
  const rules = (file: string): string => {
    const { compilerOptions }: { compilerOptions?: unknown } = JSON.parse(
      readFileSync(path.join(ROOT, file), 'utf8'),
    )
    return JSON.stringify(compilerOptions)
  }
  const { include }: { include: readonly string[] } = JSON.parse(
    readFileSync(path.join(ROOT, TOGETHER), 'utf8'),
  )
  return include.includes(path.dirname(project)) && rules(project) === rules(TOGETHER)
}

/** The compiler refuses a project without any file. */
function hasSources(project: string): boolean {
  const folder = path.dirname(project)
  const exclude = (name: string): boolean => /(^|\/)(node_modules|dist)$/.test(name)
  return globSync(`${folder}/**/*.{ts,tsx}`, { cwd: ROOT, exclude }).length > 0
}

await Promise.all(Array.from({ length: AT_ONCE }, worker))
process.exit(failures === 0 ? 0 : 1)
