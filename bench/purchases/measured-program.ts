import path from 'node:path'
import { pathToFileURL } from 'node:url'

import type { openDatabase } from '@kippu/server/platform/db/database'
import type { createTokens, hashToken } from '@kippu/server/platform/tokens'
import * as v from 'valibot'

import type { insertCoupon } from '../../apps/server/test/coupon-rows.ts'
import type { findBrokenInvariants } from '../../apps/server/test/invariants.ts'
import type { insertSmallCatalogue } from '../../apps/server/test/small-catalogue.ts'
import type { startEmbeddedDatabase } from '../../tools/start/embedded-database.ts'
import { placeIn } from '../../tools/check/moved-files.ts'

/** The modules of the measured program that know its tables and its secrets: each commit has its own. */
export type MeasuredProgram = v.InferOutput<typeof program>

function ownFunction<F>(): v.CustomSchema<F, undefined> {
  return v.custom<F>(value => typeof value === 'function')
}

const program = v.object({
  startEmbeddedDatabase: ownFunction<typeof startEmbeddedDatabase>(),
  openDatabase: ownFunction<typeof openDatabase>(),
  createTokens: ownFunction<typeof createTokens>(),
  hashToken: ownFunction<typeof hashToken>(),
  insertSmallCatalogue: ownFunction<typeof insertSmallCatalogue>(),
  insertCoupon: ownFunction<typeof insertCoupon>(),
  findBrokenInvariants: ownFunction<typeof findBrokenInvariants>(),
})

const FILES = [
  'tools/start/embedded-database.ts',
  'apps/server/src/platform/db/database.ts',
  'apps/server/src/platform/tokens.ts',
  'apps/server/test/small-catalogue.ts',
  'apps/server/test/coupon-rows.ts',
  'apps/server/test/invariants.ts',
]

/** @param root folder of the program, with its packages installed. */
export async function loadProgram(root: string): Promise<MeasuredProgram> {
  const modules = await Promise.all(
    FILES.map(
      async (file): Promise<unknown> => import(pathToFileURL(path.join(root, placeIn(root, file))).href),
    ),
  )
  return v.parse(program, Object.assign({}, ...modules))
}
