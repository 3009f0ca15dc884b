import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { findDebianProgram } from '../../../../tools/test/debian-programs.ts'
import { PRODUCT, readSheet } from '../read-sheet.ts'

const ALL_MS = 300_000

let folder: string

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'kippu-libreoffice-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A sheet as LibreOffice reads it from a CSV and saves it. */
function saved(name: string, csv: string, as: string): Uint8Array {
  const [ending = ''] = as.split(':')
  const [source, out] = [path.join(folder, `${name}.csv`), path.join(folder, 'out')]
  mkdirSync(out, { recursive: true })
  writeFileSync(source, csv)
  const profile = `-env:UserInstallation=file://${path.join(folder, 'profile')}`
  const args = [profile, '--headless', '--infilter=CSV:44,34,76', '--convert-to', as, '--outdir', out, source]
  execFileSync(findDebianProgram('soffice'), args, { stdio: 'pipe' })
  return readFileSync(path.join(out, `${name}.${ending}`))
}

const SPANS = 'product,date,start,end,capacity\nwalk,2026-12-01,10:00,11:00,20\n'
const SPAN = `product ${PRODUCT}, date 2026-12-01, start 2026-12-01 10:00, end 2026-12-01 11:00, capacity 20`
const COUPONS = 'code,kind,discount,amount,name_ja\nWINTER,flat_rate,fixed,300,冬の割引\n'
const COUPON = 'code WINTER, kind flat_rate, discount fixed, amount 300, name_ja 冬の割引'
const MEMBERS = 'login_id,name,email,phone\n00123,山田,a@example.com,09012345678\n'

/** As CSV with semicolons, in an encoding by its number in LibreOffice. */
const csvIn = (encoding: number): string => `csv:Text - txt - csv (StarCalc):59,34,${encoding}`

test(
  'S-16.02: what LibreOffice saves is read rightly, or called what it is',
  () => {
    expect(readSheet('spans.xlsx', saved('spans', SPANS, 'xlsx'))).toBe(SPAN)
    expect(readSheet('coupons.xlsx', saved('coupons', COUPONS, 'xlsx'))).toBe(COUPON)
    expect(readSheet('spans.ods', saved('spans', SPANS, 'ods'))).toContain('OpenDocument')
    expect(readSheet('spans.xls', saved('spans', SPANS, 'xls'))).toContain('this is an old workbook')
    expect(readSheet('spans.xls', saved('spans', SPANS, 'html'))).toContain('this is a web page')
    // UTF-8, and Shift_JIS as Windows has it.
    for (const encoding of [76, 64])
      expect(readSheet('coupons.csv', saved('coupons', COUPONS, csvIn(encoding)))).toBe(COUPON)
    // EUC-JP, GBK, Big5.
    for (const encoding of [69, 66, 68])
      expect(readSheet('coupons.csv', saved('coupons', COUPONS, csvIn(encoding)))).toMatch(
        /^2 : neither UTF-8/u,
      )
    // It has taken the number for one, and the zeros are gone.
    expect(readSheet('members.xlsx', saved('members', MEMBERS, 'xlsx'))).toMatch(
      /^2 D2 \(phone\): “9012345678” begins without 0/u,
    )
  },
  ALL_MS,
)
