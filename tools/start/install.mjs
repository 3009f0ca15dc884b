// Runs before `npm start` and `npm test`, on whatever Node the machine has (18 or newer), before anything is
// installed: no dependencies, no TypeScript.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const NODE_MAJOR = '24'
// Not `import.meta.dirname`, which Node 18 does not have.
const root = fileURLToPath(new URL('../..', import.meta.url))

const isProduction = process.env.NODE_ENV === 'production'

if (!isInstalled()) {
  // A checkout that nobody may write to, such as an image, is installed where it is made.
  if (isProduction) fail('The packages are not those of package-lock.json: run npm ci, then start the store.')
  install()
}
checkNode()

/** npm records what it has installed: it must be what the lockfile requires, except packages for other platforms. */
function isInstalled() {
  const wanted = readLock('package-lock.json')
  const present = readLock('node_modules/.package-lock.json')
  return (
    present !== undefined &&
    Object.keys(present).every(name => wanted[name] !== undefined) &&
    Object.entries(wanted).every(
      ([name, entry]) => !isNeeded(name, entry, present) || isSame(entry, present[name]),
    )
  )
}

function isNeeded(name, entry, present) {
  if (isProduction && (entry.dev || entry.devOptional) && present[name] === undefined) return false
  return name.startsWith('node_modules/') && (present[name] !== undefined || !entry.optional)
}

function isSame(wanted, present) {
  return (
    present?.version === wanted.version &&
    present.integrity === wanted.integrity &&
    present.link === wanted.link
  )
}

function readLock(file) {
  const full = path.join(root, file)
  return existsSync(full) ? JSON.parse(readFileSync(full, 'utf8')).packages : undefined
}

function install() {
  console.log('Installing packages (npm ci) …')
  const npm = process.env.npm_execpath
  const [command, args] = npm ? [process.env.npm_node_execpath ?? process.execPath, [npm]] : ['npm', []]
  const run = spawnSync(command, [...args, 'ci', '--no-fund', '--no-audit', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
  })
  if (run.status !== 0)
    fail('The packages could not be installed: see the lines of npm above, then run the same command again.')
}

/** On Linux, Node comes with the packages and `npm run` prefers it; elsewhere the machine's own is used. */
function checkNode() {
  if (process.versions.node.startsWith(`${NODE_MAJOR}.`)) return
  const installed = path.join(root, 'node_modules', '.bin', 'node')
  const version = spawnSync(installed, ['--version'], { encoding: 'utf8' }).stdout?.trim() ?? ''
  if (version.startsWith(`v${NODE_MAJOR}.`)) return
  fail(
    `Kippu runs on Node ${NODE_MAJOR}; this is ${process.version} and no package brings Node to ${process.platform}-${process.arch}: install Node ${NODE_MAJOR}, then run the same command again.`,
  )
}

function fail(line) {
  console.error(line)
  process.exit(1)
}
