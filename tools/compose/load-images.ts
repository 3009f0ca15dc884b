import { copyFileSync, linkSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { readContainerfile } from '../image/containerfile.ts'
import { ROOT } from '../run-steps.ts'
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
  writeFileSync(path.join(folder, 'kippu.containerfile'), ofSteps())
  await machine.sh(
    '/srv/images',
    `podman build --quiet --tag=${postgres} --file=postgres.containerfile .
    podman build --quiet --tag=${nginx} --file=nginx.containerfile .
    if tar -tf kippu.tar index.json >/dev/null 2>&1; then podman load --quiet --input=kippu.tar
    else podman build --quiet --tag=localhost/kippu --file=kippu.containerfile .; fi
    rm -r /srv/images`,
  )
}

/** The last stage as it runs, of a root in which its steps were done. */
function ofSteps(): string {
  const stages = readContainerfile(path.join(ROOT, 'Containerfile'), { BUILD_BASE: '', BASE: '' })
  const kept = stages.at(-1)?.instructions.filter(({ word }) => word !== 'COPY' && word !== 'RUN') ?? []
  return ['FROM scratch', 'ADD kippu.tar /', ...kept.map(({ word, rest }) => `${word} ${rest}`), ''].join(
    '\n',
  )
}
