import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { describe, expect, onTestFinished, test } from 'vitest'

import { parseEnv, VARIABLE_NAMES } from '../../../apps/server/src/start/environment/read-env.ts'
import { ROOT } from '../../start/root.ts'

/** What `docs/deploy.md` has an operator do is compared with the repository: `npm run drill:compose` does it, in minutes. */
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8')
const missing = (files: readonly string[]): readonly string[] =>
  files.filter(file => !existsSync(path.join(ROOT, file)))

/** Of our own, by themselves or by the file in which they lie. */
const strange = (names: readonly string[]): readonly string[] =>
  names.filter(name => !VARIABLE_NAMES.includes(name.replace(/_FILE$/, '')))

const found = (text: string, pattern: RegExp): readonly string[] =>
  Array.from(text.matchAll(pattern), ([, one = '']) => one)

describe('Containerfile', () => {
  const containerfile = read('Containerfile')
  const image = containerfile.slice(containerfile.lastIndexOf('\nFROM '))

  test('has an image of what the build made, run by nobody', () => {
    expect(image).toContain('\nCOPY --from=build /kippu /kippu\n')
    expect(image).toContain('\nUSER 10001:10001\n')
    expect(containerfile).toContain('npm ci --omit=dev')
  })

  test('takes files that are there, but what its own steps have made', () => {
    const words = found(containerfile, /^(?!#)[A-Z]+ (.*)$/gm).flatMap(rest => rest.split(/[\s"',[\]]+/))
    const named = words.filter(word => /^(?:apps|packages|tools)\/|^[A-Z]\w+\.md$|^package\.json$/.test(word))
    const made = (file: string): boolean => file.includes('/dist')
    expect(named.length).toBeGreaterThan(5)
    expect(missing(named.filter(file => !made(file)))).toEqual([])
  })

  test('sets variables that the program reads', () => {
    const set = found(containerfile, /^ENV (.*)$/gm).flatMap(rest => found(rest, /(\w+)=/g))
    expect(set).toContain('NODE_ENV')
    expect(strange(set)).toEqual([])
  })
})

describe('compose.yaml', () => {
  const compose = read('compose.yaml')
  const [, shared = ''] = /^x-environment:.*\n((?: {2}.*\n)+)/m.exec(compose) ?? []
  const own = found(compose, /environment: \{ <<: \*environment, (.*) \}/g)
  const names = [...found(shared, /^ {2}(\w+):/gm), ...own.flatMap(variables => found(variables, /(\w+): /g))]

  test('sets variables that the program reads', () => {
    expect(names).toEqual(expect.arrayContaining(['SITES_DIR', 'DATABASE_URL_FILE', 'ROLE', 'PROCESS_NAME']))
    expect(own).toHaveLength(3)
    expect(strange(names)).toEqual([])
  })

  test('has each secret that it hands over, and docs/deploy.md makes it', () => {
    const [, last = ''] = /^secrets:\n((?: {2}.*\n)+)/m.exec(compose) ?? []
    const made = found(last, /file: \.\/secrets\/(\w+)/g)
    expect(new Set(found(compose, /\/run\/secrets\/(\w+)/g))).toEqual(new Set(made))
    const deploy = read('docs/deploy.md')
    expect(made.filter(name => !deploy.includes(`> secrets/${name}`))).toEqual([])
  })
})

describe('docs/deploy.md', () => {
  const deploy = read('docs/deploy.md')

  test('names files that are there', () => {
    const named = found(deploy, /(?<![\w/.-])((?:docs|tools|apps)\/[\w./@-]+\.\w+)/g)
    expect(named).toEqual(expect.arrayContaining(['docs/proxy/kippu.conf', 'apps/server/src/cli/main.ts']))
    expect(missing(named)).toEqual([])
  })

  test('writes variables that the program reads, and with which it starts', () => {
    const [ofContainers = '', ofUnits = ''] = found(deploy, /<<'ENV'\n([^]*?)\nENV/g)
    const given = (text: string) =>
      Array.from(text.matchAll(/^(\w+)=(.*)$/gm), ([, name = '', value = '']) => [name, value] as const)
    const names = [...given(ofContainers), ...given(ofUnits)].map(([name]) => name)
    expect(names.length).toBeGreaterThan(15)
    expect(strange(names)).toEqual([])
    const folder = mkdtempSync(path.join(tmpdir(), 'kippu-sites-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    mkdirSync(path.join(folder, 'museum'))
    const variables = {
      ...Object.fromEntries(given(ofUnits)),
      SITES_DIR: folder,
      SECRET_KEY: 'one secret of 32 characters, here',
    }
    expect(parseEnv({ ...variables, NODE_ENV: 'production' })).toMatchObject({
      production: true,
      webProcesses: 2,
    })
  })

  test('reads units and a configuration that take what it has made', () => {
    const units = ['kippu-web@.service', 'kippu-worker.service'].map(file => read(`docs/systemd/${file}`))
    for (const unit of units) {
      expect(deploy).toContain(/^EnvironmentFile=(.*)$/m.exec(unit)?.[1])
      expect(deploy).toContain(/^WorkingDirectory=(.*)$/m.exec(unit)?.[1])
    }
    const proxy = read('docs/proxy/kippu.conf')
    for (const [, file = ''] of proxy.matchAll(/ssl_certificate(?:_key)? (.*)\/\w+\.pem;/g))
      expect(deploy).toContain(file)
    expect(deploy).toContain(/proxy_cache_path (\S+)/.exec(proxy)?.[1])
  })
})
