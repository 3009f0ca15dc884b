import { open, readdir, stat } from 'node:fs/promises'
import path from 'node:path'

import { otherFormat } from './other-formats.ts'
import { type IsHeading, type RawSheet, UnreadableFile } from './raw-sheet.ts'
import { readCsv } from './read-csv.ts'
import { readJson } from './read-json.ts'
import { readXlsx } from './read-xlsx.ts'

/** Larger files are refused before a byte of them is read. */
const MOST_BYTES = 50 * 1024 * 1024
const ENDINGS = ['.csv', '.tsv', '.txt', '.xlsx', '.json']

/** The tables of files, and of the files in folders. @throws UnreadableFile for the first that can't be read. */
export async function readFiles(paths: readonly string[], isHeading: IsHeading): Promise<RawSheet[]> {
  const sheets: RawSheet[] = []
  for (const file of await filesAt(paths)) sheets.push(...readSheets(file, await bytesOf(file), isHeading))
  return sheets
}

async function filesAt(paths: readonly string[]): Promise<string[]> {
  const files: string[] = []
  for (const one of paths) {
    const found = await stat(one).catch(() => undefined)
    if (found === undefined)
      throw new UnreadableFile({
        file: one,
        text: ['there is no such file or folder', 'ファイルもフォルダーもありません'],
      })
    if (!found.isDirectory()) {
      files.push(one)
      continue
    }
    const names = await readdir(one)
    // Excel leaves a file of this name while a workbook is open.
    const taken = names.filter(name => ENDINGS.includes(endingOf(name)) && !/^(?:~\$|\.)/.test(name))
    if (taken.length === 0)
      throw new UnreadableFile({
        file: one,
        text: [
          `the folder has no file of ${ENDINGS.join(', ')}`,
          `フォルダーに ${ENDINGS.join(', ')} のファイルがありません`,
        ],
      })
    files.push(...taken.toSorted().map(name => path.join(one, name)))
  }
  return files
}

async function bytesOf(file: string): Promise<Uint8Array> {
  const handle = await open(file)
  try {
    const { size } = await handle.stat()
    if (size > MOST_BYTES) {
      const megabytes = Math.ceil(size / 1024 / 1024)
      throw new UnreadableFile({
        file,
        text: [
          `the file has ${megabytes} MB, and 50 MB are the most`,
          `ファイルは ${megabytes} MB です。50 MB までです`,
        ],
      })
    }
    return await handle.readFile()
  } finally {
    await handle.close()
  }
}

/** The tables of one file. @throws UnreadableFile when it can't be read. */
export function readSheets(file: string, bytes: Uint8Array, isHeading: IsHeading): RawSheet[] {
  const name = path.basename(file, path.extname(file))
  if (bytes.length === 0) throw new UnreadableFile({ file, text: ['the file is empty', 'ファイルが空です'] })
  const ending = endingOf(file)
  const other = otherFormat(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), ending)
  if (other !== undefined) throw new UnreadableFile({ file, text: other })
  switch (ending) {
    case '.xlsx':
      return readXlsx({ file, name, bytes, isHeading })
    case '.json':
      return readJson({ file, name, bytes })
    case '.csv':
    case '.tsv':
    case '.txt':
      return [readCsv({ file, name, bytes, isHeading })]
    default:
      throw new UnreadableFile({
        file,
        text: [`name a file of ${ENDINGS.join(', ')}`, `${ENDINGS.join(', ')} のファイルを指定してください`],
      })
  }
}

function endingOf(name: string): string {
  return path.extname(name).toLowerCase()
}
