import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

import { openApiDocument } from '@kippu/contract/open-api/document'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const run = promisify(execFile)
const ROOT = path.resolve(import.meta.dirname, '..', '..')
/** It would tell its maker of every run, and ask for a newer one. */
const QUIET = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kippu-openapi-'))
})
afterAll(() => rm(folder, { recursive: true }))

const report = v.object({ problems: v.array(v.object({ ruleId: v.string() })) })

/** The recommended rules that a document breaks, warnings included. */
async function brokenRules(document: object): Promise<string[]> {
  const file = path.join(folder, 'openapi.json')
  await writeFile(file, JSON.stringify(document))
  const args = ['lint', '--extends', 'recommended', '--format', 'json', file]
  const redocly = path.join(ROOT, 'node_modules/.bin/redocly')
  const { stdout } = await run(redocly, args, {
    cwd: folder,
    env: { ...process.env, ...QUIET },
    maxBuffer: 16 * 1024 * 1024,
  }).catch((error: unknown) => v.parse(v.object({ stdout: v.string() }), error))
  return v.parse(report, JSON.parse(stdout)).problems.map(({ ruleId }) => ruleId)
}

/** The program of Redocly takes its time on a busy machine. */
const PATIENCE_MS = 180_000

describe('the OpenAPI document', () => {
  const document = openApiDocument('https://tickets.kippu.dev')

  test(
    'has no fault and no warning of the recommended rules of Redocly',
    async () => {
      expect(await brokenRules(document)).toEqual([])
    },
    PATIENCE_MS,
  )

  test(
    'would be found at fault without its servers and its licence',
    async () => {
      const { servers: _, info, ...rest } = document
      const { license: __, ...unlicensed } = info
      expect((await brokenRules({ ...rest, info: unlicensed })).toSorted()).toEqual([
        'info-license',
        'no-empty-servers',
      ])
    },
    PATIENCE_MS,
  )
})
