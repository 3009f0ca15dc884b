import { copyFileSync, linkSync, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { ROOT } from '../../start/root.ts'
import type { Machine } from './machine.ts'

const HERE = import.meta.dirname
/** Those that compose.yaml names: an engine that has them asks no registry. */
const NAMES = /\$\{(?:POSTGRES|NGINX)_IMAGE:-(\S+)\}/g

/** Gives the machine the images of compose.yaml, of the tars. */
export async function loadImages(machine: Machine, tars: string): Promise<void> {
  const folder = path.join(machine.root, 'srv/images')
  mkdirSync(folder, { recursive: true })
  for (const file of ['postgres.tar', 'nginx.tar', 'kippu.tar'])
    linkSync(path.join(tars, file), path.join(folder, file))
  for (const file of [
    'postgres.containerfile',
    'postgres-entrypoint.sh',
    'nginx.containerfile',
    'nginx.conf',
  ])
    copyFileSync(path.join(HERE, file), path.join(folder, file))
  const compose = readFileSync(path.join(ROOT, 'compose.yaml'), 'utf8')
  const [postgres = '', nginx = ''] = Array.from(compose.matchAll(NAMES), ([, name = '']) => name)
  await machine.sh(
    '/srv/images',
    `podman build --quiet --tag=${postgres} --file=postgres.containerfile .
    podman build --quiet --tag=${nginx} --file=nginx.containerfile .
    podman load --quiet --input=kippu.tar
    rm -r /srv/images`,
  )
}
