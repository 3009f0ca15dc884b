import { existsSync } from 'node:fs'
import path from 'node:path'

/** The programs that the drills of the store's neighbours start, with the packages of Debian that have them. */
const PACKAGES: Readonly<Record<string, string>> = {
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  mmdebstrap: 'mmdebstrap',
  nginx: 'nginx',
  patroni: 'patroni python3-etcd',
  pgbouncer: 'pgbouncer',
  prometheus: 'prometheus',
  promtool: 'prometheus',
  soffice: 'libreoffice-calc-nogui',
}

/** Daemons lie there, outside the path of most accounts. */
const OF_DAEMONS = ['/usr/sbin', '/usr/local/sbin']

/** @throws one clear line that says how to get it. Installing it would start it on the ports of the machine. */
export function findDebianProgram(name: string): string {
  const found = find(name)
  if (found === undefined) throw new Error(complaintOf([name]))
  return found
}

/** One line about those of them that are missing; undefined when all are there. */
export function missingDebianPrograms(names: readonly string[]): string | undefined {
  const missing = names.filter(name => find(name) === undefined)
  return missing.length === 0 ? undefined : complaintOf(missing)
}

function find(name: string): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(path.delimiter), ...OF_DAEMONS]
  return folders.map(folder => path.join(folder, name)).find(file => existsSync(file))
}

function complaintOf(names: readonly string[]): string {
  const packages = [...new Set(names.map(name => PACKAGES[name] ?? name))].join(' ')
  return `The drill needs ${names.join(' and ')}: apt-get install ${packages} (Debian, Ubuntu).`
}
