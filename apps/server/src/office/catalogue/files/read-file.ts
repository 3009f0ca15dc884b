import { open, readdir, stat } from 'node:fs/promises'
import path from 'node:path'

import { type RawSheet, UnreadableFile } from './raw-sheet.ts'
import { readCsv } from './read-csv.ts'
import { readJson } from './read-json.ts'
import { readXlsx } from './read-xlsx.ts'

/** Larger files are refused before a byte of them is read. */
const MOST_BYTES = 50 * 1024 * 1024
const ENDINGS = ['.csv', '.tsv', '.txt', '.xlsx', '.json']

/** The tables of files, and of the files in folders. @throws UnreadableFile for the first that can't be read. */
export async function readFiles(paths: readonly string[]): Promise<RawSheet[]> {
  const sheets: RawSheet[] = []
  for (const file of await filesAt(paths)) sheets.push(...sheetsOf(file, await bytesOf(file)))
  return sheets
}

async function filesAt(paths: readonly string[]): Promise<string[]> {
  const files: string[] = []
  for (const one of paths) {
    const found = await stat(one).catch(() => undefined)
    if (found === undefined) throw new UnreadableFile({ file: one, text: 'there is no such file or folder' })
    if (!found.isDirectory()) {
      files.push(one)
      continue
    }
    const names = await readdir(one)
    // Excel leaves a file of this name while a workbook is open.
    const taken = names.filter(name => ENDINGS.includes(endingOf(name)) && !/^(?:~\$|\.)/.test(name))
    if (taken.length === 0)
      throw new UnreadableFile({ file: one, text: `the folder has no file of ${ENDINGS.join(', ')}` })
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
      throw new UnreadableFile({ file, text: `the file has ${megabytes} MB, and 50 MB are the most` })
    }
    return await handle.readFile()
  } finally {
    await handle.close()
  }
}

function sheetsOf(file: string, bytes: Uint8Array): RawSheet[] {
  const name = path.basename(file, path.extname(file))
  if (bytes.length === 0) throw new UnreadableFile({ file, text: 'the file is empty' })
  switch (endingOf(file)) {
    case '.xlsx':
      return readXlsx({ file, bytes })
    case '.json':
      return readJson({ file, name, bytes })
    case '.csv':
    case '.tsv':
    case '.txt':
      return [readCsv({ file, name, bytes })]
    default:
      throw new UnreadableFile({ file, text: `name a file of ${ENDINGS.join(', ')}` })
  }
}

function endingOf(name: string): string {
  return path.extname(name).toLowerCase()
}
